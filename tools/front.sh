#!/bin/sh
# The checks of the pages' scripts: their tests, their types, their lint. Nothing of it is served, and there is no build.
# What cannot run on this machine is skipped, and says so. TypeScript and Biome come from npm, in the versions of
# package.json; so does pyright, which `tools/example_types.py` runs.
#   tools/front.sh
set -eu
cd "$(dirname "$0")/.."

skip() { printf 'front: %sskipped, because %s\n' "${2:-}" "$1"; exit 0; }

why=$(sh tools/node.sh 2>&1) || skip "$why"

told=$(mktemp)
trap 'rm -f "$told"' EXIT
if ! node --test tests/front/*.test.mjs >"$told" 2>&1; then
    cat "$told"
    exit 1
fi
printf 'front: %s tests hold\n' "$(sed -n 's/^# pass //p; s/^ℹ pass //p' "$told")"

if ! cmp -s package.json node_modules/.made; then
    command -v npm >/dev/null 2>&1 || skip "there is no npm" "types and lint "
    npm install --no-package-lock --no-audit --no-fund --silent >"$told" 2>&1 ||
        skip "npm could not install TypeScript, Biome and pyright" "types and lint "
    cp package.json node_modules/.made
fi
node_modules/.bin/tsc
node_modules/.bin/biome lint --error-on-warnings src/sidepot/web/static tests/front
