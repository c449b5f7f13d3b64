import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { compileCache } from './compile-cache.js';
import { OfficeClient } from './office-client.js';
import { repositoryRoot } from './run-program.js';

const keptCharacters = 20_000;

/** Answer of `measured-process.mjs`. */
export interface Measure {
  readonly heapBytes: number;
  /** Longest delay of the event loop since the last measurement, ms. */
  readonly loopMs: number;
  /** Maximum processor time of the main thread in one turn of the loop since then, ms. */
  readonly heldMs: number;
}

/** The built service in its own process, on SQLite and in mock mode, with a measuring preload. */
export class ServiceProcess {
  private constructor(
    readonly client: OfficeClient,
    private readonly child: ChildProcess,
    private readonly output: ProcessOutput,
    private readonly folder: string,
  ) {}

  /** @param through a program and its arguments that start Node */
  static async start(
    env: Readonly<Record<string, string>> = {},
    through: readonly string[] = [],
  ): Promise<ServiceProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'service-'));
    const preload = join(repositoryRoot, 'test/support/measured-process.mjs');
    const child = fork(join(repositoryRoot, 'dist/main.js'), {
      cwd: folder,
      execPath: through[0] ?? process.execPath,
      execArgv: [
        ...(through.length > 0 ? [...through.slice(1), process.execPath] : []),
        ...['--expose-gc', '--import', preload],
      ],
      env: {
        PATH: process.env['PATH'],
        ...compileCache,
        OFFICE_DB: 'office.sqlite',
        OFFICE_LLM_MODE: 'mock',
        PORT: '0',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const output = new ProcessOutput(child);
    const port = await output.matching(/http:\/\/127\.0\.0\.1:(\d+)/);
    return new ServiceProcess(new OfficeClient(Number(port)), child, output, folder);
  }

  /** @throws with its exit and last output */
  assertRunning(): void {
    const { exitCode, signalCode } = this.child;
    if (exitCode === null && signalCode === null) return;
    throw new Error(`the service ended (${exitCode ?? signalCode}): ${this.output.text}`);
  }

  /** Measures after garbage collection. */
  async measure(): Promise<Measure> {
    const answer = once(this.child, 'message') as Promise<[Measure]>;
    this.child.send('measure');
    return (await answer)[0];
  }

  async kill(): Promise<void> {
    await this.client.closeSockets();
    this.child.kill('SIGKILL');
    await this.output.end();
    await rm(this.folder, { recursive: true });
  }
}

/** The output of a process, read to its end; the last part is kept. */
class ProcessOutput {
  text = '';
  private isEnded = false;
  private readonly changes = new EventEmitter();

  constructor(child: ChildProcess) {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        this.text = (this.text + chunk.toString()).slice(-keptCharacters);
        this.changes.emit('change');
      });
    }
    child.once('close', () => {
      this.isEnded = true;
      this.changes.emit('change');
    });
  }

  /** Resolves when the process and its output have ended. */
  async end(): Promise<void> {
    while (!this.isEnded) await once(this.changes, 'change');
  }

  /** The group of the expression, once it was printed. Rejects if the process ends first. */
  async matching(expression: RegExp): Promise<string> {
    for (;;) {
      const found = expression.exec(this.text)?.[1];
      if (found !== undefined) return found;
      if (this.isEnded) throw new Error(`the service ended: ${this.text}`);
      await once(this.changes, 'change');
    }
  }
}
