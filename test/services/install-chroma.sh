#!/usr/bin/env bash
# Makes the Chroma server of the npm package `chromadb` (a dependency of adapters/chroma, so `bun install` brings it)
# run on this machine, and leaves a launcher: test/services/.chroma/chroma run --path FOLDER --port PORT
# Needs no root. The server wants glibc 2.38, which Debian 12 has not: there, Debian 13's is unpacked beside it, for
# the server alone. The packages are verified by the archive's keys, as apt does.
set -euo pipefail
cd "$(dirname "$0")/../.."
readonly HOME_DIR="$PWD/test/services/.chroma"
readonly LAUNCHER="$HOME_DIR/chroma"
readonly CLI="$PWD/adapters/chroma/node_modules/chromadb/dist/cli.mjs"
readonly LIBRARIES="$HOME_DIR/glibc/usr/lib/$(uname -m)-linux-gnu"

[ -e "$CLI" ] || bun install --frozen-lockfile

# Debian 13's C library in a folder, by an apt with a state of its own: the machine's packages stay as they are.
unpack_glibc() {
  build=$(mktemp -d)
  trap 'rm -rf "$build"' EXIT
  mkdir -p "$build/state/lists/partial" "$build/cache/archives/partial" "$build/packages"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] http://deb.debian.org/debian trixie main" \
    >"$build/sources.list"
  local apt=(apt-get -qq -o "Dir::State=$build/state" -o Dir::State::status=/dev/null -o "Dir::Cache=$build/cache"
    -o "Dir::Etc::sourcelist=$build/sources.list" -o Dir::Etc::sourceparts=- -o Acquire::Languages=none
    -o "APT::Sandbox::User=$(id -un)")
  "${apt[@]}" update
  (cd "$build/packages" && "${apt[@]}" download libc6 libgcc-s1 libstdc++6)
  for package in "$build"/packages/*.deb; do dpkg -x "$package" "$build/glibc"; done
  rm -rf "$HOME_DIR/glibc"
  mv "$build/glibc" "$HOME_DIR/glibc"
}

mkdir -p "$HOME_DIR"
glibc=$(getconf GNU_LIBC_VERSION | cut -d" " -f2)
if [ "$(printf '%s\n' 2.38 "$glibc" | sort -V | head -1)" = 2.38 ]; then
  start=()
else
  [ -e "$LIBRARIES/libstdc++.so.6" ] || unpack_glibc
  loader=$(echo "$LIBRARIES"/ld-linux-*.so.*)
  start=("$loader" --library-path "$LIBRARIES")
fi
# With Node the server spins for ever on SIGTERM; with Bun it ends.
{
  echo '#!/usr/bin/env bash'
  printf 'exec'
  [ ${#start[@]} = 0 ] || printf ' %q' "${start[@]}"
  printf ' "$(command -v bun)" %q "$@"\n' "$CLI"
} >"$LAUNCHER"
chmod +x "$LAUNCHER"
"$LAUNCHER" run --help >/dev/null
echo "Chroma is installed: $LAUNCHER"
