import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export const projectRoot = join(import.meta.dirname, '..', '..');

export interface ProcessUse {
  /** Processor time of all threads since the start, ms. */
  readonly cpuMs: number;
  /** Bytes of the heap and of external memory. */
  readonly heldBytes: number;
  readonly residentMb: number;
  /** Longest delay of the event loop since the last request, ms. */
  readonly loopMs: number;
}

/**
 * A server in its own process that reports its usage over IPC: the built service, or a bare one for
 * comparison.
 */
export class ServerProcess {
  private constructor(
    private readonly child: ChildProcess,
    readonly address: string,
  ) {}

  /** The built service in mock mode with `directory` as its working directory. */
  static service(
    directory: string,
    env: Readonly<Record<string, string>> = {},
  ): Promise<ServerProcess> {
    return ServerProcess.start(join(projectRoot, 'dist/main.js'), directory, {
      OFFICE_LLM_MODE: 'mock',
      OFFICE_MOCK_LATENCY_MS: '0',
      OFFICE_LOG_LEVEL: 'error',
      OFFICE_SKILLS_DIR: join(projectRoot, 'skills'),
      PORT: '0',
      ...env,
    });
  }

  /** One of the bare servers of this folder; it prints its address. */
  static bare(file: string, env: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
    return ServerProcess.start(join(import.meta.dirname, file), projectRoot, env);
  }

  private static async start(
    file: string,
    cwd: string,
    env: Readonly<Record<string, string>>,
  ): Promise<ServerProcess> {
    const child = fork(file, {
      cwd,
      execArgv: ['--expose-gc', '--import', join(import.meta.dirname, 'process-use.mjs')],
      env: { PATH: process.env.PATH, ...env },
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    });
    return new ServerProcess(child, await addressOf(child));
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** @param collect collects garbage first, so that only used memory counts */
  async use(collect = false): Promise<ProcessUse> {
    const answer = once(this.child, 'message') as Promise<[ProcessUse]>;
    this.child.send(collect ? 'collect' : 'use');
    return (await answer)[0];
  }

  /** Sends a message to a bare server, which does not answer. */
  tell(message: object): void {
    this.child.send(message);
  }

  async end(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'close');
  }
}

/** The address; the output is read to its end. */
function addressOf(child: ChildProcess): Promise<string> {
  let printed = '';
  return new Promise((resolve, reject) => {
    child.once('exit', () => reject(new Error(`the server ended: ${printed}`)));
    child.stdout?.on('data', (chunk: Buffer) => {
      if (printed.length < 10_000) printed += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)?.[0];
      if (address !== undefined) resolve(address);
    });
  });
}
