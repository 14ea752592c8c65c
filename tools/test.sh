#!/bin/sh
# The tests, on all cores, with what they can use beside Python's packages: a browser, Node, NATS and a PostgreSQL, which
# `make test` installs before, where that is possible. What cannot be had is skipped; the last line says what that was.
#   tools/test.sh quick [arguments of pytest]    all but what is `long`, with few examples of each property: five minutes on two cores
#   tools/test.sh rest [arguments of pytest]     what `quick` leaves out: the `long` ones, and every property at length
# SIDEPOT_TEST_POSTGRES names a server that runs already.
set -eu
cd "$(dirname "$0")/.."
python=.venv/bin/python

part=${1:?quick or rest}
shift
case $part in
quick) set -- -m "not long" --hypothesis-profile=few "$@" ;;
rest) set -- -m "long or more or hypothesis" "$@" ;;
*) echo "tools/test.sh: quick or rest, not $part" >&2 && exit 2 ;;
esac

if [ -z "${SIDEPOT_TEST_POSTGRES:-}" ] && SIDEPOT_TEST_POSTGRES=$(sh tools/postgres.sh start); then
    export SIDEPOT_TEST_POSTGRES
    trap 'sh tools/postgres.sh stop "$SIDEPOT_TEST_POSTGRES"' EXIT
    trap 'exit 130' INT TERM
fi

# pytest rewrites each file of tests before it runs it the first time, and every worker would do that for itself: here each
# file is rewritten once, half of them at a time. Later runs find what was kept.
unset PYTHONDONTWRITEBYTECODE
if ! ls tests/whole/__pycache__/test_each.*-pytest-*.pyc >/dev/null 2>&1; then
    $python -m pytest -n 0 --collect-only -qq -p no:doctest -o addopts= tests/[a-h]* >/dev/null 2>&1 &
    $python -m pytest -n 0 --collect-only -qq -p no:doctest -o addopts= tests/[i-z]* >/dev/null 2>&1 || true
    wait $! || true
fi

# Many tests wait, for a server or a browser: so there are more at a time than there are cores: five on two. One that is
# done with its own takes half of what another has before it: the tests of a file mostly stay together, with what they share.
workers=$($python -c 'import os; print(2 * (os.cpu_count() or 1) + 1)')
# `make coverage` names another way to run pytest.
$python -m ${SIDEPOT_RUNNER:-pytest} -n "$workers" --dist worksteal "$@"
