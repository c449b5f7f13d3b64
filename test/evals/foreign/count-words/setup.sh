#!/bin/bash
set -eu
cp "$TASK_DIR"/texts/*.txt .
printf 'a  b\n' > second.txt
: > third.txt
