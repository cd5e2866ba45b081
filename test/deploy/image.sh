#!/usr/bin/env bash
# Builds the image without a Docker daemon, starts it, and tries it: `bash test/deploy/image.sh`, as root on Debian 12, about two
# minutes. Where no registry can be reached, a base image is made of Debian's packages and of Node from the npm registry.
set -euo pipefail
BASE=docker.io/library/node:22-bookworm-slim
MAX_BYTES=250000000
PORT=7455
KEY=a-root-key-of-this-trial
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
cd "$(dirname "$0")/../.."
folder=$(mktemp -d)
tag=quarry-trial

command -v buildah debootstrap >/dev/null ||
  { apt-get update -qq && apt-get install -y -qq --no-install-recommends buildah debootstrap >/dev/null; }

server=
clean() {
  [ -z "$server" ] || pkill -TERM -P "$server" || true
  sleep 3
  buildah rm --all >/dev/null 2>&1 || true
  buildah rmi "$tag" >/dev/null 2>&1 || true
  rm -rf "$folder"
}
trap clean EXIT

make_base() {
  echo "Making $BASE of Debian's packages ..."
  debootstrap --variant=minbase bookworm "$folder/root" http://deb.debian.org/debian >"$folder/log"
  (mkdir "$folder/node" && cd "$folder/node" && npm init -y && npm install node@22 npm@10) >"$folder/log" 2>&1
  local to="$folder/root/usr/local"
  install -D "$folder/node/node_modules/node/bin/node" "$to/bin/node"
  mkdir -p "$to/lib/node_modules" && cp -r "$folder/node/node_modules/npm" "$to/lib/node_modules/"
  ln -s ../lib/node_modules/npm/bin/npm-cli.js "$to/bin/npm"
  # The authorities that this machine trusts, so that the registry's certificate is accepted inside, too.
  install -D /etc/ssl/certs/ca-certificates.crt "$folder/root/etc/ssl/certs/ca-certificates.crt"
  local made
  made=$(buildah from scratch)
  buildah add -q "$made" "$folder/root" / >/dev/null
  buildah config --env NODE_EXTRA_CA_CERTS=/etc/ssl/certs/ca-certificates.crt "$made"
  buildah commit -q "$made" "$BASE" >/dev/null
}
buildah inspect "$BASE" >/dev/null 2>&1 || buildah pull -q "$BASE" >/dev/null 2>&1 || make_base

echo "Building ..."
buildah bud --pull-never --network host --format docker -f deploy/docker/Dockerfile -t "$tag" . >"$folder/log" 2>&1 ||
  { tail -20 "$folder/log"; exit 1; }
container=$(buildah from --pull-never "$tag")
bytes=$(du -xsb "$(buildah mount "$container")" | cut -f1)
echo "The image has $bytes bytes of $MAX_BYTES."
[ "$bytes" -le "$MAX_BYTES" ]

setsid buildah run --network host --env QUARRY_PORT=$PORT --env QUARRY_ROOT_KEY=$KEY "$container" -- \
  bun server/src/main.ts >"$folder/log" 2>&1 &
server=$!
for _ in $(seq 120); do curl -sf "localhost:$PORT/ready" >/dev/null && break; sleep 0.5; done
curl -sf "localhost:$PORT/ready" >/dev/null || { cat "$folder/log"; exit 1; }
uid=$(ps -o uid= -p "$(pgrep -f '^/usr/local/bin/bun server/src/main.ts' | head -n 1)" | tr -d ' ')
echo "It runs as user $uid."
[ "$uid" = 10001 ]

call() { curl -sf "localhost:$PORT$1" -H "Authorization: Bearer $KEY" "${@:2}"; }
json=(-H 'Content-Type: application/json' -d)
space=$(call /api/spaces "${json[@]}" '{"name":"Trial"}' | grep -o 'spc_[a-z0-9]*' | head -n 1)
printf 'The heron waits in the reeds.\n' >"$folder/birds.md"
call /api/documents -X PUT -F spaceId="$space" -F "file=@$folder/birds.md" >/dev/null
call /api/query "${json[@]}" "{\"query\":\"Where does the heron wait?\",\"spaceIds\":\"$space\"}" | grep -q reeds
echo "A question is answered."
buildah run --network host --env QUARRY_PORT=$PORT "$container" -- \
  bun -e 'process.exit((await fetch(`http://127.0.0.1:${process.env.QUARRY_PORT}/ready`)).ok ? 0 : 1)'
echo "1 passed, 0 failed"
