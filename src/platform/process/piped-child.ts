import { spawn } from 'node:child_process';
import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { ChildTree } from './child-tree.js';
import { within } from './within.js';

/** How long whoever still holds the output may go on once the child itself has ended. */
const lastWordsMs = 250;

/** After a kill nobody waits longer than this, whatever holds the pipes. */
const settleMs = 2000;

/** What may wait in the child's input; a child that lets more pile up is not reading. */
const maxUnreadBytes = 8 * 1024 * 1024;

export interface PipedCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All of it: nothing is inherited besides. */
  readonly environment: Readonly<Record<string, string>>;
}

/** How the child ended: by itself with a code, or by a signal. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

/**
 * A child that is spoken with over its pipes until it ends or is ended. It is started without a
 * shell and in its own process group; whatever it started ends with it (see `ChildTree`).
 * Somebody has to read both outputs, or the child blocks.
 */
export class PipedChild {
  /** Fulfilled once the child has ended, its last words are read and its tree is gone. */
  readonly ended: Promise<ChildEnd>;
  private exited = false;

  private constructor(
    private readonly child: Child,
    private readonly id: number,
    private readonly tree: ChildTree,
  ) {
    // A pipe breaks when its other end is killed; the end of the child tells of it.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', ignore);
    child.on('error', ignore);
    this.ended = this.untilEnd();
  }

  /** @throws when the child cannot be started. */
  static async start({ file, args, cwd, environment }: PipedCommand): Promise<PipedChild> {
    const tree = new ChildTree();
    const child = spawn(file, [...args], {
      cwd,
      env: { ...environment, ...tree.environment },
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    await once(child, 'spawn');
    if (child.pid === undefined) throw new Error('the process has no id');
    return new PipedChild(child, child.pid, tree);
  }

  get stdout(): Readable {
    return this.child.stdout;
  }

  get stderr(): Readable {
    return this.child.stderr;
  }

  /**
   * Fulfilled when the text was handed to the child.
   * @throws when the child has ended, and at once when it leaves too much of its input unread.
   */
  async write(text: string): Promise<void> {
    const { stdin } = this.child;
    if (stdin.writableLength > maxUnreadBytes) {
      throw new Error('the process does not read its input');
    }
    await new Promise<void>((resolve, reject) => {
      stdin.write(text, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Nothing more will be written. */
  closeInput(): void {
    this.child.stdin.end();
  }

  /** Asks the child to end; what has not ended after a while is killed with all it started. */
  async end(patienceMs: number): Promise<void> {
    this.closeInput();
    if (!this.exited) this.child.kill('SIGTERM');
    await within(patienceMs, this.ended);
    await this.kill();
  }

  /** Kills the child and all it started. Settles within about two seconds and never throws. */
  async kill(): Promise<void> {
    if (!this.exited) await this.tree.end(this.id);
    await this.ended;
  }

  private async untilEnd(): Promise<ChildEnd> {
    const { child } = this;
    const closed = new Promise<void>((resolve) => void child.once('close', () => resolve()));
    const end = await new Promise<ChildEnd>((resolve) => {
      child.once('exit', (code, signal) => {
        this.exited = true;
        resolve({ code, signal });
      });
    });
    await within(lastWordsMs, closed);
    await this.tree.end(this.id, true);
    await within(settleMs, closed);
    child.stdout.destroy();
    child.stderr.destroy();
    return end;
  }
}

function ignore(): void {
  // Told by the end of the child.
}
