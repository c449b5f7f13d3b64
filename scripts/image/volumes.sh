#!/bin/sh
# Makes the folders that outlive a container, below the working directory, for the user that the
# service runs as. Only root can give a folder away; for anybody else they stay its own.
#   scripts/image/volumes.sh <uid>:<gid>
set -eu
owner=$1
for folder in data workspaces workspace; do
  mkdir -p "$folder"
  if [ "$(id -u)" = 0 ]; then chown "$owner" "$folder"; fi
done
