complete -c uchmod -l reference -d 'Take the mode from RFILE, or from what it leads to if it is a link' -r -F
complete -c uchmod -l files0-from -d 'Take the files from F, or from standard input if it is -, where each name ends with a NUL' -r
complete -c uchmod -l progress -d 'Show how many files are done, how many a second, and where, on standard error; SIGUSR1 asks for a line of it. WHEN is auto, if it is a terminal, where it is left out' -r -f -a "always\t''
never\t''
auto\t''"
complete -c uchmod -l shard -d 'Change only what is in part K of N of the directories, which are told apart by their paths: N processes, maybe on as many hosts, with the same FILEs and each its own K, change everything once. Who comes to a directory before another has opened it says so, and is to be run again' -r
complete -c uchmod -l undo -d 'Give back the modes that LOG has to the files that are still the same and still have the mode that they were given, and report the others' -r
complete -c uchmod -l undo-log -d 'Note the mode of each file in LOG, a new file, before changing it; a file that cannot be noted is not changed' -r
complete -c uchmod -l io -d 'Get at files by plain calls, by threads beyond the CPUs, by a ring (io_uring), or by what turns out best; RINGUTILS_IO sets the default' -r -f -a "auto\t''
plain\t''
threads\t''
ring\t''"
complete -c uchmod -l io-cpus -d 'Use N threads where nothing waits for a device, in place of one for each CPU' -r
complete -c uchmod -l io-depth -d 'Keep N operations in flight, or as many as turn out best (auto); more than 256 count as 256; RINGUTILS_IO_DEPTH sets the default' -r
complete -c uchmod -s c -l changes -d 'Print a line for each file whose mode is changed'
complete -c uchmod -s f -l silent -l quiet -d 'Leave out most error messages'
complete -c uchmod -l help -d 'Print this text and exit'
complete -c uchmod -s v -l verbose -d 'Print a line for each file'
complete -c uchmod -l version -d 'Print the version and exit'
complete -c uchmod -l dereference -d 'Change what a symbolic link leads to; below an operand this is not the default'
complete -c uchmod -s h -l no-dereference -d 'Pass over symbolic links and leave what they lead to as it is'
complete -c uchmod -l no-preserve-root -d 'Treat the root directory like any other, as is the default'
complete -c uchmod -l preserve-root -d 'Refuse to change the root directory and what is in it with -R'
complete -c uchmod -s R -l recursive -d 'Change directories and everything in them'
complete -c uchmod -s H -d 'Descend into an operand that is a link to a directory, but follow no other link; the default'
complete -c uchmod -s L -d 'Follow every link to a directory'
complete -c uchmod -s P -d 'Follow no link'
complete -c uchmod -l dry-run -d 'Change nothing, and print what -v would print, or -c if it is given, if no change were refused. All is told as it is now: a directory that the mode would open is closed, and a file met twice has its old mode'
complete -c uchmod -l one-file-system -d 'With -R, leave alone what is on other file systems than the FILE that it is below'
complete -c uchmod -l skip-unchanged -d 'Leave files alone whose mode is right already, so that their time of change stays'
complete -c uchmod -l io-stats -d 'At the end, tell on standard error what was done by whom, how deep, and why'
