#!/bin/sh
# Compiles the sources to dist/. Needs all dependencies.
set -eu
cd "$(dirname "$0")/../.."
npm run --silent build
