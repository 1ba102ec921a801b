# What is run in guests, a function a job: in this guest the ring has
# IORING_OP_GETDENTS and IORING_OP_FCHMOD.  Read by run.sh, and by guest.sh,
# which calls `job`.
#
# A job's output is shown, and its status counts.  /tmp is a tmpfs, /run/ext4 an
# ext4, and /run/host/hostfs a folder of the host.  A system call takes 20 us
# here, and there is one CPU: no claim of speed is made of anything but waiting.

# In the order in which they are started: the longest first.
JOBS=(find ls chmod executors slow disk refused ring used)

# Seconds until a guest counts as hanging.
LIMIT=600

# Runs the guest's job, and fails if any of its steps did.
job() {
    local failed=0
    "job_$JOB" || failed=1
    return "$failed"
}

# step NAME COMMAND...: runs it, and says how long it took.
step() {
    local name=$1 began=$SECONDS status=0
    shift
    "$@" || status=$?
    printf -- '- %s: %s after %d s\n' "$name" "$([ "$status" = 0 ] && echo passed || echo "FAILED ($status)")" $((SECONDS - began))
    return "$status"
}

# on TYPE COMMAND...: runs it with its temporary files on that file system.
on() {
    local TMPDIR
    case $1 in
    tmpfs) TMPDIR=/tmp ;;
    ext4) TMPDIR=/run/ext4 ;;
    hostfs) TMPDIR=/run/host/hostfs ;;
    esac
    export TMPDIR
    # stat(1) knows ext4 by the name of its ancestors, and hostfs not at all.
    grep -q " $(findmnt -n -o TARGET -T "$TMPDIR") $1 " /proc/mounts || { echo "$TMPDIR is not on $1"; return 1; }
    shift
    "$@"
}

# tests TEST FILTER...: runs those of a target's tests.
tests() {
    local program=test_$1
    shift
    "${!program}" --nocapture "$@"
}

# whole COMMAND...: fails also where a test says that it could not be run.
whole() {
    local said=/run/said
    "$@" 2>&1 | tee "$said"
    [ "${PIPESTATUS[0]}" = 0 ] && ! grep 'NOT RUN' "$said"
}

# What the ring's own discovery finds in this guest, as one line.
found() {
    tests ringutils --ignored --exact ring::uring::tests::refused::tells | sed -n 's/.*FOUND //p'
}

# tells PATTERN: fails unless what is found is like that.
tells() {
    local line
    line=$(found)
    echo "$line"
    # shellcheck disable=SC2053
    [[ $line == $1 ]]
}

# The ring's own tests: against plain calls, and what it survives.
job_ring() {
    step "getdents and fchmod are there, and were tried" tells '*getdents: Ok(*fchmod: Ok(*' || return
    local type
    for type in tmpfs ext4 hostfs; do
        step "ring on $type" on "$type" whole tests ringutils ring:: || return
    done
}

# From here on a ring does whatever is done at once, however small the tree is.
by_ring_alone() { export RINGUTILS_IO=ring RINGUTILS_IO_DEPTH=16; }

# The same answers as GNU's, where the walk is what is tested. The guest is too slow to hold a tool at a moment that a
# test has chosen (Case::meanwhile), or to start a program for each of thousands of files.
job_find() {
    by_ring_alone
    step "find on tmpfs" on tmpfs tests find random:: effects:: links:: --skip files_that_others_remove \
        --skip vanished_files --skip names_that_change_hands --skip files_replaced_by_a_batch
}
job_ls() {
    by_ring_alone
    step "ls on tmpfs" on tmpfs tests ls random:: links:: layout::recursion layout::loops
}
job_chmod() {
    by_ring_alone
    step "chmod on tmpfs" on tmpfs tests chmod random:: recursion::
}

# Each way of getting at files, whatever is short or refused.
job_executors() { step "executors on tmpfs" on tmpfs tests executors; }

# As many random trees as there is time for.
job_disk() {
    local type tool failed=0
    by_ring_alone
    export RINGUTILS_CASES=$(((RINGUTILS_CASES + 3) / 4))
    for type in ext4 hostfs; do
        for tool in find ls chmod; do
            step "$tool on $type" on "$type" tests "$tool" random:: || failed=1
        done
    done
    return "$failed"
}

