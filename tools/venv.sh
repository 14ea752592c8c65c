#!/bin/sh
# Install sidepot into .venv, editable, with extras and dependency groups of pyproject.toml: tools/venv.sh [serve|test,lint|...]
# tools/venv.sh test --if-can fast,plot: the first must be had; what is not made for this machine of the others is left out.
# SIDEPOT_VENV names another folder than .venv. It is made from the first Python >= 3.11 that can make one; uv is used where it is there.
set -eu
cd "$(dirname "$0")/.."
venv=${SIDEPOT_VENV:-.venv}
extra=${1:-}
more=
if [ "${2:-}" = --if-can ]; then more=${3:?the extras to install where they can be had}; fi

say() { printf '%s\n' "$*" >&2; }

modern() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; }
has_uv() { command -v uv >/dev/null 2>&1; }

make_venv() {
    lacking=
    for python in python3.14 python3.13 python3.12 python3.11 python3 python; do
        modern "$python" || continue
        if has_uv; then
            uv venv --quiet --python "$(command -v "$python")" "$venv"
            return
        fi
        if "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
            "$python" -m venv "$venv"
            return
        fi
        lacking=${lacking:-$python}
    done
    if has_uv; then
        uv venv --quiet --python '>=3.11' "$venv"
    elif [ -n "$lacking" ]; then
        say "sidepot: $lacking cannot make a virtual environment: it lacks venv or ensurepip."
        say "On Debian or Ubuntu: apt install python3-venv. Or install uv, which needs neither."
        exit 1
    else
        say "sidepot needs Python 3.11 or later, and found none. Install one (or uv, which brings its own)."
        exit 1
    fi
}

# Two at once would take each other's files away: they take turns at a .venv, where the system can do that.
if command -v flock >/dev/null 2>&1; then
    exec 9>"$venv.lock"
    flock 9
fi

# A .venv that came here with a copied or moved tree still runs the code of the old place.
at=$(cat "$venv/.at" 2>/dev/null || echo "$PWD")
if [ "$at" != "$PWD" ] || ! modern "$venv/bin/python"; then
    say "making $venv"
    rm -rf "$venv"
    make_venv
fi

is_group() { # one of [dependency-groups], for developers; everything else is an extra
    "$venv/bin/python" -c 'import sys, tomllib
sys.exit(sys.argv[1] not in tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"])' "$1"
}

install() {
    extras= groups=
    for one in $(printf '%s' "$1" | tr , ' '); do
        if is_group "$one"; then groups="$groups --group $one"; else extras=${extras:+$extras,}$one; fi
    done
    say "installing sidepot${1:+, with the $1 tools,} into $venv"
    if "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
        quietly="-qq --disable-pip-version-check --no-input"
        if [ -n "$groups" ]; then # pip reads groups since 25.1
            "$venv/bin/python" -m pip install $quietly 'pip>=25.1'
        fi
        # Python compiles what is imported, once: pip would compile all that is there, which takes half as long again
        "$venv/bin/python" -m pip install $quietly --no-compile -e ".${extras:+[$extras]}" $groups -c constraints.txt
    elif has_uv; then
        uv pip install --quiet --python "$venv/bin/python" -e ".${extras:+[$extras]}" $groups -c constraints.txt
    else
        say "sidepot: $venv has no pip, and there is no uv. Run 'make distclean' and try again."
        exit 1
    fi
}

got=$extra
if [ -n "$more" ] && install "$extra,$more"; then
    got=$extra,$more
else
    install "$extra"
    for one in $(printf '%s' "$more" | tr , ' '); do
        if install "$one"; then got=$got,$one; else say "left out: $one cannot be installed on this machine"; fi
    done
fi
printf '%s\n' "$PWD" >"$venv/.at"
touch "$venv/.runtime"
for one in $(printf '%s' "$got" | tr , ' '); do
    touch "$venv/.$one"
done
