#!/bin/sh
# Image step 4: the folders that outlive a container, owned by the user the service runs as.
#   scripts/image/volumes.sh <app> <owner>
set -eu
app=$1
owner=$2
for folder in data workspaces workspace; do
  mkdir -p "$app/$folder"
  chown "$owner" "$app/$folder"
done
