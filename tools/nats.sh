#!/bin/sh
# A NATS server for the tests of several processes: Debian's, installed where there is none and it can be.
#   tools/nats.sh    exits 0 when there is one; else says why on stderr and exits 1, and those tests are skipped
set -eu

say() { printf 'nats: %s\n' "$*" >&2; }

has() { PATH="$PATH:/usr/sbin:/usr/local/bin" command -v nats-server >/dev/null 2>&1; }

if ! has && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say "installing Debian's"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nats-server; } \
        >/dev/null 2>&1 || true
fi
if ! has; then
    say "not installed: the tests of several processes are skipped"
    exit 1
fi
