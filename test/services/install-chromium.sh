#!/usr/bin/env bash
# Puts Debian's chromium on this machine, for the tests of what people do in a browser. Needs root.
set -euo pipefail
[ -x /usr/bin/chromium ] && exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install --yes --no-install-recommends chromium >/dev/null
