#!/usr/bin/env bash
# Puts Debian's curl, OpenSSL and Python with requests on this machine, for the samples of the guide and the reference.
# Needs root.
set -euo pipefail
command -v curl >/dev/null && command -v openssl >/dev/null && python3 -c "import requests" 2>/dev/null && exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install --yes --no-install-recommends curl openssl python3 python3-requests >/dev/null
