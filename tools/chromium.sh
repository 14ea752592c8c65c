#!/bin/sh
# A Chromium for the tests of the pages: Debian's, installed where there is none and it can be. The one that has no
# windows is installed sooner, and needs half as much of the machine.
#   tools/chromium.sh    exits 0 when there is one; else says why on stderr and exits 1, and those tests are skipped
set -eu

say() { printf 'chromium: %s\n' "$*" >&2; }

has() { command -v chromium-headless-shell >/dev/null 2>&1 || command -v chromium >/dev/null 2>&1 || [ -x /usr/bin/chromium ]; }
get() { DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$@"; }

if ! has && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing Debian's"
    { apt-get update -qq && { get --no-install-recommends chromium-headless-shell fonts-liberation || get chromium; }; } \
        >/dev/null 2>&1 || true
fi
if ! has; then
    say "not installed: the tests of the pages are skipped"
    exit 1
fi
