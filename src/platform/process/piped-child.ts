import { type ChildProcess, execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type * as Execa from 'execa';
import type { AskedHost } from '#protocol/records/evidence.js';
import { messageOf } from '../errors/error-text.js';
import { OfficeError } from '../errors/office-error.js';
import { errnoOf } from '../paths/errno.js';
import { childStartError } from './child-start-error.js';
import { markedProcesses, processIds } from './marked-processes.js';
import { rememberChild } from './own-children.js';
import type { Confinement, MetBound } from './sandbox/confinement.js';
import { RunningSandbox } from './sandbox/running-sandbox.js';
import { within } from './within.js';

/** How long the output may stay open after the child has ended, ms. */
const outputGraceMs = 250;
/** Longest wait for the pipes to close after a kill, ms. */
const settleMs = 2000;
/** Bytes that may wait in the child's input; with more the child counts as not reading. */
const maxUnreadBytes = 8 * 1024 * 1024;

/** Loaded on first use. */
let library: Promise<typeof Execa> | undefined;

export interface PipedCommand {
  readonly file: string;
  readonly args: readonly string[];
  /** `file` is a command line for the platform's shell. */
  readonly shell?: boolean;
  readonly cwd: string;
  /** The complete environment; nothing is inherited. */
  readonly environment: Readonly<Record<string, string>>;
  /** The child starts no processes: after it ended by itself, none are searched for. */
  readonly startsNothing?: boolean;
  /** Absent: none. */
  readonly confinement?: Confinement;
  /** Called last before it is started, which it may refuse by throwing an `OfficeError`. */
  readonly beforeStart?: (() => Promise<void>) | undefined;
}

/** How the child ended: with a code, or by a signal. */
export interface ChildEnd {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Processes that the child left behind. */
export interface LeftoverProcesses {
  /** Processes that it had started were still running and were ended. */
  readonly leftovers: boolean;
  /** A process outside the tree still holds the output and may be running. */
  readonly held: boolean;
  /** The bound of its sandbox for which it was ended; absent: none. */
  readonly met?: MetBound;
  /** True: its sandbox could not be made, so nothing was run; standard error says why. */
  readonly unmade?: boolean;
  /** The hosts that it asked the proxy of its sandbox for; absent: none. */
  readonly hosts?: readonly AskedHost[];
}

interface Pipes {
  readonly stdin: Writable;
  readonly stdout: Readable;
  readonly stderr: Readable;
}

/**
 * A child with open pipes in its own process group; all its descendants end with it (see
 * `ChildTree`). Both outputs must be read, or the child blocks. execa finds and starts the program
 * on every platform; it covers neither time limits and output limits nor the end of the whole tree.
 */
export class PipedChild {
  /** Fulfilled when the child has ended; its descendants may still run. */
  readonly exited: Promise<ChildEnd>;
  /** Fulfilled when the child has ended, its last output is read and its tree is gone. */
  readonly ended: Promise<ChildEnd & LeftoverProcesses>;

  private constructor(
    private readonly child: ChildProcess & Pipes,
    private readonly id: number,
    private readonly tree: ChildTree,
    private readonly startsNothing: boolean,
    private readonly sandbox: RunningSandbox | null,
  ) {
    // A pipe breaks when its other end is killed; the child's end reports it.
    for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.on('error', ignore);
    child.on('error', ignore);
    this.exited = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve({ code, signal }));
    });
    this.ended = this.untilEnd();
  }

  /** @throws ChildStartError if the child cannot be started */
  static async start(command: PipedCommand): Promise<PipedChild> {
    try {
      return await PipedChild.spawn(command);
    } catch (thrown) {
      throw thrown instanceof OfficeError ? thrown : await childStartError(thrown, command);
    }
  }

  private static async spawn(command: PipedCommand): Promise<PipedChild> {
    const { confinement } = command;
    if (confinement?.kind !== 'sandbox') return PipedChild.spawnIn(null, command);
    const sandbox = await RunningSandbox.prepare(confinement, command);
    try {
      // The directory may exist inside only.
      const started = { ...command, ...sandbox.start, shell: false, startsNothing: true, cwd: '/' };
      const environment = { ...command.environment, ...sandbox.environment };
      return await PipedChild.spawnIn(sandbox, { ...started, environment });
    } catch (thrown) {
      await sandbox.end(null);
      throw thrown;
    }
  }

  private static async spawnIn(
    sandbox: RunningSandbox | null,
    { file, args, shell, cwd, environment, startsNothing, beforeStart }: PipedCommand,
  ): Promise<PipedChild> {
    const { execa } = await (library ??= import('execa'));
    const tree = new ChildTree();
    await beforeStart?.();
    const running = execa(file, [...args], {
      cwd,
      env: { ...environment, ...tree.environment },
      extendEnv: false,
      shell: shell ?? false,
      detached: process.platform !== 'win32',
      windowsHide: true,
      cleanup: false,
      buffer: false,
      reject: false,
      encoding: 'buffer',
      stdio: ['pipe', 'pipe', 'pipe', ...(sandbox?.descriptors ?? [])],
    });
    const failed = running.then(({ cause }) => {
      throw Object.assign(new Error(messageOf(cause), { cause }), { code: errnoOf(cause) });
    });
    const child = running.nodeChildProcess;
    await Promise.race([once(child, 'spawn'), failed]);
    failed.catch(ignore);
    if (child.pid === undefined || !hasPipes(child)) throw new Error('the process has no id');
    const piped = new PipedChild(child, child.pid, tree, startsNothing ?? false, sandbox);
    void piped.ended.then(rememberChild(child.pid, tree.entry));
    sandbox?.begin(child, () => void piped.kill());
    return piped;
  }

  get stdout(): Readable {
    return this.child.stdout;
  }

  get stderr(): Readable {
    return this.child.stderr;
  }

  /**
   * Fulfilled when the text was passed to the child.
   * @throws if the child has ended, or leaves too much input unread.
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

  /** Closes the child's input. */
  closeInput(): void {
    this.child.stdin.end();
  }

  /** Asks the child to end; after the grace period it is killed with all descendants. */
  async end(graceMs: number): Promise<void> {
    this.closeInput();
    if (this.isRunning && !(await this.sandbox?.terminate())) this.child.kill('SIGTERM');
    await within(graceMs, this.ended);
    await this.kill();
  }

  /** Kills the child and all descendants. Settles within about two seconds and never throws. */
  async kill(): Promise<void> {
    if (this.isRunning) await this.tree.end(this.id);
    await this.ended;
  }

  private get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  private async untilEnd(): Promise<ChildEnd & LeftoverProcesses> {
    const { child } = this;
    const closed = new Promise<true>((resolve) => void child.once('close', () => resolve(true)));
    const end = await this.exited;
    await within(outputGraceMs, closed);
    const leftovers = !this.startsNothing && (await this.tree.end(this.id, true));
    const held = !(await within(settleMs, closed));
    child.stdout.destroy();
    child.stderr.destroy();
    const inside = await this.sandbox?.end(end.code);
    return {
      ...end,
      leftovers,
      held,
      ...(inside?.met && { met: inside.met }),
      ...(inside?.failed && { unmade: true }),
      ...(inside && inside.hosts.length > 0 && { hosts: inside.hosts }),
    };
  }
}

function hasPipes(child: ChildProcess): child is ChildProcess & Pipes {
  return child.stdin !== null && child.stdout !== null && child.stderr !== null;
}

function ignore(): void {
  // The child's end reports it.
}

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
class ChildTree {
  private readonly mark = randomBytes(16).toString('hex');

  /** The variable as it stands in an environment. */
  get entry(): Buffer {
    return Buffer.from(`${variable}=${this.mark}`);
  }

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
    return markedProcesses(await processIds(), [this.entry]);
  }
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
