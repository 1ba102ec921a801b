# shellcheck shell=bash
# How GNU's tests are run, for run.sh.  Each function is called in a folder of
# one side, ours or GNU's, that ordinary users may search:
#
#   bin/       the tools under GNU's names, and what stands in for other programs
#   coreutils/ findutils/ locale/ config.h    what tests read, and write beside
#   home/ tmp/ logs/    of the ordinary user, and what each test said
#
# It prints a line a test: PASS, FAIL or SKIP, its name, the seconds that it
# took ("-" where that is not known), and why.

LIMIT=300    # seconds that a script may take
LIMIT_DG=900 # seconds that all of dejagnu's may take

SUITES=(coreutils findutils dejagnu)

# The tests of coreutils that are about ls or chmod, and those that go through a list of programs.
COREUTILS_TESTS=('ls/*' 'chmod/*' misc/time-style.sh misc/selinux.sh chown/preserve-root.sh)
COREUTILS_LISTED=(help/help-version.sh misc/usage_vs_getopt.sh misc/invalid-opt.pl)
FINDUTILS_TESTS=('find/*' misc/help-version.sh)

suite_coreutils() {
    local programs
    # To these everything is built that the system has.
    programs=$(cd /usr/bin && echo *)
    scripts coreutils "$programs" "${COREUTILS_TESTS[@]}"
    scripts coreutils 'ls chmod' "${COREUTILS_LISTED[@]}"
}

suite_findutils() { scripts findutils find "${FINDUTILS_TESTS[@]}"; }

# Each of these runs the tool four times, with -O0 to -O3.
suite_dejagnu() {
    local side=$PWD log=$PWD/logs/dejagnu
    (
        mkdir dejagnu && chown nobody dejagnu && cd dejagnu || exit
        as_user timeout -k 5 "$LIMIT_DG" env -i "${PLAIN[@]}" SHELL=/bin/sh PATH="$side/bin:$SYSTEM" \
            HOME="$side/home" TMPDIR="$side/tmp" USER=nobody LOGNAME=nobody \
            runtest --tool find --srcdir "$side/findutils/testsuite" FTSFIND="$side/bin/find" FINDFLAGS= || true
    ) >"$log" 2>&1 </dev/null
    [ ! -e dejagnu/find.log ] || cat dejagnu/find.log >>"$log"
    # A test that was not come to is told of by run.sh: GNU's side has it.
    awk -v suite=dejagnu '
        function out() { if (name != "") print (bad ? "FAIL" : good ? "PASS" : "SKIP"), suite "/" name, "-", why }
        /^Running .*\.exp \.\.\.$/ {
            out(); name = $2; sub(/.*\/testsuite\//, "", name); sub(/\.exp$/, "", name); good = bad = 0; why = ""
        }
        /^(PASS|XFAIL): /                       { good++ }
        /^(FAIL|XPASS|UNRESOLVED): |^ERROR: /   { if (!bad++) why = $0 }
        /^(UNTESTED|UNSUPPORTED): /             { if (why == "") why = $0 }
        END { out() }' dejagnu/find.sum
}

SYSTEM=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
PLAIN=(PATH="$SYSTEM" LC_ALL=C SHELL=/bin/bash)

# as_user COMMAND...: as an ordinary user, who is a member of two groups.
as_user() { setpriv --reuid=nobody --regid=nogroup --groups=nogroup,users -- "$@"; }

# scripts SUITE PROGRAMS PATTERN...: tests that are scripts; PROGRAMS are those that were built, for them.
scripts() {
    local suite=$1 programs=$2 side=$PWD version tool=find pattern test
    shift 2
    [ "$suite" = findutils ] || tool=ls
    # The last word of the first line.
    version=$(bin/$tool --version | sed -n '1s/.* //p')
    cd "$suite" || return
    for pattern; do
        # shellcheck disable=SC2231
        for test in tests/$pattern; do
            case $test in *.sh | *.pl) script "$test" ;; esac
        done
    done
    cd "$side" || return
}

script() { # TEST
    local name=$suite/${1#tests/} log began=${EPOCHREALTIME/./} status=0 how=(as_user) user=nobody why=
    local command=(/bin/bash "$1")
    log=$side/logs/${name//\//-}
    # One test says in a comment that it does without.
    if grep -q '^[^#]*require_root_' "$1"; then how=() user=root; fi
    case $1 in
    *.pl) command=(perl -w -Itests -MCuSkip -MCoreutils -M"CuTmpdir qw($(basename "$1" .pl))" "$1") ;;
    esac
    # What tests say of themselves goes to descriptor 9.
    "${how[@]}" timeout -k 5 "$LIMIT" env -i "${PLAIN[@]}" PATH="$side/bin:$SYSTEM" HOME="$side/home" \
        TMPDIR="$side/tmp" USER="$user" LOGNAME="$user" NON_ROOT_USERNAME=nobody LOCPATH="$side/locale" \
        LOCALE_FR=fr_FR LOCALE_FR_UTF8=fr_FR.UTF-8 VERSION="$version" PACKAGE_VERSION="$version" \
        abs_top_builddir="$PWD" abs_top_srcdir="$PWD" abs_srcdir="$PWD" srcdir=. top_srcdir=. \
        CONFIG_HEADER="$side/config.h" host_os=linux-gnu host_triplet=x86_64-pc-linux-gnu EXEEXT= \
        built_programs="$programs" CU_TEST_NAME="${name//\//,}" CC=gcc AWK=awk EGREP='grep -E' MAKE=make PERL=perl \
        fail=0 VERBOSE=yes RUN_EXPENSIVE_TESTS="${RUN_EXPENSIVE_TESTS-no}" \
        "${command[@]}" >"$log" 2>&1 9>&1 </dev/null || status=$?
    local took=$(((${EPOCHREALTIME/./} - began) / 100000)) verdict=FAIL
    case $status in
    0) verdict=PASS ;;
    77) verdict=SKIP why=$(sed -n "s/.*skipped test: \(.*[^']\)'*$/\1/p" "$log" | head -1) ;;
    124 | 137) why="no end within $LIMIT s" ;;
    *) why="status $status" ;;
    esac
    printf '%s %s %d.%d %s\n' "$verdict" "$name" $((took / 10)) $((took % 10)) "$why"
}
