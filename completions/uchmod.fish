complete -c uchmod -l reference -d 'Take the mode from RFILE, or from what it leads to if it is a link' -r -F
complete -c uchmod -l io -d 'Get at files by plain calls, by threads beyond the CPUs, by a ring (io_uring), or by what turns out best; RINGUTILS_IO sets the default' -r -f -a "auto\t''
plain\t''
threads\t''
ring\t''"
complete -c uchmod -l io-cpus -d 'Use N threads where nothing waits for a device, in place of one for each CPU' -r
complete -c uchmod -l io-depth -d 'Keep N operations in flight, 256 at most, or as many as turn out best (auto); RINGUTILS_IO_DEPTH sets the default' -r
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
complete -c uchmod -l io-stats -d 'At the end, tell on standard error what was done by whom, how deep, and why'
