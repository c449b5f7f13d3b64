#!/bin/sh
# Image step 2: gathers in <target> what the service needs to run and nothing else.
#   scripts/image/assemble.sh <target>
set -eu
cd "$(dirname "$0")/../.."
target=$1

node scripts/prepare.mjs
mkdir -p "$target/scripts/image"
cp package.json package-lock.json .npmrc "$target/"
cp scripts/image/healthcheck.mjs scripts/image/packages.sh scripts/image/volumes.sh "$target/scripts/image/"
cp -R dist node_modules "$target/"
for bundled in skills plugins; do
  if [ -d "$bundled" ]; then cp -R "$bundled" "$target/"; fi
done
npm prune --omit=dev --ignore-scripts --no-audit --no-fund --prefix "$target"
