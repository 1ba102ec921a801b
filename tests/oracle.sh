#!/usr/bin/env bash
# usage: oracle.sh            prepares the oracle and prints its folder
#        oracle.sh --where    prints its folder; status 1 where it is not prepared
#
# The oracle is GNU's own ls, chmod and find, of the versions that ringutils
# claims to equal, built from the upstream tarballs that Debian's source
# packages carry.  apt checks them against the archive's signed index.  The
# system's apt sources and lists stay as they are.  For messages in another
# language they look into the system's catalogues, below /usr/share/locale.
# What gnulib says is looked up in coreutils' catalogue, as older versions did:
# one of its own is newer than the systems that this runs on.
#
# The three binaries end in $XDG_CACHE_HOME/ringutils/oracle/HASH, where HASH is
# that of this script and of sources.sh, which names the versions.  The first
# run downloads 9 MB and compiles for some minutes; later runs print the folder
# at once.
#
# As root it installs the packages that the build lacks (set
# ORACLE_INSTALL=0 to be told their names instead).
set -euo pipefail
{ # Read whole before it runs, so that it may be edited meanwhile.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/sources.sh
. "$here/sources.sh"
install=${ORACLE_INSTALL:-1}
hash=$(cat "$here/sources.sh" "${BASH_SOURCE[0]}" | sha256sum | cut -c1-12)
oracle=$cache/oracle/$hash

ready() { [ -x "$oracle/ls" ] && [ -x "$oracle/chmod" ] && [ -x "$oracle/find" ]; }

# build NAME COMMAND...: runs the commands of a shell text in $work/NAME.
build() {
    local name=$1 log=$work/$1.build; shift
    say "building $name"
    (cd "$work/$name" && FORCE_UNSAFE_CONFIGURE=1 bash -ec "$*") >"$log" 2>&1 </dev/null ||
        { tail -20 "$log" >&2; die "the build of $name failed"; }
}

case ${1-} in
'') ;;
--where) ready || exit 1; echo "$oracle"; exit 0 ;;
*) sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//;p}' "$0" >&2; exit 2 ;;
esac

mkdir -p "$cache"
exec 8>"$cache/lock"
flock 8
if ready; then echo "$oracle"; exit 0; fi

work=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
# With these libraries ls knows capabilities and security contexts.
need /usr/bin/make:make /usr/bin/gcc:gcc /usr/include/stdio.h:libc6-dev /usr/bin/xz:xz-utils /usr/bin/perl:perl \
    /usr/include/sys/acl.h:libacl1-dev /usr/include/attr/libattr.h:libattr1-dev \
    /usr/include/sys/capability.h:libcap-dev /usr/include/selinux/selinux.h:libselinux1-dev
apt_own
fetch "${COREUTILS[@]}"
fetch "${FINDUTILS[@]}"
jobs=$(nproc)
# Of coreutils two programs are wanted, and the generated headers first.  That
# libc's getcwd works is not left to a trial, which a busy machine can spoil.
build coreutils "gl_cv_func_getcwd_path_max=yes gl_cv_func_getcwd_abort_bug=no ./configure -q --prefix=/usr --without-openssl
    sed -i 's/dgettext (\"gnulib\"/dgettext (\"coreutils\"/' lib/*.[ch]
    printf 'include Makefile\ngenerated: \$(BUILT_SOURCES)\n' >generated.mk
    make -j$jobs -f generated.mk generated
    make -j$jobs src/ls src/chmod"
build findutils "./configure -q --prefix=/usr
    make -j$jobs -C gl all && make -j$jobs -C lib all && make -j$jobs -C find all"
rm -rf "$oracle"
mkdir -p "$work/new" "$cache/oracle"
cp "$work/coreutils/src/ls" "$work/coreutils/src/chmod" "$work/findutils/find/find" "$work/new"
strip "$work/new"/*
mv "$work/new" "$oracle"
say "ready: $("$oracle/ls" --version | head -1), $("$oracle/find" --version | head -1)"
echo "$oracle"
exit 0
}
