import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache } from './compile-cache.js';
import { OfficeClient } from './office-client.js';
import { repositoryRoot } from './run-program.js';

/** What `measured-process.mjs` answers. */
export interface Measure {
  readonly heapBytes: number;
  /** The longest time for which the event loop did not turn since the last measure, ms. */
  readonly loopMs: number;
  /** The most processor time that the main thread took in one turn of the loop since then, ms. */
  readonly heldMs: number;
}

/** The built service as a process of its own, on SQLite and in mock mode, with a preload that measures. */
export class ServiceProcess {
  private constructor(
    readonly client: OfficeClient,
    private readonly child: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(env: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'service-'));
    const preload = join(repositoryRoot, 'test/support/measured-process.mjs');
    const child = fork(join(repositoryRoot, 'dist/main.js'), {
      cwd: folder,
      execArgv: ['--expose-gc', '--import', preload],
      env: {
        PATH: process.env['PATH'],
        ...compileCache,
        OFFICE_DB: 'office.sqlite',
        OFFICE_LLM_MODE: 'mock',
        PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    return new ServiceProcess(new OfficeClient(await portOf(child)), child, folder);
  }

  get isRunning(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** After a collection of garbage. */
  async measure(): Promise<Measure> {
    const answer = once(this.child, 'message') as Promise<[Measure]>;
    this.child.send('measure');
    return (await answer)[0];
  }

  async kill(): Promise<void> {
    await this.client.closeSockets();
    const ended = once(this.child, 'close');
    this.child.kill('SIGKILL');
    await ended;
    await rm(this.folder, { recursive: true });
  }
}

/** From the line that names the address; what is printed later is read and dropped. */
async function portOf({ stdout }: ChildProcess): Promise<number> {
  let printed = '';
  for await (const chunk of stdout ?? []) {
    printed += String(chunk);
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
    if (port !== undefined) {
      stdout?.resume();
      return Number(port);
    }
  }
  throw new Error(`the service ended: ${printed}`);
}
