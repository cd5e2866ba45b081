#!/usr/bin/env bash
# Puts Debian's pdftotext on this machine, for the tests of page rectangles. Needs root.
set -euo pipefail
[ -x /usr/bin/pdftotext ] && exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install --yes --no-install-recommends poppler-utils >/dev/null
