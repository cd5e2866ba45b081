#!/usr/bin/env bash
# Installs PostgreSQL 15 and pgvector on a Debian 12 machine, from Debian's packages alone. Needs root.
# Debian 12 has no binary package of pgvector, but the archive's pool holds its source.
set -euo pipefail
readonly PGVECTOR=0.8.0
readonly SOURCE="http://deb.debian.org/debian/pool/main/p/pgvector/pgvector_${PGVECTOR}.orig.tar.gz"

if [ ! -e /usr/lib/postgresql/15/bin/postgres ] || [ ! -e /usr/include/postgresql/15/server/postgres.h ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq postgresql-15 postgresql-server-dev-15 make gcc >/dev/null
fi
if [ ! -e /usr/share/postgresql/15/extension/vector.control ]; then
  build=$(mktemp -d)
  trap 'rm -rf "$build"' EXIT
  /usr/lib/apt/apt-helper download-file "$SOURCE" "$build/pgvector.tar.gz" 2>/dev/null
  tar -xzf "$build/pgvector.tar.gz" -C "$build" --strip-components=1
  make -C "$build" -s PG_CONFIG=/usr/lib/postgresql/15/bin/pg_config OPTFLAGS=""
  make -C "$build" -s PG_CONFIG=/usr/lib/postgresql/15/bin/pg_config install
fi
echo "PostgreSQL 15 with pgvector ${PGVECTOR} is installed."
