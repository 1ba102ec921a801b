_ufind() {
    local i cur prev opts cmd
    COMPREPLY=()
    if [[ "${BASH_VERSINFO[0]}" -ge 4 ]]; then
        cur="$2"
    else
        cur="${COMP_WORDS[COMP_CWORD]}"
    fi
    prev="$3"
    cmd=""
    opts=""

    for i in "${COMP_WORDS[@]:0:COMP_CWORD}"
    do
        case "${cmd},${i}" in
            ",$1")
                cmd="ufind"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        ufind)
            opts="-D -H -L -O3 -P --io --io-cpus --io-depth --io-stats -and -a -not -or -o -daystart -follow -nowarn -regextype -warn -d -depth -files0-from --help -help -ignore_readdir_race -maxdepth -mindepth -noignore_readdir_race -noleaf --shard --shard --version -version -mount -x -xdev -amin -anewer -atime -cmin -cnewer -context -ctime -empty -executable -false -fstype -gid -group -ilname -iname -inum -iwholename -ipath -iregex -links -lname -mmin -mtime -name -newer -newerXY -nogroup -nouser -wholename -path -perm -readable -regex -samefile -size -true -type -uid -used -user -writable -xtype -delete -exec -execdir -fls -fprint -fprint0 -fprintf -ls -ok -okdir -print -print0 -printf -prune -quit -color -exclude -E -gitignore -j -nocolor -noerror -nohidden -s -status -S -unique -acl -asince -Bsince -capable -csince -flags -hidden -msince -since -sparse -xattr -xattrname -json -limit"
            if [[ ${cur} == -* ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                -D)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --io)
                    COMPREPLY=($(compgen -W "auto plain threads ring" -- "${cur}"))
                    return 0
                    ;;
                --io-cpus)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --io-depth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -regextype)
                    COMPREPLY=($(compgen -W "findutils-default ed emacs gnu-awk grep posix-awk awk posix-basic posix-egrep egrep posix-extended posix-minimal-basic sed" -- "${cur}"))
                    return 0
                    ;;
                -files0-from)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -maxdepth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -mindepth)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shard)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                --shard)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -amin)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -anewer)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -atime)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -cmin)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -cnewer)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -context)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -ctime)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -fstype)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -gid)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -group)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -ilname)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -iname)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -inum)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -ipath)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -iwholename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -iregex)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -links)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -lname)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -mmin)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -mtime)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -name)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -newer)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -newerXY)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -path)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -wholename)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -perm)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -regex)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -samefile)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -size)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -type)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -uid)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -used)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -user)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -xtype)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -exec)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -execdir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -fls)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -fprint)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -fprint0)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -fprintf)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -ok)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -okdir)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -printf)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -exclude)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -j)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -S)
                    COMPREPLY=($(compgen -W "bfs dfs" -- "${cur}"))
                    return 0
                    ;;
                -asince)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -Bsince)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -csince)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -flags)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -since)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -msince)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -xattrname)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                -limit)
                    COMPREPLY=($(compgen -f "${cur}"))
                    return 0
                    ;;
                *)
                    COMPREPLY=()
                    ;;
            esac
            COMPREPLY=()
            return 0
            ;;
    esac
}

if [[ "${BASH_VERSINFO[0]}" -eq 4 && "${BASH_VERSINFO[1]}" -ge 4 || "${BASH_VERSINFO[0]}" -gt 4 ]]; then
    complete -F _ufind -o nosort -o bashdefault -o default ufind
else
    complete -F _ufind -o bashdefault -o default ufind
fi
