#!/usr/bin/env bash
# Puts Debian's tesseract on this machine, for the tests of OCR. Needs root.
set -euo pipefail
[ -x /usr/bin/tesseract ] && exit 0
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
apt-get -qq install --yes --no-install-recommends tesseract-ocr tesseract-ocr-eng >/dev/null
