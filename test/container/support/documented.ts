import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { repositoryRoot } from '../../support/run-program.js';

/** The shell commands of the first block below a heading of docs/deploy.md. */
export async function documentedCommands(heading: string): Promise<string> {
  const page = await readFile(join(repositoryRoot, 'docs/deploy.md'), 'utf8');
  const section = page.split(/^(?=#{2,} )/m).find((each) => each.startsWith(`${heading}\n`));
  const block = /```sh\n([\s\S]*?)```/.exec(section ?? '')?.[1];
  if (block === undefined) throw new Error(`docs/deploy.md has no commands below "${heading}"`);
  return block;
}

/**
 * A `docker` that does what `docker compose` would, with a folder in the place of the container:
 * `exec` and `run` carry out the command there, `cp` copies, `stop` ends the process in `office.pid`.
 */
const dockerStub = `#!/bin/sh
set -eu
[ "$1" = compose ] || exit 64
verb=$2
shift 2
while [ "\${1#-}" != "$1" ]; do shift; done
here() { case $1 in office:/app/*) echo "$OFFICE_APP/\${1#office:/app/}" ;; *) echo "$1" ;; esac; }
case $verb in
  exec | run) shift; cd "$OFFICE_APP"; exec "$@" ;;
  cp) cp "$(here "$1")" "$(here "$2")" ;;
  stop)
    pid=$(cat "$OFFICE_APP/office.pid")
    kill -TERM "$pid"
    while kill -0 "$pid" 2>/dev/null; do sleep 0.05; done ;;
  start) ;;
  *) exit 64 ;;
esac
`;

/** Makes the stand-in in a new folder of `directory`; answers a PATH that finds it first. */
export async function pathWithDocker(directory: string): Promise<string> {
  const bin = join(directory, 'bin');
  await mkdir(bin);
  await writeFile(join(bin, 'docker'), dockerStub);
  await chmod(join(bin, 'docker'), 0o755);
  return `${bin}${delimiter}${process.env.PATH}`;
}
