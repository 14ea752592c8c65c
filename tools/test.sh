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
.venv/bin/python -m pytest -n auto "$@"
