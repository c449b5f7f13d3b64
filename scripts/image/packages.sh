#!/bin/sh
# Image step 3: installs what employees' tools call by name: git. Does nothing where it is installed already.
set -eu

command -v git >/dev/null && exit 0
apt-get update -qq
apt-get install -y -qq --no-install-recommends git
rm -rf /var/lib/apt/lists/*
