#!/bin/bash
set -eu
printf 'one two three\nfour\n' > first.txt
printf 'a  b\n' > second.txt
: > third.txt
