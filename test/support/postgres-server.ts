import { afterAll } from '@jest/globals';
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync } from 'node:fs';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.js';

const ready = 'database system is ready to accept connections';

/** Protection against power loss is off; a commit survives the end of the server. */
const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'fsync=off',
  'full_page_writes=off',
  'lc_messages=C',
];

interface User {
  readonly uid: number;
  readonly gid: number;
}

interface Installed {
  /** The folder of its programs. */
  readonly bin: string;
  /** The user it runs as; absent: the current one. */
  readonly user?: User;
}

/** A test's own PostgreSQL server on a new directory; the test can stop and restart it. */
export class PostgresServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly installed: Installed,
    private readonly directory: string,
    private readonly port: number,
  ) {}

  /** Null if its programs are not installed, or there is no user it may run as. */
  static async start(): Promise<PostgresServer | null> {
    const installed = findInstalled();
    if (installed === null) return null;
    const directory = await mkdtemp(join(tmpdir(), 'office-postgres-'));
    const { user } = installed;
    if (user !== undefined) await chown(directory, user.uid, user.gid);
    const server = new PostgresServer(installed, directory, await freePort());
    await server.create();
    await server.begin();
    return server;
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.port}/postgres`;
  }

  /** Starts it on the same port; resolves when it accepts connections. */
  async begin(): Promise<void> {
    const options = settings.flatMap((setting) => ['-c', setting]);
    const child = this.run('postgres', ['-D', this.data, '-p', `${this.port}`, ...options]);
    this.child = child;
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      if (!said.includes(ready)) said += chunk.toString();
      child.emit('said');
    });
    child.once('exit', () => child.emit('said'));
    while (!said.includes(ready)) {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended: ${said}`);
      await once(child, 'said');
    }
  }

  /**
   * Stops at once, as after a failure: connections are cut, and the next start recovers from the
   * log.
   */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGQUIT');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true, force: true });
  }

  private get data(): string {
    return join(this.directory, 'data');
  }

  private async create(): Promise<void> {
    const options = ['--no-sync', '--auth=trust', '--username=postgres', '--encoding=UTF8'];
    const child = this.run('initdb', ['-D', this.data, '--locale=C', ...options]);
    let said = '';
    child.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    if (code !== 0) throw new Error(`no cluster of PostgreSQL was made: ${said}`);
  }

  private run(program: string, args: readonly string[]): ChildProcess {
    return spawn(join(this.installed.bin, program), args, {
      cwd: this.directory,
      stdio: ['ignore', 'ignore', 'pipe'],
      ...this.installed.user,
    });
  }
}

/** A PostgreSQL server for the tests of the surrounding `describe`; null if not installed. */
export function temporaryPostgres(): { start(): Promise<PostgresServer | null> } {
  const started: PostgresServer[] = [];
  afterAll(async () => {
    for (const server of started) await server.remove();
  });
  return {
    start: async () => {
      const server = await PostgresServer.start();
      if (server !== null) started.push(server);
      return server;
    },
  };
}

function findInstalled(): Installed | null {
  const onPath = (process.env['PATH'] ?? '').split(delimiter);
  const bin = [...onPath, ...globSync('/usr/lib/postgresql/*/bin')].find((folder) =>
    ['initdb', 'postgres'].every((program) => existsSync(join(folder, program))),
  );
  if (bin === undefined) return null;
  if (process.getuid?.() !== 0) return { bin };
  const user = userOfServer();
  return user === null ? null : { bin, user };
}

/** The server refuses to run as root. */
function userOfServer(): User | null {
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, 'postgres'], { stdio: ['ignore', 'pipe', 'ignore'] }));
  try {
    return { uid: idOf('-u'), gid: idOf('-g') };
  } catch {
    return null;
  }
}
