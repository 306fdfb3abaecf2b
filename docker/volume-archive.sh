#!/bin/sh
# Writes the volumes below /volumes/PART to standard output as a tar archive, or replaces them by one from standard
# input. The store keeps metadata of objects in extended attributes, so the archive contains them.
#
#   volume-archive.sh empty PART           exits with 3 if the volumes have files
#   volume-archive.sh size PART            prints what they take, KiB
#   volume-archive.sh save PART > FILE
#   volume-archive.sh check PART < FILE    reads an archive to its end
#   volume-archive.sh restore PART < FILE
set -eu

command=$1
cd "${VOLUMES:-/volumes}/$2"
attributes="--xattrs --xattrs-include=user.* --numeric-owner"

case $command in
empty)
  found=$(find . -mindepth 2 -print -quit)
  [ -z "$found" ] || exit 3
  ;;
# Files of services that run may go away meanwhile.
size) find . -printf '%k\n' 2>/dev/null | awk '{ kib += $1 } END { print kib + 0 }' ;;
# By name: the folder of the volumes themselves is not part of them, and cannot be written to. `exec` lets signals
# reach tar.
# shellcheck disable=SC2086
save) exec tar --create $attributes --file - -- * ;;
check) exec tar --list --file - >/dev/null ;;
restore)
  find . -mindepth 2 -delete
  # shellcheck disable=SC2086
  exec tar --extract $attributes --same-owner --preserve-permissions --file -
  ;;
*)
  echo "volume-archive: $command is no command" >&2
  exit 2
  ;;
esac
