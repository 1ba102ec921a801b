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
# The three binaries end in $XDG_CACHE_HOME/ringutils/oracle-HASH, where HASH
# is that of this script, which names the versions.  The first run downloads
# 9 MB and compiles for some minutes; later runs print the folder at once.
#
# As root it installs the packages that the build lacks (set
# ORACLE_INSTALL=0 to be told their names instead).
set -euo pipefail
{ # Read whole before it runs, so that it may be edited meanwhile.

COREUTILS=(coreutils 9.7-3)
FINDUTILS=(findutils 4.10.0-3)
SUITE=trixie # the Debian release that carries both

cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/ringutils
hash=$(sha256sum <"${BASH_SOURCE[0]}" | cut -c1-12)
oracle=$cache/oracle-$hash

say() { printf 'oracle.sh: %s\n' "$*" >&2; }
die() { say "$*"; exit 2; }

ready() { [ -x "$oracle/ls" ] && [ -x "$oracle/chmod" ] && [ -x "$oracle/find" ]; }

# need FILE:PACKAGE...: installs the packages whose files are missing.
need() {
    local pair missing=()
    for pair; do [ -e "${pair%%:*}" ] || missing+=("${pair#*:}"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ] || [ "${ORACLE_INSTALL:-1}" = 0 ]; then
        die "these packages are needed first: ${missing[*]}"
    fi
    say "installing ${missing[*]}"
    { apt-get install -y --no-install-recommends "${missing[@]}" ||
        { apt-get update && apt-get install -y --no-install-recommends "${missing[@]}"; }
    } >"$work/install.log" 2>&1 </dev/null || { tail -5 "$work/install.log" >&2; die "could not install them"; }
}

# Prints "URI<TAB>KEYRING" of Debian's archives (not the security ones) among
# apt's sources, in either of their two formats.
archives() {
    local f
    for f in /etc/apt/sources.list.d/*.sources; do
        [ -f "$f" ] || continue
        awk -v RS= '{
            types = uri = key = ""; n = split($0, line, "\n")
            for (i = 1; i <= n; i++) {
                split(line[i], w, " ")
                if (w[1] == "Types:") types = line[i]
                if (w[1] == "URIs:") uri = w[2]
                if (w[1] == "Signed-By:") key = w[2]
            }
            if (types ~ /deb/ && uri ~ /\/debian\/?$/) print uri "\t" key
        }' "$f"
    done
    awk '$1 ~ /^deb/ {
        key = ""
        if (match($0, /signed-by=[^] ]*/)) key = substr($0, RSTART + 10, RLENGTH - 10)
        sub(/\[[^]]*\]/, "")
        if ($2 ~ /\/debian\/?$/) print $2 "\t" key
    }' /etc/apt/sources.list /etc/apt/sources.list.d/*.list 2>/dev/null || true
}

# apt with lists of its own, which hold source packages only.
apt_own() {
    local a=$work/apt uri key
    apt=(apt-get -o "Dir::Etc::SourceList=$a/sources.list" -o Dir::Etc::SourceParts=/dev/null
        -o "Dir::State::Lists=$a/lists" -o "Dir::Cache=$a/cache" -o APT::Sandbox::User=root)
    mkdir -p "$a/lists/partial" "$a/cache/archives/partial"
    IFS=$'\t' read -r uri key < <(archives) || true
    [ -n "${uri:-}" ] || die "found no Debian archive among apt's sources"
    echo "deb-src ${key:+[signed-by=$key] }$uri $SUITE main" >"$a/sources.list"
    "${apt[@]}" update >"$work/update.log" 2>&1 || { tail -5 "$work/update.log" >&2; die "apt-get update failed"; }
}

# fetch NAME VERSION: unpacks the upstream tarball as $work/NAME.
fetch() {
    local tarball
    mkdir "$work/$1" "$work/$1.dl"
    # The .dsc may be unobtainable where only tarballs are mirrored: the
    # tarball is all that is unpacked.
    (cd "$work/$1.dl" && "${apt[@]}" source --download-only "$1=$2") >"$work/$1.log" 2>&1 </dev/null || true
    tarball=$(find "$work/$1.dl" -name '*.orig.tar.?z' | head -1)
    [ -n "$tarball" ] || { tail -5 "$work/$1.log" >&2; die "could not download the source of $1 $2"; }
    tar -C "$work/$1" --strip-components=1 --no-same-owner -xf "$tarball"
}

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
mkdir "$work/new"
cp "$work/coreutils/src/ls" "$work/coreutils/src/chmod" "$work/findutils/find/find" "$work/new"
strip "$work/new"/*
mv "$work/new" "$oracle"
say "ready: $("$oracle/ls" --version | head -1), $("$oracle/find" --version | head -1)"
echo "$oracle"
exit 0
}
