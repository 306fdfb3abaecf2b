#!/bin/sh
# Backs up and restores Seine on one server (docker-compose.prod.yml). Needs only Docker with compose.
#
#   docker/backup.sh save DIRECTORY                  creates the directory
#   docker/backup.sh restore [--replace] DIRECTORY   fills empty volumes; --replace deletes what they hold
#
# Both stop all services for the time of the copy and start the same ones again, so that the database of Temporal and
# the store are of one moment. A backup has two archives: data.tar, and secrets.tar with all keys, to be kept apart.
set -eu
umask 077

say() { printf 'backup: %s\n' "$*" >&2; }
die() {
  say "$@"
  exit 1
}
usage() { die "use: docker/backup.sh save DIRECTORY, or docker/backup.sh restore [--replace] DIRECTORY"; }

command=${1:-}
[ $# -gt 0 ] && shift
replace=no
if [ "${1:-}" = --replace ]; then
  replace=yes
  shift
fi
[ $# -eq 1 ] || usage
case $1 in
/*) directory=$1 ;;
*) directory=$PWD/$1 ;;
esac
cd "$(dirname -- "$0")/.."

# Files that .env or the environment names take precedence: there may be more than these two.
if [ -n "${COMPOSE_FILE:-}" ] || grep -qs '^COMPOSE_FILE=' .env; then
  compose() { docker compose "$@"; }
else
  compose() { docker compose -f docker-compose.yml -f docker-compose.prod.yml "$@"; }
fi
archive() { compose run --rm --no-deps -T volume-archive "$@"; }

# Starts the services that ran before, in their order; those that run once run again.
start_again() {
  if [ -n "$running" ]; then
    say 'starting the services again'
    # shellcheck disable=SC2086
    compose up --detach --no-build $running
  fi
}

save() {
  [ ! -e "$directory" ] || die "$directory exists already"
  draft=$directory.incomplete
  rm -rf "$draft"
  mkdir -p "$draft"
  running=$(compose ps --services --status running | tr '\n' ' ' | sed 's, *$,,')
  trap 'start_again; rm -rf "$draft"' EXIT
  trap 'exit 130' INT TERM HUP
  say 'stopping the services'
  compose stop
  for part in data secrets; do
    say "copying $part"
    archive save "$part" </dev/null >"$draft/$part.tar"
  done
  # The copy is complete, also if a service does not start.
  trap 'rm -rf "$draft"' EXIT
  started=yes
  start_again || started=no
  (cd "$draft" && sha256sum data.tar secrets.tar >SHA256SUMS)
  mv "$draft" "$directory"
  trap - EXIT
  say "saved in $directory; keep secrets.tar in another place than data.tar"
  [ "$started" = yes ] || die 'services could not be started again: see above'
}

restore() {
  for file in data.tar secrets.tar SHA256SUMS; do
    [ -f "$directory/$file" ] || die "$directory has no $file"
  done
  (cd "$directory" && sha256sum --check --quiet SHA256SUMS) || die "$directory is damaged: nothing has been changed"
  running=$(compose ps --services --status running | tr '\n' ' ' | sed 's, *$,,')
  if [ "$replace" = no ]; then
    [ -z "$running" ] || die "services are running ($running): stop them, or use --replace"
    for part in data secrets; do
      archive empty "$part" </dev/null || die "the volumes of $part are not empty: --replace deletes what they hold"
    done
  fi
  say 'stopping the services'
  compose stop
  for part in secrets data; do
    say "restoring $part"
    archive restore "$part" <"$directory/$part.tar" || die "restoring $part failed: run this again with --replace"
  done
  say 'starting the services'
  # shellcheck disable=SC2086
  compose up --detach --no-build $running
  say "restored from $directory"
}

case $command in
save) save ;;
restore) restore ;;
*) usage ;;
esac
