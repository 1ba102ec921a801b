#!/usr/bin/env bash
# usage: prepare.sh            prepares the suites and prints their folder
#
# What is kept of GNU's sources: the tests, and what they read.  Nothing is
# compiled.  It ends in $XDG_CACHE_HOME/ringutils/suites/HASH, where HASH is
# that of this script and of ../sources.sh, which names the versions.  The first
# run downloads 9 MB and takes half a minute; later runs print the path at once.
#
# As root it installs the packages that the tests need (set SUITES_INSTALL=0 to
# be told their names instead).
set -euo pipefail
{ # Read whole before it runs, so that it may be edited meanwhile.

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
# shellcheck source=tests/sources.sh
. "$here/../sources.sh"
install=${SUITES_INSTALL:-1}
hash=$(cat "$here/../sources.sh" "${BASH_SOURCE[0]}" | sha256sum | cut -c1-12)
suites=$cache/suites/$hash

# Locales that tests compare the months and widths of: name, source and character set.
LOCALES=(fr_FR,fr_FR,ISO-8859-1 fr_FR.UTF-8,fr_FR,UTF-8 gv_GB,gv_GB,ISO-8859-1 ga_IE,ga_IE,ISO-8859-1
    fi_FI.utf8,fi_FI,UTF-8 zh_CN,zh_CN,GB2312 ar_SY,ar_SY,ISO-8859-6)

mkdir -p "$cache/suites"
exec 8>"$cache/suites.lock"
flock 8
work=$(mktemp -d "$cache/suites/new.XXXXXX")
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT TERM HUP
need /usr/bin/runtest:dejagnu /usr/bin/perl:perl /usr/bin/python3:python3 /usr/bin/strace:strace /usr/bin/gcc:gcc \
    /usr/bin/setfacl:acl /usr/bin/getfattr:attr /usr/sbin/setcap:libcap2-bin /usr/bin/xz:xz-utils \
    /usr/bin/setpriv:util-linux /usr/bin/localedef:libc-bin /usr/share/i18n/locales/fr_FR:locales
if [ -e "$suites" ]; then echo "$suites"; exit 0; fi

apt_own
fetch "${COREUTILS[@]}"
fetch "${FINDUTILS[@]}"
mkdir -p "$work/kept"/{coreutils,findutils,locale}
mv "$work/coreutils"/{tests,init.cfg} "$work/kept/coreutils"
mv "$work/findutils"/{tests,init.cfg,find/testsuite} "$work/kept/findutils"
for locale in "${LOCALES[@]}"; do
    IFS=, read -r name source charset <<<"$locale"
    localedef -i "$source" -f "$charset" "$work/kept/locale/$name" >"$work/locale.log" 2>&1 ||
        { cat "$work/locale.log" >&2; die "there is no locale $name"; }
done
mv "$work/kept" "$suites"
echo "$suites"
exit 0
}
