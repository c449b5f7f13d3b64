#!/bin/sh
# Installs what the image calls by name: git for the employees' tools, tini as the first process.
# Does nothing where both are there already.
set -eu

command -v git >/dev/null && command -v tini >/dev/null && exit 0
apt-get update -qq
apt-get install -y -qq --no-install-recommends git tini
rm -rf /var/lib/apt/lists/*
