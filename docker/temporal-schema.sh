#!/bin/sh
# Creates both databases of Temporal if they are missing, and migrates them to the schema of this version; existing
# data is kept. Usage: temporal-schema.sh PASSWORD_FILE, with SQL_PLUGIN, SQL_HOST, SQL_PORT and SQL_USER set.
set -eu

SQL_PASSWORD="$(cat "$1")"
export SQL_PASSWORD

prepare() {
  temporal-sql-tool --database "$1" create-database
  temporal-sql-tool --database "$1" setup-schema --version 0.0
  temporal-sql-tool --database "$1" update-schema --schema-name "postgresql/v12/$2"
}

prepare temporal temporal
prepare temporal_visibility visibility
