#!/usr/bin/env bash
# Puts Debian's zsh and fish on this machine, for the tests of completions. Needs root.
set -euo pipefail
[ -x /usr/bin/zsh ] && [ -x /usr/bin/fish ] && exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install --yes --no-install-recommends zsh fish >/dev/null
