#!/usr/bin/env bash
# usage: build.sh            builds the kernel and prints its path
#        build.sh --where    prints its path; status 1 where it is not built
#
# The kernel is Debian's linux-source-6.12 as User Mode Linux, an ordinary
# program, with the two patches of this folder: one adds IORING_OP_GETDENTS and
# IORING_OP_FCHMOD, the other cures a defect of 6.12 that corrupts the guest
# when a process forks while it has a ring.
#
# It ends in $XDG_CACHE_HOME/ringutils/kernel-HASH, where HASH is that of the
# patches, the configuration and this script.  The first run downloads 150 MB,
# takes 2.5 GB of disk while it lasts, and compiles for 11 minutes on two CPUs;
# later runs print the path at once.
#
# As root it installs the packages that the build lacks (set
# KERNEL_INSTALL=0 to be told their names instead).
set -euo pipefail
{ # Read whole before it runs, so that it may be edited meanwhile.

SOURCE=linux-source-6.12 # a package of Debian 12 and 13

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/ringutils
hash=$(cat "$here"/*.patch "$here/uml.defconfig" "${BASH_SOURCE[0]}" | sha256sum | cut -c1-12)
kernel=$cache/kernel-$hash/linux

say() { printf 'build.sh: %s\n' "$*" >&2; }
die() { say "$*"; exit 2; }

# logged NAME COMMAND...: runs it quietly; what it said is shown if it fails.
logged() {
    local log=$work/$1.log; shift
    "$@" >"$log" 2>&1 </dev/null || { tail -20 "$log" >&2; die "failed: $*"; }
}

# need FILE:PACKAGE...: installs the packages whose files are missing.
need() {
    local pair missing=()
    for pair; do [ -e "${pair%%:*}" ] || missing+=("${pair#*:}"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ] || [ "${KERNEL_INSTALL:-1}" = 0 ]; then
        die "these packages are needed first: ${missing[*]}"
    fi
    say "installing ${missing[*]}"
    logged install apt-get install -y --no-install-recommends "${missing[@]}"
}

# Unpacks the kernel's source as $work/source; its package is not installed.
fetch() {
    cd "$work"
    logged download apt-get -o APT::Sandbox::User=root download "$SOURCE"
    mkdir package source
    dpkg-deb -x ./*.deb package
    tar -C source --strip-components=1 --no-same-owner -xf package/usr/src/"$SOURCE".tar.xz
    rm -rf package ./*.deb
}

case ${1-} in
'') ;;
--where) [ -x "$kernel" ] || exit 1; echo "$kernel"; exit 0 ;;
*) sed -n '2,/^[^#]/{/^#/!q;s/^# \{0,1\}//;p}' "$0" >&2; exit 2 ;;
esac

mkdir -p "$cache"
exec 8>"$cache/kernel.lock"
flock 8
if [ -x "$kernel" ]; then echo "$kernel"; exit 0; fi

work=$(mktemp -d "$cache/build.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
[ "$(id -u)" -ne 0 ] || logged update apt-get update
# Without pahole, of dwarves, the kernel would have no BTF.
need /usr/bin/make:make /usr/bin/gcc:gcc /usr/include/stdio.h:libc6-dev /usr/lib/x86_64-linux-gnu/libc.a:libc6-dev \
    /usr/bin/xz:xz-utils /usr/bin/perl:perl /usr/bin/patch:patch /usr/bin/flex:flex /usr/bin/bison:bison \
    /usr/bin/bc:bc /usr/include/libelf.h:libelf-dev /usr/include/openssl/ssl.h:libssl-dev /usr/bin/pahole:dwarves
say "unpacking $SOURCE"
fetch
cd "$work/source"
for patch in "$here"/*.patch; do
    logged patch patch -p1 --forward --input="$patch"
done
cp "$here/uml.defconfig" arch/um/configs/ringutils_defconfig
say "building"
logged configure make ARCH=um O="$work/out" ringutils_defconfig
logged make nice -n 19 make ARCH=um O="$work/out" -j"$(nproc)"
# BTF stays; it is dropped without a word where the configuration lacks a part.
strip -g "$work/out/linux"
for name in IORING_OP_GETDENTS IORING_OP_FCHMOD; do
    grep -qa "$name" "$work/out/linux" || die "the kernel does not name $name"
done
rm -rf "$cache/kernel-$hash"
mkdir "$cache/kernel-$hash"
mv "$work/out/linux" "$kernel"
say "ready: $("$kernel" --version)"
echo "$kernel"
exit 0
}
