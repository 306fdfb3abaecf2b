#!/bin/sh
# Installs Debian packages while an image is built, and removes what would differ from build to build although the
# packages are the same: logs, caches, backups, random names.
# Usage: install-packages.sh PACKAGE... [--without PATTERN...], patterns of installed packages that are removed again.
#
# DEBIAN_SNAPSHOT    time of the archive, such as 20261101T000000Z; empty: the archive as it is now
# SNAPSHOT_ARCHIVE   URL below which the archive has its snapshots
# SOURCE_DATE_EPOCH  time that files will get, seconds since 1970; empty: they keep theirs
set -eu

packages=''
while [ $# -gt 0 ] && [ "$1" != --without ]; do
  packages="$packages $1"
  shift
done
[ $# -eq 0 ] || shift

sources=''
if [ -n "${DEBIAN_SNAPSHOT:-}" ]; then
  . /etc/os-release
  sources=/tmp/snapshot.list
  # Signatures are checked as usual; only the end of validity of an old index is not.
  for part in "debian $VERSION_CODENAME" "debian $VERSION_CODENAME-updates" "debian-security $VERSION_CODENAME-security"; do
    echo "deb [check-valid-until=no] $SNAPSHOT_ARCHIVE/${part% *}/$DEBIAN_SNAPSHOT ${part#* } main"
  done > "$sources"
fi
apt() {
  DEBIAN_FRONTEND=noninteractive apt-get -q \
    ${sources:+-o Dir::Etc::SourceList=$sources -o Dir::Etc::SourceParts=/dev/null} "$@"
}

# By default it succeeds without an index that it could not fetch; then older packages would be installed.
apt -o APT::Update::Error-Mode=any update
apt install -y --no-install-recommends $packages
if [ $# -gt 0 ]; then dpkg --purge --force-depends $(dpkg-query -W -f '${Package}\n' "$@"); fi

# The index of fonts holds the times of their folders and is ignored when these are others.
if [ -n "${SOURCE_DATE_EPOCH:-}" ] && command -v fc-cache > /dev/null; then
  find /usr/share/fonts /usr/local/share/fonts -exec touch -h -d "@$SOURCE_DATE_EPOCH" {} +
  fc-cache -f
fi

# Accounts that packages have made carry the day on which they were made.
sed -i -E 's/^([^:]*:[^:]*):[0-9]+:/\1::/' /etc/shadow

rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/log/apt /var/log/*.log /var/cache/ldconfig/aux-cache \
  /var/cache/debconf/*-old /var/lib/dpkg/*-old /etc/passwd- /etc/group- /etc/shadow- /etc/gshadow- "$sources"
# A random name of the machine that built the image.
if [ -e /etc/machine-id ]; then : > /etc/machine-id; fi
rm -f /var/lib/dbus/machine-id
find / -xdev -name __pycache__ -prune -exec rm -rf {} +
