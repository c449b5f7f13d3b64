import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFile, readdir } from 'node:fs/promises';

const variable = 'OFFICE_CHILD_TREE';

/** A process can fork while its siblings are ended, so sweeps are repeated, up to this number. */
const maxSweeps = 10;

const readsEnvironments = process.platform === 'linux';

/**
 * Ends a child with all its descendants. On POSIX the child needs its own group (`detached: true`)
 * and `environment`: a process can leave a group with `setsid`, but it inherits the variable, by
 * which Linux finds it; `tree-kill` looks for parents and loses it with its own. A process with neither
 * is out of reach (docs/security.md).
 */
export class ChildTree {
  private readonly mark = randomBytes(16).toString('hex');

  /** Variables to add to the child's environment. */
  get environment(): Readonly<Record<string, string>> {
    return { [variable]: this.mark };
  }

  /**
   * Kills the remaining processes of the tree. Never throws, and never touches the service's own
   * group.
   *
   * @param exited the root has ended by itself: its id may have been reused, so it is not used if
   * the others can be found by the variable.
   * @returns true if a living process with the variable was found.
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

/** The environment reads as empty if the process is gone, a zombie, or belongs to another user. */
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
    // It has ended already, or belongs to another user.
  }
}

function taskkill(root: number): Promise<void> {
  return new Promise((resolve) => {
    execFile('taskkill', ['/pid', String(root), '/T', '/F'], () => resolve());
  });
}
