# shellcheck shell=bash
# Where GNU's sources come from, for the scripts that source this: upstream's
# tarballs as Debian's source packages carry them.  apt checks them against the
# archive's signed index; the system's apt sources and lists stay as they are.
#
# They set `install` to 0 where packages are not to be installed, and `work` to
# a folder for what comes and goes.

COREUTILS=(coreutils 9.7-3)
FINDUTILS=(findutils 4.10.0-3)
RELEASE=trixie # the Debian release that carries both

cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/ringutils

say() { printf '%s: %s\n' "${0##*/}" "$*" >&2; }
die() { say "$*"; exit 2; }

# need FILE:PACKAGE...: installs the packages whose files are missing.
need() {
    local pair missing=()
    for pair; do [ -e "${pair%%:*}" ] || missing+=("${pair#*:}"); done
    [ ${#missing[@]} -gt 0 ] || return 0
    if [ "$(id -u)" -ne 0 ] || [ "$install" = 0 ]; then
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
    echo "deb-src ${key:+[signed-by=$key] }$uri $RELEASE main" >"$a/sources.list"
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
