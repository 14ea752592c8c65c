#!/bin/sh
# The tests, on all cores, with what they can use beside Python's packages: a browser, Node, NATS and a PostgreSQL, installed where that
# is possible and started for as long as the tests run. What cannot be had is skipped; the last line says what that was.
#   tools/test.sh [arguments of pytest]    SIDEPOT_TEST_POSTGRES names a server that runs already
set -eu
cd "$(dirname "$0")/.."

sh tools/chromium.sh || true
sh tools/node.sh || true
sh tools/nats.sh || true
if [ -z "${SIDEPOT_TEST_POSTGRES:-}" ] && SIDEPOT_TEST_POSTGRES=$(sh tools/postgres.sh start); then
    export SIDEPOT_TEST_POSTGRES
    trap 'sh tools/postgres.sh stop "$SIDEPOT_TEST_POSTGRES"' EXIT
    trap 'exit 130' INT TERM
fi
# Many tests wait, for a server or a browser: so there are half as many more at a time than there are cores. One that is
# done with its own takes half of what another has before it: the tests of a file mostly stay together, with what they share.
workers=$(.venv/bin/python -c 'import os; print(-(-(os.cpu_count() or 1) * 3 // 2))')
.venv/bin/python -m pytest -n "$workers" --dist worksteal "$@"
