#!/usr/bin/env bash
# usage: run.sh            runs all jobs of jobs.sh in guests of their own
#        run.sh JOB...     runs these
#        run.sh --list     tells which there are
#
# Builds the kernel (build.sh, 11 minutes the first time), the tools and their
# tests, boots the kernel for each job on this machine's own files, and prints
# what the job says.  Status 0 means that every guest has ended by itself after
# a job that succeeded; a panic, a hang, or a guest that says nothing is a
# failure, and its console is shown.  Of a machine that aborts after the guest
# has powered it down the job's status counts, and the abort is told of.
#
# One guest a CPU runs at a time, each pinned to its own: a guest that may move
# is ten times as slow.
#
# RINGUTILS_CASES is the number of random cases a tool (100 here), and
# RINGUTILS_SEED that of the first.
set -euo pipefail
{ # Read whole before it runs, so that it may be edited meanwhile.

MEMORY=2048 # MiB that each guest may use
DISK=512    # MiB of its ext4

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)

say() { printf 'run.sh: %s\n' "$*" >&2; }
die() { say "$*"; exit 2; }

# shellcheck source=tests/kernel/jobs.sh
. "$here/jobs.sh"
known=$(compgen -A function job_ | sed 's/^job_//')
case ${1-} in
--list) for job in "${JOBS[@]}"; do echo "$job"; done; exit 0 ;;
-*) sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//;p}' "$0" >&2; exit 2 ;;
esac
[ $# -gt 0 ] || set -- "${JOBS[@]}"
for job; do grep -qxF -- "$job" <<<"$known" || die "no job $job"; done

[ "$(uname -m)" = x86_64 ] || die "the kernel's patches are for x86_64"
[ "$(id -u)" = 0 ] || die "must run as root: the guest has the rights of who starts it, and half of the tests are root's"
command -v mkfs.ext4 >/dev/null || die "needs mkfs.ext4, of the package e2fsprogs"

kernel=$("$here/build.sh") || die "there is no kernel"

work=$(mktemp -d "${TMPDIR:-/tmp}/ringutils-kernel.XXXXXX")
chmod 755 "$work"
guests=()
tidy() {
    # A guest that is told to end leaves none of its processes.
    [ ${#guests[@]} -eq 0 ] || kill "${guests[@]}" 2>/dev/null || true
    wait
    rm -rf "$work"
}
trap tidy EXIT
trap 'exit 130' INT TERM HUP

# The tests' programs are built here, since the guest is slow, and named as TEST=PATH.
cd "$top"
cargo build --quiet --workspace --release --locked || die "the tools cannot be built"
cargo test --workspace --release --locked --no-run --message-format=json \
    --lib --test find --test ls --test chmod --test executors 2>"$work/cargo.log" >"$work/cargo.json" ||
    { tail -20 "$work/cargo.log" >&2; die "the tests cannot be built"; }
programs=$(sed -n '/"test":true/s/.*"target":{[^}]*"name":"\([a-z_]*\)".*"executable":"\([^"]*\)".*/test_\1=\2/p' "$work/cargo.json")
release=$(sed -n 's/^test_find=\(.*\)\/deps\/.*/\1/p' <<<"$programs")
[ -x "$release/ufind" ] || die "cargo does not say where the tests are"
bin=${RINGUTILS_BIN:-$release}
oracle=${RINGUTILS_ORACLE:-$("$here/../oracle.sh" --where)} || die "tests/oracle.sh has not been run"
{
    cat <<<"$programs"
    printf '%s=%q\n' top "$top" kept "$(printf '%s\n' "$top" "$release" "$bin" "$oracle")"
    printf 'export %s=%q\n' RELEASE "$release" RINGUTILS_BIN "$bin" RINGUTILS_ORACLE "$oracle" \
        RINGUTILS_CASES "${RINGUTILS_CASES:-100}" CI true RUST_BACKTRACE 0
    [ -z "${RINGUTILS_SEED-}" ] || printf 'export RINGUTILS_SEED=%q\n' "$RINGUTILS_SEED"
} >"$work/environment"

# The guest's memory is a file, and a container's /dev/shm may be too small for it.
free=$(df --output=avail -k /dev/shm 2>/dev/null | tail -1) || free=0
[ "${free:-0}" -gt $((MEMORY * 1024 * 2)) ] && memory=/dev/shm || memory=$work

# guest JOB CPU: boots a guest for a job; its status, the job's output and the console are files.
guest() {
    local job=$1 cpu=$2 home=$work/$1 began=$SECONDS status=0 limit=LIMIT_$1
    limit=${!limit:-$LIMIT}
    mkdir "$home"
    cp "$work/environment" "$home/"
    truncate -s "${DISK}M" "$home/ext4"
    mkfs.ext4 -q -F "$home/ext4"
    # GLIBC_TUNABLES: a static User Mode Linux does not survive restartable sequences.  The serial line is the
    # job's output, so that the kernel's own words stay apart.
    exec 3>"$home/output"
    trap 'kill $!; wait $!; exit 143' TERM
    TMPDIR=$memory GLIBC_TUNABLES=glibc.pthread.rseq=0 taskset -c "$cpu" timeout -k 5 "$limit" \
        "$kernel" rootfstype=hostfs rootflags=/ ro init="$here/guest.sh" mem="${MEMORY}M" \
        uml_dir="$home/uml" umid=guest ubda="$home/ext4" con=null con0=null,fd:1 ssl=null ssl0=null,fd:3 \
        WORK="$home" JOB="$job" </dev/null >"$home/console" 2>&1 &
    wait $! || status=$?
    exec 3>&-
    # The job and its guest have ended by then; only what User Mode Linux clears away behind them has not.
    if [ "$status" = 134 ] && grep -q 'reboot: Power down' "$home/console"; then
        echo "the machine aborted after it had been powered down" >>"$home/output"
        status=0
    fi
    case $status in
    0) [ -s "$home/status" ] && status=$(cat "$home/status") || status="no status, and a clean end" ;;
    124 | 137) status="no end within $limit s" ;;
    134) status="a panic" ;;
    *) status="end of the guest with $status" ;;
    esac
    printf '%s\n' "$status" >"$home/verdict"
    printf '%s\n' $((SECONDS - began)) >"$home/seconds"
}

