#!/bin/sh
# Image step 1: dependencies, as the lock file has them. Needs package.json, the lock and .npmrc.
set -eu
cd "$(dirname "$0")/../.."
npm ci --no-audit --no-fund
