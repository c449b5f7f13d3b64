import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** A program and its arguments. */
export type Command = readonly string[];

export interface Recorded {
  readonly commands: readonly Command[];
  /** What bash says against the script; empty when it understands it. */
  readonly complaint: string;
}

/** What bash would run for each script, in the directory; no program is started. */
export function recordedCommands(scripts: readonly string[], cwd: string): readonly Recorded[] {
  const { stdout, status, stderr } = spawnSync(
    'bash',
    [join(import.meta.dirname, 'record-commands.sh')],
    {
      cwd,
      encoding: 'utf8',
      env: { HOME: cwd, PATH: process.env['PATH'] },
      input: scripts.map((script) => `${script}\0`).join(''),
    },
  );
  if (status !== 0) throw new Error(`bash failed: ${stderr}`);
  return stdout
    .split('\x1d')
    .slice(0, -1)
    .map((recorded) => {
      const [complaint = '', ...commands] = recorded.split('\x1e').toReversed();
      return { complaint, commands: commands.toReversed().map((each) => each.split('\x1f')) };
    });
}
