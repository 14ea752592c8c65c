#!/bin/sh
# The tests that pass where nothing but sidepot itself and pytest is installed, in a .venv-pure of their own.
#   tools/test_pure.sh [arguments of pytest]
# The modules below need an extra. A doctest of any other that needs one fails here, and so it should.
set -eu
cd "$(dirname "$0")/.."

export SIDEPOT_VENV=${SIDEPOT_VENV:-.venv-pure}
sh tools/venv.sh test-pure
set -- --ignore=src/sidepot/web --ignore=src/sidepot/room/runtime --ignore=src/sidepot/room/store \
    --ignore=src/sidepot/cluster/nats_link.py --ignore=src/sidepot/room/audit/auditor.py \
    --ignore=src/sidepot/cluster/checkup.py --ignore=src/sidepot/room/audit/snapshots.py \
    --ignore=src/sidepot/room/audit/integrity.py --ignore=src/sidepot/room/store/ledger.py "$@"
exec "$SIDEPOT_VENV/bin/python" -m pytest -n auto -p no:cacheprovider "$@"
