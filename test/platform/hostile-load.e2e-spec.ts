import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { compileCache } from '../support/compile-cache.js';
import { OfficeClient } from '../support/office-client.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { repositoryRoot } from '../support/run-program.js';

/** What `measured-process.mjs` answers. */
interface Measure {
  readonly heapBytes: number;
  /** The longest time for which the event loop did not turn since the last measure. */
  readonly loopMs: number;
}

/** Frames of one half; `FUZZ_CASES=20000` is the long form. */
const frames = Number(process.env['FUZZ_CASES'] ?? 800) / 2;
const fieldCharacters = 200_000;

/**
 * The built service as a process, under frames that are sent without waiting for any answer. What is
 * in them is refused or cut to size: nothing that grows with them may stay in memory.
 */
describe('a client that sends large frames and never waits', () => {
  let folder: string;
  let service: ChildProcess;
  let client: OfficeClient;
  let socket: OfficeSocket;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-load-'));
    const preload = join(repositoryRoot, 'test/support/measured-process.mjs');
    service = fork(join(repositoryRoot, 'dist/main.js'), {
      cwd: folder,
      execArgv: ['--expose-gc', '--import', preload],
      env: {
        PATH: process.env['PATH'],
        ...compileCache,
        OFFICE_DB: 'office.sqlite',
        OFFICE_LLM_MODE: 'mock',
        PORT: '0',
      },
      stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
    });
    client = new OfficeClient(await portOf(service));
    socket = await client.connect();
  });

  afterAll(async () => {
    await client.closeSockets();
    const ended = once(service, 'close');
    service.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  });

  async function measure(): Promise<Measure> {
    const answer = once(service, 'message') as Promise<[Measure]>;
    service.send('measure');
    return (await answer)[0];
  }

  async function half(name: string): Promise<Measure> {
    for (let n = 0; n < frames; n += 1) {
      const text = `${name} ${n}`;
      socket.send({
        type: 'rememberFact',
        scope: 'installation',
        kind: 'decision',
        text,
        source: `${text} ${'x'.repeat(fieldCharacters)}`,
      });
      socket.sendRaw(JSON.stringify({ type: 'cancel', runId: text.padEnd(fieldCharacters / 10) }));
    }
    const last = `${name} ${frames - 1}`;
    await socket.waitFor('memory.created', ({ fact }) => fact.text === last);
    await socket.settle();
    return measure();
  }

  it('leaves nothing of them in memory', async () => {
    const before = await measure();
    const first = await half('first');
    const second = await half('second');
    const sent = frames * fieldCharacters;
    expect(first.heapBytes - before.heapBytes).toBeLessThan(sent / 4);
    expect(second.heapBytes).toBeLessThan(1.2 * first.heapBytes);
  }, 600_000);
});

/** From the line that names the address. */
async function portOf(service: ChildProcess): Promise<number> {
  let printed = '';
  for await (const chunk of service.stdout ?? []) {
    printed += String(chunk);
    const port = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed)?.[1];
    if (port !== undefined) {
      service.stdout?.resume();
      return Number(port);
    }
  }
  throw new Error(`the service ended: ${printed}`);
}
