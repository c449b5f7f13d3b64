import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pLimit from 'p-limit';
import {
  anyFrame,
  anyRequest,
  idleRequest,
  wrongFrame,
  type FuzzRequest,
} from '../support/doors/generated-requests.js';
import type { Answer, OfficeClient } from '../support/office-client.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ServiceProcess, type Measure } from '../support/service-process.js';

/** `npm run fuzz -- --requests 1000000` is the long form. */
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 20_000);
const atOnce = 32;
const portion = 500;
/** Of refused requests that are tried again while nothing else happens: one in so many. */
const idleShare = 10;
/** Of the main thread's processor time in one turn of the loop, ms: what a busy machine takes does not count. */
const longestHoldMs = 100;

/** What an error of the program says, as no refusal does. */
const faulty =
  /Cannot read prop|is not a function|is not iterable|Unexpected token|SQLITE|QueryFailed/;

/**
 * Generated requests and frames for every operation and every command, to the built service: each is
 * answered as the documents say, none with 500, and a refused one has changed nothing.
 */
describe('the doors under generated input', () => {
  let service: ServiceProcess;
  let client: OfficeClient;
  let socket: OfficeSocket;
  let seed = Number(process.env['FUZZ_SEED'] ?? 1) * 1_000_000;

  beforeAll(async () => {
    service = await ServiceProcess.start();
    client = service.client;
    socket = await client.connect();
  });

  afterAll(() => service.kill());

  const limit = pLimit(atOnce);

  /** All answers, in the order of the requests. */
  function send(all: readonly FuzzRequest[]): Promise<Answer<unknown>[]> {
    return limit
      .map(all, ({ method, path, body }) => client.call(method, path, { body }))
      .catch((error: unknown) => {
        service.assertRunning();
        throw error;
      });
  }

  function sample<T>(arbitrary: fc.Arbitrary<T>, count: number): T[] {
    seed += 1;
    return fc.sample(arbitrary, { numRuns: count, seed });
  }

  /** Everything that a client can read of the office, without what only time changes. */
  async function digest(): Promise<string> {
    const hash = createHash('sha256');
    for (const path of ['/api/state', '/api/runs', '/api/memory', '/api/plugins/sources']) {
      const { body } = await client.get(path);
      hash.update(JSON.stringify(body, (key, value: unknown) => (key === 'uptimeMs' ? 0 : value)));
    }
    return hash.digest('hex');
  }

  it('change nothing when they refuse a request', async () => {
    let compared = 0;
    while (compared < requests / idleShare) {
      let all: FuzzRequest[] = sample(idleRequest(), portion);
      // What is accepted is left out, and the rest is sent again until all of it is refused.
      for (let accepted = true; accepted;) {
        const before = await digest();
        const answers = await send(all);
        const refused = all.filter((_, at) => (answers[at]?.status ?? 0) >= 400);
        accepted = refused.length < all.length;
        if (!accepted) expect(await digest()).toBe(before);
        all = refused;
      }
      faults(socket);
      compared += all.length;
    }
  }, 7_200_000);

  it('change nothing when they refuse a command', async () => {
    const before = await digest();
    const frames = sample(wrongFrame(), portion);
    const known = socket.ofType('error').length;
    for (const frame of frames) socket.sendRaw(frame);
    // A refusal may come after the answer to a later command.
    while (socket.ofType('error').length < known + frames.length) await socket.settle();
    expect(socket.ofType('error')).toHaveLength(known + frames.length);
    expect(await digest()).toBe(before);
  });

  it('answer all, fail none, hold nothing up and keep nothing', async () => {
    const statuses = new Map<number, number>();
    const measures: Measure[] = [await service.measure()];
    for (let sent = 0; sent < requests; sent += 2 * portion) {
      reportProgress(sent);
      for (const frame of sample(anyFrame(), portion)) socket.sendRaw(frame);
      for (const { status } of await send(sample(anyRequest(), portion))) {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
      await socket.settle();
      faults(socket);
      measures.push(await service.measure());
    }
    expect(statuses.get(500)).toBeUndefined();
    expect(statuses.get(200) ?? 0).toBeGreaterThan(requests / 20);
    service.assertRunning();
    const held = measures.slice(1).map(({ heldMs }) => heldMs);
    expect(Math.max(...held)).toBeLessThan(longestHoldMs);
    const middle = measures.at(Math.floor(measures.length / 2))?.heapBytes ?? 0;
    expect(measures.at(-1)?.heapBytes).toBeLessThan(1.3 * middle);
  }, 7_200_000);
});

function reportProgress(sent: number): void {
  if (sent % 50_000 === 0 && sent > 0) process.stderr.write(`${sent} of ${requests}\n`);
}

/** Fails on a fault of the program, and forgets what was received. */
function faults({ events, frames }: OfficeSocket): void {
  const found = events.filter((event) => event.type === 'error' && faulty.test(event.message));
  events.length = 0;
  frames.length = 0;
  expect(found).toEqual([]);
}
