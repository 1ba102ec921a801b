complete -c ufind -o D -d 'Accepted for the sake of scripts; see `-D help`' -r
complete -c ufind -l io -d 'Get at files by plain calls, by threads beyond the CPUs, by a ring (io_uring), or by what turns out best; RINGUTILS_IO sets the default' -r -f -a "auto\t''
plain\t''
threads\t''
ring\t''"
complete -c ufind -l io-cpus -d 'Use N threads where nothing waits for a device, in place of one for each CPU' -r
complete -c ufind -l io-depth -d 'Keep N operations in flight, or as many as turn out best (auto); more than 256 count as 256; RINGUTILS_IO_DEPTH sets the default' -r
complete -c ufind -o regextype -d 'How -regex is written: emacs, grep, posix-extended, and so on' -r -f -a "findutils-default\t''
ed\t''
emacs\t''
gnu-awk\t''
grep\t''
posix-awk\t''
awk\t''
posix-basic\t''
posix-egrep\t''
egrep\t''
posix-extended\t''
posix-minimal-basic\t''
sed\t''"
complete -c ufind -o files0-from -d 'Take the paths from FILE, each ended by a NUL; from standard input for -' -r -F
complete -c ufind -o maxdepth -d 'Go at most N levels below the paths given' -r
complete -c ufind -o mindepth -d 'Evaluate nothing less than N levels down' -r
complete -c ufind -l shard -l shard -d 'Evaluate only what is in part K of N of the directories, which are told apart by their paths: N processes with the same paths and each its own K evaluate everything once. GNU find does not have it' -r
complete -c ufind -o amin -d 'Read N minutes ago' -r
complete -c ufind -o anewer -d 'Read later than FILE was modified' -r -F
complete -c ufind -o atime -d 'Read N days ago' -r
complete -c ufind -o cmin -d 'Status changed N minutes ago' -r
complete -c ufind -o cnewer -d 'Status changed later than FILE was modified' -r -F
complete -c ufind -o context -d 'The security context matches the shell pattern' -r
complete -c ufind -o ctime -d 'Status changed N days ago' -r
complete -c ufind -o fstype -d 'On a file system of this type' -r
complete -c ufind -o gid -d 'Group ID is N' -r
complete -c ufind -o group -d 'Belongs to the group, given by name or ID' -r
complete -c ufind -o ilname -d 'As -lname, upper and lower case alike' -r
complete -c ufind -o iname -d 'As -name, upper and lower case alike' -r
complete -c ufind -o inum -d 'Inode number is N' -r
complete -c ufind -o ipath -o iwholename -d 'As -path, upper and lower case alike' -r
complete -c ufind -o iregex -d 'As -regex, upper and lower case alike' -r
complete -c ufind -o links -d 'Has N hard links' -r
complete -c ufind -o lname -d 'A link whose text matches the shell pattern' -r
complete -c ufind -o mmin -d 'Modified N minutes ago' -r
complete -c ufind -o mtime -d 'Modified N days ago' -r
complete -c ufind -o name -d 'The last part of the path matches the shell pattern' -r
complete -c ufind -o newer -d 'Modified later than FILE' -r -F
complete -c ufind -o newerXY -d 'Time X is later than time Y of FILE: a read, B born, c status changed, m modified; for t, FILE is a moment' -r -F
complete -c ufind -o path -o wholename -d 'The whole path matches the shell pattern' -r
complete -c ufind -o perm -d 'Mode is MODE; has all bits of -MODE; has any of /MODE' -r
complete -c ufind -o regex -d 'The whole path matches the regular expression' -r
complete -c ufind -o samefile -d 'The same inode as FILE' -r -F
complete -c ufind -o size -d 'Size is N, in units of 512 bytes (b), bytes, 2 bytes, KiB, MiB or GiB, rounded up' -r
complete -c ufind -o type -d 'Block or character device, directory, pipe, file, link, socket; a list has commas' -r
complete -c ufind -o uid -d 'User ID is N' -r
complete -c ufind -o used -d 'Read N days after its status changed' -r
complete -c ufind -o user -d 'Belongs to the user, given by name or ID' -r
complete -c ufind -o xtype -d 'As -type, but of what a link leads to; under -L of the link itself' -r
complete -c ufind -o exec -d 'Run COMMAND up to `;` with {} as the path, or up to `{} +` with many paths' -r
complete -c ufind -o execdir -d 'As -exec, in the directory of the file, with ./NAME as the path' -r
complete -c ufind -o fls -d 'As -ls, to FILE' -r -F
complete -c ufind -o fprint -d 'As -print, to FILE' -r -F
complete -c ufind -o fprint0 -d 'As -print0, to FILE' -r -F
complete -c ufind -o fprintf -d 'As -printf, to FILE' -r -F
complete -c ufind -o ok -d 'As -exec up to `;`, but ask first' -r
complete -c ufind -o okdir -d 'As -execdir up to `;`, but ask first' -r
complete -c ufind -o printf -d 'Print what FORMAT says, with escapes as \\n and directives as %p' -r
complete -c ufind -o exclude -d 'Leave out what the test or parenthesis that follows holds for, at any depth, with all that is below it' -r
complete -c ufind -o j -d 'As --io-cpus=N; also -jN' -r
complete -c ufind -o S -d 'Visit what is in a directory right behind it (dfs, the default), or all that is one level below the paths given before all that is two levels below them, and so on (bfs, which does not go with -depth and -delete)' -r -f -a "bfs\t''
dfs\t''"
complete -c ufind -o asince -d 'Read later than TIME; as -newerat' -r
complete -c ufind -o Bsince -d 'Created later than TIME; as -newerBt' -r
complete -c ufind -o csince -d 'Status changed later than TIME; as -newerct' -r
complete -c ufind -o flags -d 'Has the attributes append, compressed, dax, encrypted, immutable, nodump, verity, and not those with no before their names: exactly so; at least so for -; or at all so for +' -r
complete -c ufind -o since -o msince -d 'Modified later than TIME; as -newermt' -r
complete -c ufind -o xattrname -d 'Has the extended attribute NAME' -r
complete -c ufind -o limit -d 'End behind the N-th file for which this is evaluated; always true' -r
complete -c ufind -o H -d 'Follow only the links among the paths given'
complete -c ufind -o L -d 'Follow all symbolic links'
complete -c ufind -o O3 -d 'Accepted, as any level is; -O0 takes no short cuts'
complete -c ufind -o P -d 'Never follow symbolic links (the default)'
complete -c ufind -l io-stats -d 'At the end, tell on standard error what was done by whom, how deep, and why'
complete -c ufind -o a -o and -d 'Both; the second is evaluated only if the first is true. Implied'
complete -c ufind -o not -d 'The opposite of the expression that follows; also `!`'
complete -c ufind -o o -o or -d 'Either; the second is evaluated only if the first is false'
complete -c ufind -o daystart -d 'Count ages from the end of today'
complete -c ufind -o follow -d 'As -L, and for the files that tests name behind it'
complete -c ufind -o nowarn -d 'Give no warnings about usage, even at a terminal'
complete -c ufind -o warn -d 'Give warnings about usage, even away from a terminal'
complete -c ufind -o depth -o d -d 'Visit what a directory holds before the directory itself; with a number N behind it, which GNU find refuses, a test: N levels below the path given'
complete -c ufind -o help -l help -d 'Show this help and exit'
complete -c ufind -o ignore_readdir_race -d 'Say nothing of files that vanish meanwhile'
complete -c ufind -o noignore_readdir_race -d 'Report files that vanish meanwhile (the default)'
complete -c ufind -o noleaf -d 'Accepted; directories\' link counts are never relied upon'
complete -c ufind -o version -l version -d 'Show the version and exit'
complete -c ufind -o xdev -o mount -o x -d 'Stay on the file system of each path given'
complete -c ufind -o empty -d 'A directory without entries or a file without content'
complete -c ufind -o executable -d 'This user may execute it, or search the directory'
complete -c ufind -o false -d 'Never true'
complete -c ufind -o nogroup -d 'No group has its group ID'
complete -c ufind -o nouser -d 'No user has its user ID'
complete -c ufind -o readable -d 'This user may read it'
complete -c ufind -o true -d 'Always true'
complete -c ufind -o writable -d 'This user may write it'
complete -c ufind -o delete -d 'Remove the file or empty directory; implies -depth'
complete -c ufind -o ls -d 'Print a line as of `ls -dils`'
complete -c ufind -o print -d 'Print the path and a newline'
complete -c ufind -o print0 -d 'Print the path and a NUL'
complete -c ufind -o prune -d 'Do not enter the directory'
complete -c ufind -o quit -d 'End at once'
complete -c ufind -o color -d 'Print paths in the colours of LS_COLORS, where -print writes them to standard output'
complete -c ufind -o E -d 'As -regextype posix-extended'
complete -c ufind -o gitignore -d 'Leave out what .gitignore, .ignore, .git/info/exclude and git\'s own list of excludes say; hidden files are visited'
complete -c ufind -o nocolor -d 'Print paths as they are (the default)'
complete -c ufind -o noerror -d 'Say nothing of files below the paths given that cannot be looked at or read, and do not fail for them'
complete -c ufind -o nohidden -d 'As -exclude -hidden'
complete -c ufind -o s -d 'Visit the entries of each directory in the order of their names'
complete -c ufind -o status -d 'Show on standard error how far the search is, at a terminal and in its foreground, and a line for each SIGUSR1'
complete -c ufind -o unique -d 'Visit each file once, by device and inode number, under whichever name comes first'
complete -c ufind -o acl -d 'Has an access control list beyond its mode, or a default one'
complete -c ufind -o capable -d 'Has capabilities'
complete -c ufind -o hidden -d 'The last part of the path begins with a dot'
complete -c ufind -o sparse -d 'Takes fewer blocks than its size would'
complete -c ufind -o xattr -d 'Has extended attributes'
complete -c ufind -o json -d 'Print a line with a JSON object of all that -printf can show; what is no UTF-8 is {"base64": ...}'
