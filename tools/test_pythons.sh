#!/bin/sh
# The tests of the core (tools/test_pure.sh) under every Python that pyproject.toml names and this machine has.
#   tools/test_pythons.sh [arguments of pytest]      PYTHONS="3.12 3.13" chooses among them
# Each has a .venv-3.x of its own. The last line says which passed, which failed, and which are not on this machine.
set -u
cd "$(dirname "$0")/.."
all=${PYTHONS:-$(sed -n 's/.*Programming Language :: Python :: \(3\.[0-9][0-9]*\)".*/\1/p' pyproject.toml)}
versions=${PYENV_ROOT:-$HOME/.pyenv}/versions
passed= failed= absent=

find_python() { # one that really starts: pyenv has a shim on the path for versions that are not chosen, too
    for python in "python$1" "$versions/$1".*/bin/python; do
        "$python" -c "import sys, venv, ensurepip; sys.exit('%d.%d' % sys.version_info[:2] != '$1')" >/dev/null 2>&1 &&
            "$python" -c 'import sys; print(sys.executable)' && return
    done
    return 1
}

for version in $all; do
    python=$(find_python "$version") || { absent="$absent $version"; continue; }
    echo "== Python $version: $python"
    export SIDEPOT_VENV=.venv-$version
    [ -e "$SIDEPOT_VENV/bin/python" ] || "$python" -m venv "$SIDEPOT_VENV"
    if sh tools/test_pure.sh "$@"; then passed="$passed $version"; else failed="$failed $version"; fi
done
echo "passed:${passed:- none}; failed:${failed:- none}; not on this machine:${absent:- none}"
[ -n "$passed" ] && [ -z "$failed" ]
