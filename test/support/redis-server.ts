import { afterAll, describe } from '@jest/globals';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { freePort } from './free-port.js';

/** A test's own Redis server that it can stop, freeze and restart. It stores nothing. */
export class RedisServer {
  private child: ChildProcess | undefined;

  private constructor(private readonly port: number) {}

  static async start(): Promise<RedisServer> {
    const server = new RedisServer(await freePort());
    await server.begin();
    return server;
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  /** Starts it on the same port; resolves when it accepts connections. */
  async begin(): Promise<void> {
    const options = ['--bind', '127.0.0.1', '--port', `${this.port}`, '--save', ''];
    const child = spawn('redis-server', options, { stdio: ['ignore', 'pipe', 'inherit'] });
    this.child = child;
    let said = '';
    while (!said.includes('Ready to accept connections')) {
      const [chunk] = (await once(child.stdout, 'data')) as [Buffer];
      said += chunk.toString();
    }
    child.stdout.resume();
  }

  /** Keeps its connections open and answers nothing. */
  freeze(): void {
    this.child?.kill('SIGSTOP');
  }

  thaw(): void {
    this.child?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
}

/** A Redis server for the tests of the surrounding `describe`. */
export function temporaryRedis(): { start(): Promise<RedisServer> } {
  const started: RedisServer[] = [];
  afterAll(async () => {
    for (const server of started) await server.stop();
  });
  return {
    start: async () => {
      const server = await RedisServer.start();
      started.push(server);
      return server;
    },
  };
}

/**
 * Tests of a fleet, which need PostgreSQL, Redis and a Redis program of their own to break. With
 * CI=true all must be available.
 */
export function describeFleet(
  name: string,
  tests: (addresses: { readonly postgres: string; readonly redis: string }) => void,
): void {
  const postgres = process.env['OFFICE_TEST_POSTGRES_URL'];
  const redis = process.env['OFFICE_TEST_REDIS_URL'];
  const installed = spawnSync('redis-server', ['--version']).status === 0;
  const missing = [
    postgres === undefined && 'PostgreSQL',
    redis === undefined && 'Redis',
    !installed && 'the program redis-server',
  ].filter((each) => each !== false);
  if (postgres !== undefined && redis !== undefined && installed) {
    describe(name, () => tests({ postgres, redis }));
  } else if (process.env['CI'] === 'true') {
    throw new Error(`CI needs ${missing.join(' and ')}`);
  } else {
    const reason = `${name} (skipped: without ${missing.join(' and ')})`;
    describe.skip(reason, () =>
      tests({ postgres: 'postgres://nowhere', redis: 'redis://nowhere' }),
    );
  }
}
