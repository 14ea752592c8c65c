#!/bin/sh
# A Node for the checks of the pages' scripts: Debian's, installed where there is none and it can be.
#   tools/node.sh    exits 0 when there is one that is new enough; else says why on stderr and exits 1
set -eu

say() { printf 'node: %s\n' "$*" >&2; }

has() { command -v node >/dev/null 2>&1; }

if ! has && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing Debian's"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs npm; } \
        >/dev/null 2>&1 || true
fi
if ! has; then
    say "not installed (apt-get install nodejs npm)"
    exit 1
fi
# 20.11 is the first whose tests can lead the clock
if ! node -e 'const [a, b] = process.versions.node.split("."); process.exit(a > 20 || (a == 20 && b >= 11) ? 0 : 1)'; then
    say "20.11 or later is needed, and $(node --version) is here"
    exit 1
fi
