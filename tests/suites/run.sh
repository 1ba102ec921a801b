#!/usr/bin/env bash
# usage: run.sh            runs GNU's own tests on our tools and on GNU's
#        run.sh SUITE...   these suites: coreutils, findutils, dejagnu
#
# Coreutils' tests of ls and chmod and findutils' of find, from the sources of
# the versions that tests/oracle.sh builds (prepare.sh).  Each suite runs twice
# at the same time, on our tools and on the oracle.  Status 0 means that ours
# failed and left out no test that GNU's passed, but for those that the file
# `exceptions` names, and that GNU's passed all others.
#
# Tests that ask for root have it, all others run as an ordinary user.  With
# RUN_EXPENSIVE_TESTS=yes those with 200,000 files run as well, for minutes.
# RINGUTILS_BIN and RINGUTILS_ORACLE are the folders of the tools, as for all
# tests; KEEP=1 keeps what the tests said.
set -euo pipefail
{ # Read whole before it runs, so that it may be edited meanwhile.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
top=$(cd "$here/../.." && pwd)

say() { printf 'run.sh: %s\n' "$*" >&2; }
die() { say "$*"; exit 2; }

# shellcheck source=tests/suites/suites.sh
. "$here/suites.sh"
case ${1-} in
-*) sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//;p}' "$0" >&2; exit 2 ;;
esac
[ $# -gt 0 ] || set -- "${SUITES[@]}"
for suite; do printf '%s\n' "${SUITES[@]}" | grep -qxF -- "$suite" || die "no suite $suite"; done
[ "$(id -u)" = 0 ] || die "must run as root: some of the tests ask for it"

suites=$("$here/prepare.sh") || die "there are no suites"
oracle=${RINGUTILS_ORACLE:-$("$here/../oracle.sh" --where)} || die "tests/oracle.sh has not been run"
bin=${RINGUTILS_BIN-}
if [ -z "$bin" ]; then
    (cd "$top" && cargo build --quiet --workspace --release --locked) || die "the tools cannot be built"
    bin=$top/target/release
fi

# Ordinary users must reach it, and it must be no tmpfs: tests look at what a disk's file system does.
work=$(mktemp -d "${TMPDIR:-/tmp}/ringutils-suites.XXXXXX")
chmod 755 "$work"
tidy() {
    if [ -n "${KEEP-}" ]; then say "kept $work"; else rm -rf "$work"; fi
}
trap tidy EXIT
trap 'exit 130' INT TERM HUP

# side NAME LS CHMOD FIND: prepares a folder for one side.
side() {
    local side=$work/$1
    mkdir -p "$side"/{bin,home,tmp,logs}
    cp -a "$suites"/. "$side/"
    cp "$2" "$side/bin/ls" && cp "$3" "$side/bin/chmod" && cp "$4" "$side/bin/find"
    cp "$here/getlimits" "$side/bin/"
    ln -s /usr/bin/python3 "$side/bin/python"
    # What the oracle was built with.
    printf '#define %s 1\n' HAVE_CAP HAVE_OPENAT HAVE_SELINUX_SELINUX_H USE_ACL >"$side/config.h"
    chown -R -h nobody:nogroup "$side"
}

# verdicts SIDE SUITE...: runs suites on a side.
verdicts() {
    local suite began
    cd "$work/$1" || return
    shift
    for suite; do
        began=$SECONDS
        "suite_$suite"
        echo "TOOK $suite $((SECONDS - began))"
    done
}

side gnu "$oracle/ls" "$oracle/chmod" "$oracle/find"
side ours "$bin/uls" "$bin/uchmod" "$bin/ufind"
(verdicts gnu "$@") >"$work/gnu.verdicts" 2>"$work/gnu.errors" &
(verdicts ours "$@") >"$work/ours.verdicts" 2>"$work/ours.errors" &
wait
cat "$work"/*.errors >&2

status=0
awk -v suites=" $* " '
    FILENAME ~ /exceptions$/ {
        split($2, part, "/")
        if (index(suites, " " part[1] " ")) excepted[$2] = $1
        next
    }
    $1 == "TOOK" { took = took sprintf(" %s %s %d s;", $2, FILENAME ~ /ours/ ? "ours" : "gnu", $3); next }
    { why = $1; for (i = 4; i <= NF; i++) why = why " " $i }
    FILENAME ~ /gnu.verdicts$/ { gnu[$2] = $1; gnus_why[$2] = why; gnus[$1]++; next }
    { ours[$2] = $1; our_why[$2] = why; count[$1]++; if ($3 >= 2) slow = slow sprintf(" %s %s s;", $2, $3) }
    function wrong(test, what) { printf "FAILED: %s: %s\n", test, what; bad++ }
    END {
        for (test in gnu) {
            if (!(test in ours)) our_why[test] = "did not come to it"
            if (gnu[test] == "PASS") {
                if (ours[test] != "PASS" && excepted[test] != "differs") wrong(test, "GNU PASS, ours " our_why[test])
            } else if (excepted[test] == "left-out" && ours[test] == gnu[test]) {
                printf "left out: %s: %s\n", test, gnus_why[test]
            } else wrong(test, "GNU " gnus_why[test] ", ours " our_why[test])
        }
        for (test in ours) if (!(test in gnu)) wrong(test, "GNU did not come to it, ours " our_why[test])
        for (test in excepted) {
            if (excepted[test] != "differs") continue
            if (gnu[test] != "PASS") wrong(test, "listed as different, and GNU does not pass it")
            else if (ours[test] == "PASS") wrong(test, "listed as different, and ours passes it")
            else printf "differs: %s: ours %s\n", test, our_why[test]
        }
        if (gnus["PASS"] == 0) wrong("all", "GNU passes nothing")
        print "over 2 s:" slow
        print "took:" took
        printf "suites: ours %d pass, %d fail, %d left out; GNU %d pass, %d fail, %d left out\n",
            count["PASS"], count["FAIL"], count["SKIP"], gnus["PASS"], gnus["FAIL"], gnus["SKIP"]
        exit bad > 0
    }' "$here/exceptions" "$work/gnu.verdicts" "$work/ours.verdicts" || status=$?

# What the tests that failed had to say.
if [ "$status" != 0 ]; then
    awk '$1 == "FAIL" { print $2 }' "$work/ours.verdicts" | while read -r test; do
        log=$work/ours/logs/${test//\//-}
        [ ! -e "$log" ] || { printf -- '-- %s\n' "$test"; tail -25 "$log"; }
    done
fi
exit "$status"
}
