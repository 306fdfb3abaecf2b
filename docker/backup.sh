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
if [ "$command" = restore ] && [ "${1:-}" = --replace ]; then
  replace=yes
  shift
fi
[ $# -eq 1 ] || usage
case $1 in
-*) usage ;;
/*) directory=$1 ;;
*) directory=$PWD/$1 ;;
esac
# With a slash at its end, the draft would be inside the directory.
while [ "$directory" != "${directory%/}" ]; do directory=${directory%/}; done
[ -n "$directory" ] || usage
cd "$(dirname -- "$0")/.."

# Files that .env or the environment names take precedence: there may be more than these two.
if [ -n "${COMPOSE_FILE:-}" ] || grep -qs '^COMPOSE_FILE=' .env; then
  compose() { docker compose "$@"; }
else
  compose() { docker compose -f docker-compose.yml -f docker-compose.prod.yml "$@"; }
fi
# Services may have been started with a profile that only their command line named.
of_all_profiles() { compose --profile '*' "$@"; }
archive() { compose run --rm --no-deps -T volume-archive "$@"; }
release() { sed -n 's/^  "version": "\(.*\)",$/\1/p' package.json; }

# Notes the services that run. An empty list is printed as an empty line.
note_running() {
  running=$(of_all_profiles ps --services --status running --status restarting) || die 'the services cannot be listed'
  # shellcheck disable=SC2086,SC2116
  running=$(echo $running)
}

# Stops the browser worker before the others: Compose stops Chromium, which depends on it, first, and Chromium waits for
# the worker to close its browsers. Pages that are loading would be cut off after that wait.
stop_services() {
  say 'stopping the services'
  of_all_profiles stop browser-worker
  of_all_profiles stop
}

# Starts the containers that ran before, in their order, as they are: `up` would make them anew from the settings of
# this shell, and remove further ones of a service. Services that run once run again.
start_again() {
  if [ -n "$running" ]; then
    say 'starting the services again'
    # shellcheck disable=SC2086
    of_all_profiles start $running
  fi
}

# Checks before anything is stopped that the copy has room. It also shows that the image of the copy is there.
check_room() {
  needed_kib=0
  for part in data secrets; do
    size_kib=$(archive size "$part" </dev/null) || die "the volumes of $part cannot be read"
    # Compose may print more before.
    size_kib=${size_kib##*[!0-9]}
    [ -n "$size_kib" ] || die "the size of the volumes of $part is unknown"
    needed_kib=$((needed_kib + size_kib))
  done
  # Headers of an archive, and what the services write until they have stopped.
  needed_kib=$((needed_kib + needed_kib / 10))
  free_kib=$(df -Pk "$draft" | awk 'NR == 2 { print $4 }')
  [ "$free_kib" -gt "$needed_kib" ] || die "no room for a copy: it needs $needed_kib KiB, and $free_kib are free"
}

save() {
  [ ! -e "$directory" ] || die "$directory exists already"
  draft=$directory.incomplete
  [ ! -e "$draft/SHA256SUMS" ] || die "$draft is a complete backup: rename or delete it"
  rm -rf "$draft"
  mkdir -p "$draft"
  trap 'rm -rf "$draft"' EXIT
  trap 'exit 130' INT TERM HUP
  note_running
  check_room
  # The draft first: a full disk may be why services do not start.
  trap 'rm -rf "$draft"; start_again' EXIT
  stop_services
  for part in data secrets; do
    say "copying $part"
    archive save "$part" </dev/null >"$draft/$part.tar"
    archive check "$part" <"$draft/$part.tar" || die "the copy of $part cannot be read"
  done
  release >"$draft/RELEASE"
  (cd "$draft" && sha256sum data.tar secrets.tar RELEASE >SHA256SUMS.draft && mv SHA256SUMS.draft SHA256SUMS)
  # The copy is complete: it stays, also if a service does not start.
  trap start_again EXIT
  mv "$draft" "$directory" || die "the backup is complete, but its name is still $draft"
  say "saved in $directory; keep secrets.tar in another place than data.tar"
  if ! start_again; then
    trap - EXIT
    die 'services could not be started again: see above'
  fi
  trap - EXIT
}

restore() {
  for file in data.tar secrets.tar RELEASE SHA256SUMS; do
    [ -f "$directory/$file" ] || die "$directory has no $file"
  done
  (cd "$directory" && sha256sum --check --quiet SHA256SUMS) || die "$directory is damaged: nothing has been changed"
  saved_by=$(cat "$directory/RELEASE")
  [ "$saved_by" = "$(release)" ] || die "saved by release $saved_by, and this is $(release): check out $saved_by first"
  note_running
  if [ "$replace" = no ] && [ -n "$running" ]; then
    die "services are running ($running): stop them, or use --replace"
  fi
  # Images of Seine are in no registry.
  say 'building the images'
  of_all_profiles build
  if [ "$replace" = no ]; then
    for part in data secrets; do
      archive empty "$part" </dev/null && code=0 || code=$?
      case $code in
      0) ;;
      3) die "the volumes of $part are not empty: --replace deletes what they hold" ;;
      *) die "the volumes of $part cannot be read: see above" ;;
      esac
    done
  fi
  stop_services
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
