#!/bin/sh
# The tests, on all cores, with what they can use beside Python's packages: a browser, Node, NATS and a PostgreSQL, which
# `make test` installs before, where that is possible. What cannot be had is skipped; the last line says what that was.
#   tools/test.sh quick [arguments of pytest]    all but what is `long`, with few examples of each property: five minutes on two cores
#   tools/test.sh rest [arguments of pytest]     what `quick` leaves out: the `long` ones, and every property at length
#   tools/test.sh compile                        what tests import, and the tests themselves: part of the installation
# SIDEPOT_TEST_POSTGRES names a server that runs already.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python

part=${1:?quick, rest or compile}
shift
unset PYTHONDONTWRITEBYTECODE # Python and pytest compile each file once, and every worker finds what was kept

if [ "$part" = compile ]; then # half of the files at a time
    $python -m pytest -n 0 --collect-only -qq -p no:doctest -o addopts= tests/[a-h]* >/dev/null 2>&1 &
    $python -m pytest -n 0 --collect-only -qq -p no:doctest -o addopts= tests/[i-z]* >/dev/null 2>&1 || true
    wait $! || true
    exit
fi
case $part in
quick) set -- -m "not long" --hypothesis-profile=few "$@" ;;
rest) set -- -m "long or more or hypothesis" "$@" ;;
*) echo "tools/test.sh: quick, rest or compile, not $part" >&2 && exit 2 ;;
esac

if [ -z "${SIDEPOT_TEST_POSTGRES:-}" ] && SIDEPOT_TEST_POSTGRES=$(sh tools/postgres.sh start); then
    export SIDEPOT_TEST_POSTGRES
    trap 'sh tools/postgres.sh stop "$SIDEPOT_TEST_POSTGRES"' EXIT
    trap 'exit 130' INT TERM
fi

# Many tests wait, for a server or a browser: so there are more at a time than there are cores: five on two. One that is
# done with its own takes half of what another has before it: the tests of a file mostly stay together, with what they share.
workers=$($python -c 'import os; print(2 * (os.cpu_count() or 1) + 1)')
# `make coverage` names another way to run pytest.
$python -m ${SIDEPOT_RUNNER:-pytest} -n "$workers" --dist worksteal "$@"
