import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { compileCache } from '../../support/compile-cache.js';
import { OfficeClient } from '../../support/office-client.js';
import { repositoryRoot } from '../../support/run-program.js';
import type { KillPlan } from './kill-plan.js';

/** What `trouble-switch.mjs` does in the service on request. */
export type Trouble =
  | { readonly order: 'fill disk' | 'free disk' | 'freeze at commit' }
  | { readonly order: 'block' | 'block at commit'; readonly ms: number };

interface StartOptions {
  /** A file of this folder that is loaded into the process before the service. */
  readonly preload?: 'kill-switch.mjs' | 'trouble-switch.mjs';
  /** The user it runs as; ours when absent. */
  readonly uid?: number;
}

const address = /listening {2}\S+:(\d+) /;

/** One process of the service, from its start to its death. */
export class ServiceLife {
  private output = '';
  private readonly exited: Promise<unknown>;

  private constructor(private readonly child: ChildProcess) {
    this.exited = once(child, 'close');
    const keep = (chunk: Buffer): void => void (this.output += chunk.toString());
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
  }

  /** It runs on a free port; `env` is all it knows of the environment, besides where programs are. */
  static start(
    env: Readonly<Record<string, string>>,
    { preload, uid }: StartOptions = {},
  ): ServiceLife {
    const args = preload === undefined ? [] : ['--import', `./test/crash/support/${preload}`];
    const { PATH = '', HOME = '' } = process.env;
    const child = spawn(process.execPath, [...args, 'dist/main.js'], {
      cwd: repositoryRoot,
      env: { PATH, HOME, ...compileCache, PORT: '0', ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      ...(uid !== undefined && { uid }),
    });
    return new ServiceLife(child);
  }

  /** A life that ends itself at a commit; it writes its shared commits into the tally. */
  static doomed(
    env: Readonly<Record<string, string>>,
    { of, atCommit, moment }: KillPlan,
    tally: string,
  ): ServiceLife {
    const at = { CRASH_AT_COMMIT: String(atCommit), CRASH_OF: of, CRASH_MOMENT: moment };
    const orders = { ...at, CRASH_TALLY: tally };
    return ServiceLife.start({ ...env, ...orders }, { preload: 'kill-switch.mjs' });
  }

  get log(): string {
    return this.output;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** A client once it listens; null when it died before. */
  async listening(): Promise<OfficeClient | null> {
    const port = await Promise.race([this.said(address), this.exited.then(() => null)]);
    return port === null ? null : new OfficeClient(Number(port[1]));
  }

  /** A client once it listens. */
  async serving(): Promise<OfficeClient> {
    const client = await this.listening();
    if (client === null) throw new Error(`the service did not start:\n${this.output}`);
    return client;
  }

  /** Resolves once its log has matched so many times, with the last match. */
  said(pattern: RegExp, times = 1): Promise<RegExpExecArray> {
    return new Promise((resolve) => {
      const look = (): void => {
        const match = this.matches(pattern).at(times - 1);
        if (match === undefined) return;
        this.child.stdout?.off('data', look);
        this.child.stderr?.off('data', look);
        resolve(match);
      };
      this.child.stdout?.on('data', look);
      this.child.stderr?.on('data', look);
      look();
    });
  }

  /** Every match of the pattern in its log so far. */
  matches(pattern: RegExp): readonly RegExpExecArray[] {
    return [...this.output.matchAll(new RegExp(pattern, 'g'))];
  }

  /** Makes trouble inside the process; resolves once it has begun. */
  async make(trouble: Trouble): Promise<void> {
    const begun = once(this.child, 'message');
    this.child.send(trouble);
    await begun;
  }

  /** Stops it where it stands, all its threads included. */
  freeze(): void {
    this.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.child.kill('SIGCONT');
  }

  /** Resolves when the process is gone, with its exit code. */
  async ended(): Promise<number | null> {
    await this.exited;
    return this.child.exitCode;
  }

  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }

  stop(): Promise<number | null> {
    this.child.kill('SIGTERM');
    return this.ended();
  }
}
