#!/usr/bin/env bash
# usage: tests/bench/run.sh [--cold] [--runs N] [--only PATTERN] [TREE [WIDE]]
#
# Times our tools against GNU's, the system's and those that tests/oracle.sh
# prepares, and against bfs and fd where they are installed (Debian packages
# bfs and fd-find), on a tree of 40,000 directories and on one directory of
# 162,631 files.  TREE and WIDE are taken where they exist, else made; without
# names they are made in a temporary folder and removed.
#
# All programs of a line run in turns; a time is the median of N rounds (7).
# The ratio is ours to the faster of GNU's two.  Peaks are of resident memory.
#
#   --cold          drops the kernel's caches before each run (root only), 5
#                   rounds, and only what reads much; it takes a quarter of an hour
#   --only PATTERN  only the lines whose name matches the shell pattern
#
# RINGUTILS_BIN=DIR times the tools of that folder instead of building them;
# RINGUTILS_ORACLE=DIR takes GNU's newer tools from there.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cold='' runs='' only='*'
while [ $# -gt 0 ]; do
    case $1 in
    --cold) cold=-c ;;
    --runs) runs=$2; shift ;;
    --only) only=$2; shift ;;
    -*) sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//;p}' "$0" >&2; exit 2 ;;
    *) break ;;
    esac
    shift
done
runs=${runs:-${cold:+5}} runs=${runs:-7}
if [ -n "$cold" ] && [ "$(id -u)" != 0 ]; then
    echo "run.sh: --cold needs root" >&2
    exit 2
fi

work=$(mktemp -d "${TMPDIR:-/tmp}/ringutils-bench.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
for program in gen floor race; do
    gcc -O2 -pthread -o "$work/$program" "$here/$program.c"
done
TREE=${1:-$work/tree} WIDE=${2:-$work/wide}
[ -e "$TREE" ] || "$work/gen" "$TREE" 40000 8
[ -e "$WIDE" ] || "$work/gen" "$WIDE" 0 120000
mkdir "$work/small"
for i in 0 1 2 3 4 5 6 7 8 9; do echo "$i" >"$work/small/file$i"; done

# ---- The programs ----------------------------------------------------------
if [ -n "${RINGUTILS_BIN:-}" ]; then
    ours=$RINGUTILS_BIN
else
    cargo build --quiet --release --manifest-path "$here/../../Cargo.toml"
    ours=${CARGO_TARGET_DIR:-$here/../../target}/release
fi
new=${RINGUTILS_ORACLE:-$("$here/../oracle.sh" --where || true)}
[ -n "$new" ] || echo "run.sh: no reference build, only the system's GNU tools; tests/oracle.sh makes it" >&2
optional() { command -v "$1" || command -v "$2" || echo "run.sh: no $1; the Debian package is $3" >&2; }
bfs=$(optional bfs bfs bfs)
fd=$(optional fdfind fd fd-find)

# ---- The table -------------------------------------------------------------
heat=hot
[ -z "$cold" ] || heat=cold
printf '%s CPUs, %s, %s; %s, medians of %s rounds in turns; milliseconds\n\n' "$(nproc)" "$(uname -sr)" \
    "$(findmnt -n -o FSTYPE -T "$TREE")" "$heat" "$runs"
printf '%-26s %9s %9s %9s %7s  %9s %9s  %s\n' '' ours system newer ratio 'peak KiB' "GNU's" others
line() { # NAME WORK OURS GNU-TOOL GNU-ARGUMENTS [NAME COMMAND]...
    local name=$1 times=$2 mine=$3 tool=$4 words=$5
    shift 5
    # shellcheck disable=SC2254
    case $name in $only) ;; *) return 0 ;; esac
    local race=(ours "$mine" system "/usr/bin/$tool $words")
    [ -z "$new" ] || race+=(newer "$new/$tool $words")
    "$work/race" $cold -n "$runs" -w "$times" "${race[@]}" "$@" | awk -F'\t' -v name="$name" '
        { time[$1] = $2; peak[$1] = $4; order[NR] = $1 }
        END {
            best = time["system"]; memory = peak["system"]
            if ("newer" in time && time["newer"] < best) { best = time["newer"]; memory = peak["newer"] }
            for (i = 1; i <= NR; i++)
                if (order[i] != "ours" && order[i] != "system" && order[i] != "newer")
                    others = others sprintf("  %s %.1f (%.2f)", order[i], time[order[i]], time[order[i]] / best)
            printf "%-26s %9.2f %9.2f %9s %7.2f  %9d %9d%s\n", name, time["ours"], time["system"],
                ("newer" in time) ? sprintf("%.2f", time["newer"]) : "-", time["ours"] / best, peak["ours"], memory, others
        }'
}
others=()
[ -z "$bfs" ] || others+=(bfs "$bfs $TREE")
[ -z "$fd" ] || others+=(fd "$fd -u . $TREE")
line 'find TREE' 1 "$ours/ufind $TREE" find "$TREE" "${others[@]}" floor "$work/floor walk 2 $TREE"
others=()
[ -z "$bfs" ] || others+=(bfs "$bfs $TREE -size +1k")
[ -z "$fd" ] || others+=(fd "$fd -u -S +1k . $TREE")
line 'find TREE -size +1k' 1 "$ours/ufind $TREE -size +1k" find "$TREE -size +1k" "${others[@]}" floor "$work/floor stat 2 $TREE"
line 'ls -lR TREE' 1 "$ours/uls -lR $TREE" ls "-lR $TREE" floor "$work/floor stat 2 $TREE"
line 'ls -R TREE' 1 "$ours/uls -R $TREE" ls "-R $TREE" floor "$work/floor walk 2 $TREE"
line 'ls WIDE' 1 "$ours/uls $WIDE" ls "$WIDE"
line 'ls -l WIDE' 1 "$ours/uls -l $WIDE" ls "-l $WIDE"
line 'chmod -R 755 TREE' 1 "$ours/uchmod -R 755 $TREE" chmod "-R 755 $TREE" floor "$work/floor chmod 2 $TREE"
[ -z "$cold" ] || exit 0
# No shell is between: stars and semicolons arrive as they are.
searches=('-name *.c' '-iname *.C' '-path */x/*' '-regex .*\.c' '-regex .*[xy]\.c'
    "-type f -newer $work/old -size +4k -printf %s\040%p\n" '-exec true {} +')
touch -d 2000-01-01 "$work/old"
for search in "${searches[@]}"; do
    line "find TREE ${search/$work\/}" 1 "$ours/ufind $TREE $search" find "$TREE $search"
done
mkdir "$work/many"
(cd "$work/many" && seq 2000 | xargs touch)
line 'find, 2000 files -exec ;' 1 "$ours/ufind $work/many -exec true {} ;" find "$work/many -exec true {} ;"
others=()
[ -z "$bfs" ] || others+=(bfs "$bfs $work/small")
line 'start: find, ten files' 200 "$ours/ufind $work/small" find "$work/small" "${others[@]}" floor "$work/floor walk 1 $work/small"
line 'start: ls, ten files' 200 "$ours/uls $work/small" ls "$work/small"
line 'start: ls -al, ten files' 200 "$ours/uls -al $work/small" ls "-al $work/small"
line 'start: chmod, one file' 200 "$ours/uchmod 644 $work/small/file1" chmod "644 $work/small/file1"
