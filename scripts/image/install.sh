#!/bin/sh
# Installs dependencies as the lock file has them. Needs package.json, the lock and .npmrc.
#   scripts/image/install.sh [--omit=dev] [--prefix console]
set -eu
cd "$(dirname "$0")/../.."
npm ci --no-audit --no-fund "$@"
