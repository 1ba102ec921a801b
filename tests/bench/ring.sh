#!/usr/bin/env bash
# usage: tests/bench/ring.sh [--runs N] [--only PATTERN] [TREE]
#
# Times our tools with each executor against each other: plain calls, threads
# and a ring at 2, 8, 32 and 64 operations in flight, and what they choose by
# themselves, on four file systems: where TREE is, with all in the kernel's
# caches and with nothing (root only), in memory (root only), and a slow one of
# our own with 1 ms a request (root only).
#
# Each column has the time, and in parentheses what of it the kernel worked, in
# milliseconds: medians of N rounds in turns (5; 3 where nothing is cached).
# TREE is taken where it exists, else made, of 40,000 directories; in memory
# there are 10,000.
#
#   --only PATTERN  only the lines whose name matches the shell pattern
#
# RINGUTILS_BIN=DIR times the tools of that folder instead of building them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
runs='' only='*'
while [ $# -gt 0 ]; do
    case $1 in
    --runs) runs=$2; shift ;;
    --only) only=$2; shift ;;
    -*) sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//;p}' "$0" >&2; exit 2 ;;
    *) break ;;
    esac
    shift
done

work=$(mktemp -d "${TMPDIR:-/tmp}/ringutils-bench.XXXXXX")
memory=''
tidy() {
    [ -z "$memory" ] || umount "$memory"
    rm -rf "$work"
}
trap tidy EXIT
trap 'exit 130' INT TERM HUP
for program in gen race; do
    gcc -O2 -pthread -o "$work/$program" "$here/$program.c"
done
if [ -n "${RINGUTILS_BIN:-}" ]; then
    ours=$(cd "$RINGUTILS_BIN" && pwd)
else
    cargo build --quiet --release --workspace --manifest-path "$here/../../Cargo.toml"
    ours=${CARGO_TARGET_DIR:-$here/../../target}/release
fi
TREE=${1:-$work/tree}
[ -e "$TREE" ] || "$work/gen" "$TREE" 40000 8 >/dev/null
TREE=$(cd "$TREE" && pwd)

# ---- The table -------------------------------------------------------------
means=(plain "--io=plain")
for executor in threads ring; do
    for depth in 2 8 32 64; do
        means+=("$executor $depth" "--io=$executor --io-depth=$depth")
    done
done
means+=(auto "--io=auto")

printf '%s CPUs, %s; milliseconds (of them in the kernel)\n' "$(nproc)" "$(uname -sr)"
printf 'the ring here: %s\n\n' "$("$ours/ufind" --io=ring --io-depth=2 --io-stats "$TREE" -maxdepth 2 2>&1 >/dev/null |
    sed -n 's/.*: ring: //p')"
printf '%-32s' ''
for ((i = 0; i < ${#means[@]}; i += 2)); do printf ' %15s' "${means[i]}"; done
printf '\n'
line() { # FILE-SYSTEM RUNS RACE-OPTION TOOL WORDS, in which TREE stands for the tree
    local name="$1: $4 $5" words=() i
    # shellcheck disable=SC2254
    case $name in $only) ;; *) return 0 ;; esac
    for ((i = 0; i < ${#means[@]}; i += 2)); do
        words+=("${means[i]}" "$ours/u$4 ${means[i + 1]} ${5/TREE/$tree}")
    done
    # shellcheck disable=SC2086
    "$work/race" $3 -n "${runs:-$2}" "${words[@]}" | awk -F'\t' -v name="$name" '
        BEGIN { printf "%-32s", name }
        { printf " %15s", sprintf("%.1f (%.1f)", $2, $5) }
        END { printf "\n" }'
}
lines() { # FILE-SYSTEM RUNS RACE-OPTION TREE
    local tree=$4
    line "$1" "$2" "$3" find TREE
    line "$1" "$2" "$3" find 'TREE -size +1k'
    line "$1" "$2" "$3" ls '-lR TREE'
    line "$1" "$2" "$3" chmod '-R 755 TREE'
}
type=$(findmnt -n -o FSTYPE -T "$TREE")
lines "hot $type" 5 '' "$TREE"
if [ "$(id -u)" != 0 ]; then
    echo "ring.sh: the other file systems need root" >&2
    exit 0
fi
lines "cold $type" 3 -c "$TREE"
memory=$work/memory
mkdir "$memory"
mount -t tmpfs none "$memory"
"$work/gen" "$memory/tree" 10000 8 >/dev/null
lines tmpfs 5 '' "$memory/tree"
# Mounted anew for each line, by a server that ends with it.
mkdir "$work/slow"
slow=$(cargo build --quiet --release -p ringutils-tests --bin slowfs --message-format=json \
    --manifest-path "$here/../../Cargo.toml" | sed -n 's/.*"executable":"\([^"]*\)".*/\1/p')
race=$work/race
printf '#!/bin/sh\nexec %q --quiet --latency=1ms --tree=8,3,8 %q -- %q "$@"\n' "$slow" "$work/slow" "$race.fast" >"$work/over"
mv "$race" "$race.fast"
mv "$work/over" "$race"
chmod +x "$race"
lines 'slow, 1 ms' 3 '' "$work/slow"
