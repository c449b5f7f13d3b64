# Reads scripts that end in NUL, and prints what bash would run, without running it. Fields end in
# \x1f, commands in \x1e, scripts in \x1d after what bash has to complain of.
# Bash finds no program, so that it hands each one to this function. Directories are made, since what
# stands next may write into them. What a script reads of a command, `$(…)`, is a colon.
command_not_found_handle() {
  if [ "$1" = mkdir ]; then "$mkdir" "${@:2}"; return; fi
  local IFS=$'\x1f'
  printf '%s\x1e' "$*" >&3
  echo :
}
mkdir=$(command -v mkdir)
exec 3>&1
PATH=/nowhere
while IFS= read -r -d '' script; do
  complaint=$(set -u; eval "$script" 2>&1 >/dev/null </dev/null) || complaint="${complaint:-it fails}"
  printf '%s\x1d' "$complaint"
done
