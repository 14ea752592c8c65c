#!/bin/sh
# A PostgreSQL for the tests, in a folder of its own: no port, no password, gone when it is stopped.
#   tools/postgres.sh install  gets Debian's where there is none and it can be
#   tools/postgres.sh start    prints its address; where there is none to start, says why on stderr and exits 1
#   tools/postgres.sh stop ADDRESS
set -eu

say() { printf 'postgres: %s\n' "$*" >&2; }

programs() { ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -n 1; }

# The server refuses to run as root: then it runs as the user whom Debian's package has made for it.
as_owner() {
    if [ "$(id -u)" = 0 ]; then su postgres -s /bin/sh -c "$1"; else sh -c "$1"; fi
}

install() {
    if [ -z "$(programs)" ] && [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
        say "installing Debian's"
        { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql; } >/dev/null 2>&1 || true
    fi
    if [ -z "$(programs)" ]; then
        say "not installed: the tests of a shared store are skipped"
        exit 1
    fi
}

start() {
    install
    bin=$(programs)
    if [ -z "$bin" ] || ! [ -x "$bin/initdb" ]; then
        say "not installed"
        exit 1
    fi
    if [ "$(id -u)" = 0 ] && ! id postgres >/dev/null 2>&1; then
        say "there is no user postgres to run it as"
        exit 1
    fi
    folder=$(mktemp -d /tmp/sidepot-pg.XXXXXX)
    if [ "$(id -u)" = 0 ]; then chown postgres "$folder"; fi
    # Tests ask whether it is right, not whether it outlives a power cut: so without fsync.
    if as_owner "'$bin/initdb' -D '$folder/data' -U postgres --auth=trust --no-sync >'$folder/log' 2>&1 &&
        '$bin/pg_ctl' -D '$folder/data' -w -t 60 -l '$folder/log' \
            -o \"-k '$folder' -c listen_addresses= -c fsync=off\" start >>'$folder/log' 2>&1"; then
        printf 'postgresql://postgres@/postgres?host=%s\n' "$folder"
    else
        say "cannot be started: $(tail -n 1 "$folder/log" 2>/dev/null)"
        rm -rf "$folder"
        exit 1
    fi
}

stop() {
    folder=${1##*host=}
    case $folder in
    /tmp/sidepot-pg.*) ;;
    *) say "$1 was not started here"; exit 1 ;;
    esac
    as_owner "'$(programs)/pg_ctl' -D '$folder/data' -m immediate stop" >/dev/null 2>&1 || true
    rm -rf "$folder"
}

case ${1:-} in
install) install ;;
start) start ;;
stop) stop "${2:?the address that start printed}" ;;
*) say "install, start, or stop ADDRESS"; exit 2 ;;
esac