# A kernel that has the operations, and whose owner wants no rings.
job_refused() {
    local tool failed=0
    by_ring_alone
    export RINGUTILS_CASES=$(((RINGUTILS_CASES + 3) / 4))
    echo 2 >/proc/sys/kernel/io_uring_disabled || return
    step "a ring is refused" tells 'false switched off by kernel.io_uring_disabled=2' || return
    # Without a ring most of its own tests have nothing to do; none of them may fail for it.
    CI='' step "ring, refused" tests ringutils ring:: || failed=1
    for tool in find ls chmod; do
        step "$tool without a ring" on tmpfs tests "$tool" random:: || failed=1
    done
    return "$failed"
}

# By what the tools say themselves, getdents and fchmod are done by the ring.
job_used() {
    local type failed=0
    for type in tmpfs ext4 hostfs; do
        step "used on $type" on "$type" used || failed=1
    done
    echo 2 >/proc/sys/kernel/io_uring_disabled || return
    step "refused" on tmpfs used_in_vain || failed=1
    return "$failed"
}

used() {
    local tree modes
    tree=$(mktemp -d) && mkdir -p "$tree"/{a..h}/{0..99} && touch "$tree"/{a..h}/{0..99}/{x,y,z} || return
    by_ring 'read directory' getdents ufind --io=ring --io-depth=16 --io-stats "$tree" || return
    by_ring 'change mode' fchmod uchmod --io=ring --io-depth=16 --io-stats -R 751 "$tree" || return
    modes=$(find "$tree" -printf '%m\n' | sort | uniq -c)
    [ "${modes// /}" = 3209751 ] || { echo "modes left: $modes"; return 1; }
}

# by_ring KIND OPERATION TOOL...: fails unless the tool says that a ring did all that it was given, some of that kind, by
# that operation.
by_ring() {
    local kind=$1 operation=$2 said
    shift 2
    said=$("$RINGUTILS_BIN/$1" "${@:2}" 2>&1 >/dev/null) || { printf '%s\n' "$said"; return 1; }
    printf '%s\n' "$said"
    grep -Eq "^u[a-z]+: $kind +[0-9]+ +[0-9]+ +[1-9][0-9]*\$" <<<"$said" &&
        grep -q ": ring: used; .*$operation is operation" <<<"$said" && ! grep -q 'done by plain calls' <<<"$said"
}

used_in_vain() {
    local said
    said=$("$RINGUTILS_BIN/ufind" --io=ring --io-depth=16 --io-stats /usr/share/doc 2>&1 >/dev/null) || return
    printf '%s\n' "$said"
    grep -qx 'ufind: ring: not used: switched off by kernel.io_uring_disabled=2' <<<"$said"
}

# How much sooner a ring at depth 64 ends than plain calls do, where each request takes 10 ms. The server's own work for a
# request takes the guest so long that less would not show what waits overlap.
job_slow() {
    step "a ring against plain calls" overlaps
}

overlaps() {
    local plain ring again
    mkdir -p /run/slow
    plain=$(walk_time plain) && ring=$(walk_time ring) || return
    # Others use the CPU too, which plain calls hardly need: the best of three.
    for _ in 1 2; do
        again=$(walk_time ring) || return
        [ "$again" -gt "$ring" ] || ring=$again
    done
    awk "BEGIN { printf \"plain %.3f s, ring %.3f s: %.1f times\\n\", $plain / 1e6, $ring / 1e6, $plain / $ring }"
    [ "$plain" -ge $((ring * 10)) ]
}

# walk_time HOW: microseconds that ufind takes on the slow file system.
walk_time() {
    # shellcheck disable=SC2016
    "$RELEASE/slowfs" --quiet --latency=10ms /run/slow -- bash -c '
        began=${EPOCHREALTIME/./}
        "$RINGUTILS_BIN/ufind" --io="$1" --io-depth=64 --io-cpus=1 /run/slow >/run/listed || exit
        ended=${EPOCHREALTIME/./}
        [ "$(wc -l </run/listed)" = 5265 ] && echo $((ended - began))' bash "$1"
}
