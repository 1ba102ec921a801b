_uls() {
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
                cmd="uls"
                ;;
            *)
                ;;
        esac
    done

    case "${cmd}" in
        uls)
            opts="-a -A -d -R -F -h -i -p -s -f -r -S -t -U -1 -C -l -m -n -x -H -L --all --almost-all --directory --recursive --color --full-time --classify --human-readable --inode --si --size --time --time-style --group-directories-first --reverse --numeric-uid-gid --dereference-command-line --dereference --help --version"
            if [[ ${cur} == -* ]] ; then
                COMPREPLY=( $(compgen -W "${opts}" -- "${cur}") )
                return 0
            fi
            case "${prev}" in
                --color)
                    COMPREPLY=($(compgen -W "always auto never" -- "${cur}"))
                    return 0
                    ;;
                --time)
                    COMPREPLY=($(compgen -W "atime access use ctime status mtime modification birth creation" -- "${cur}"))
                    return 0
                    ;;
                --time-style)
                    COMPREPLY=($(compgen -W "full-iso long-iso iso locale +FORMAT" -- "${cur}"))
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
    complete -F _uls -o nosort -o bashdefault -o default uls
else
    complete -F _uls -o bashdefault -o default uls
fi