# report JOB: what it said, and how it ended.
report() {
    local home=$work/$1 verdict
    verdict=$(cat "$home/verdict" 2>/dev/null) || verdict='no guest'
    printf '\n-- kernel: %s\n' "$1"
    cat "$home/output"
    if [ "$verdict" != 0 ]; then
        printf -- '-- console\n'
        cat "$home/console"
        failed+=("$1")
        verdict="FAILED ($verdict)"
    else
        verdict=passed
    fi
    printf -- '-- kernel: %s: %s after %d s\n' "$1" "$verdict" "$(cat "$home/seconds" 2>/dev/null || echo 0)"
    rm -rf "$home"
}

failed=()
waiting=("$@")
declare -A job_of cpu_of
mapfile -t cpus < <(taskset -pc $$ | sed 's/.*: //' | tr , '\n' | while IFS=- read -r from to; do
    seq "$from" "${to:-$from}"
done)
while [ ${#waiting[@]} -gt 0 ] || [ ${#guests[@]} -gt 0 ]; do
    while [ ${#waiting[@]} -gt 0 ] && [ ${#cpus[@]} -gt 0 ]; do
        guest "${waiting[0]}" "${cpus[0]}" &
        guests+=($!) job_of[$!]=${waiting[0]} cpu_of[$!]=${cpus[0]}
        waiting=("${waiting[@]:1}") cpus=("${cpus[@]:1}")
    done
    wait -n -p ended "${guests[@]}" || true
    left=()
    for pid in "${guests[@]}"; do [ "$pid" = "$ended" ] || left+=("$pid"); done
    guests=("${left[@]}")
    cpus+=("${cpu_of[$ended]}")
    report "${job_of[$ended]}"
done

if [ ${#failed[@]} -gt 0 ]; then
    printf 'kernel: failed: %s; %d s in all\n' "${failed[*]}" "$SECONDS"
    exit 1
fi
printf 'kernel: all passed; %d s in all\n' "$SECONDS"
exit 0
}
