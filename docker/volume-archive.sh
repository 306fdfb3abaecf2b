#!/bin/sh
# Writes the volumes below /volumes/PART to standard output as a tar archive, or replaces them by one from standard
# input. The store keeps metadata of objects in extended attributes, so the archive contains them.
#
#   volume-archive.sh empty PART           succeeds if the volumes have no files
#   volume-archive.sh save PART > FILE
#   volume-archive.sh restore PART < FILE
set -eu

command=$1
cd "/volumes/$2"
attributes="--xattrs --xattrs-include=user.* --numeric-owner"

case $command in
empty) [ -z "$(find . -mindepth 2 -print -quit)" ] ;;
# By name: the folder of the volumes themselves is not part of them, and cannot be written to.
# shellcheck disable=SC2086
save) tar --create $attributes --file - -- * ;;
restore)
  find . -mindepth 2 -delete
  # shellcheck disable=SC2086
  tar --extract $attributes --same-owner --preserve-permissions --file -
  ;;
*)
  echo "volume-archive: $command is no command" >&2
  exit 2
  ;;
esac
