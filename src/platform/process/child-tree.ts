import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';

const variable = 'OFFICE_CHILD_TREE';

/** A process can fork while its siblings are being ended, so look again; but not for ever. */
const maxSweeps = 10;

const readsEnvironments = process.platform === 'linux';

/**
 * A child and everything it starts, ended together. On POSIX give the child its own group
 * (`detached: true`) and `environment`: a group is left with `setsid`, but a variable is
 * inherited, and on Linux whoever carries it is found however it detached itself. What neither
 * stays in the group nor keeps the variable is out of reach (docs/security.md).
 */
export class ChildTree {
  private readonly mark = randomBytes(16).toString('hex');

  /** Belongs into the environment of the child. */
  get environment(): Readonly<Record<string, string>> {
    return { [variable]: this.mark };
  }

  /**
   * Kills what is left of the tree. Never throws, and never touches the service's own group.
   *
   * @param exited the root has ended by itself: its number may belong to another process by now,
   * so where the variable finds the others, the number is not used.
   * @returns whether a process carrying the variable was found alive.
   */
  async end(root: number, exited = false): Promise<boolean> {
    if (!exited || !readsEnvironments) await killGroup(root);
    let found = false;
    for (let sweep = 0; sweep < maxSweeps; sweep += 1) {
      const members = await this.members();
      if (members.length === 0) break;
      found = true;
      members.forEach(kill);
    }
    return found;
  }

  private async members(): Promise<number[]> {
    if (!readsEnvironments) return [];
    const entry = Buffer.from(`${variable}=${this.mark}`);
    const ids = (await readdir('/proc')).map(Number).filter((id) => id > 0);
    const marked = await Promise.all(ids.map((id) => carries(id, entry)));
    return ids.filter((_id, index) => marked[index]);
  }
}

/** The environment of a process that is gone, only a shell of itself, or not ours reads as none. */
async function carries(id: number, entry: Buffer): Promise<boolean> {
  const environment = await readFile(`/proc/${id}/environ`).catch(() => undefined);
  return environment?.includes(entry) ?? false;
}

async function killGroup(leader: number): Promise<void> {
  if (process.platform === 'win32') await taskkill(leader);
  else kill(-leader);
  kill(leader);
}

function kill(id: number): void {
  try {
    process.kill(id, 'SIGKILL');
  } catch {
    // Already gone, or not ours to end.
  }
}

function taskkill(root: number): Promise<void> {
  return new Promise((resolve) => {
    execFile('taskkill', ['/pid', String(root), '/T', '/F'], () => resolve());
  });
}
