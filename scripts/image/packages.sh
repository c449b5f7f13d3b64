#!/bin/sh
# Installs what the image calls by name: git for the employees' tools, bubblewrap for their sandbox, tini
# as the first process. Does nothing where all are there already.
set -eu

command -v git >/dev/null && command -v tini >/dev/null && command -v bwrap >/dev/null && exit 0
apt-get update -qq
apt-get install -y -qq --no-install-recommends git tini bubblewrap
rm -rf /var/lib/apt/lists/*
