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
const requests = Number(process.env['FUZZ_REQUESTS'] ?? 8000);
const atOnce = 32;
const portion = 500;
/** Of refused requests that are tried again while nothing else happens: one in so many. */
const idleShare = 10;
/** The same of refused commands. */
const refusedShare = 40;
/** Of the main thread's processor time in one turn of the loop, ms: what a busy machine takes does not count. */
const longestHoldMs = 100;
/** Input that holds the loop does so again, what a busy machine adds does not; a million is sent once. */
const attempts = requests > 8000 ? 1 : 3;
/** A request that is not answered for so long hangs. */
const hungMs = 30_000;
const testMs = requests > 8000 ? 7_200_000 : 180_000;
/** What heap may grow by for each request and command of the second half, and for all of them. */
const keptBytes = { each: 50, all: 1_000_000 };
/** Of a service that could not reach what the operation is about, or that is not there. */
const unavailable = 503;

/** Operations whose work is to reach other programs, which may be away. */
const reachesOthers = new Set(['/api/mcp/refresh', '/api/vendors/refresh']);

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
    return limit.map(all, ask).catch((error: unknown) => {
      service.assertRunning();
      throw error;
    });
  }

  async function ask({ method, path, body }: FuzzRequest): Promise<Answer<unknown>> {
    const answer = await client.call(method, path, { body, timeoutMs: hungMs });
    const isFault =
      answer.status === 500 ||
      (answer.status === unavailable && !reachesOthers.has(path)) ||
      (answer.status >= 400 && faulty.test(answer.text));
    if (isFault) throw new Error(`${method} ${path} ${body}: ${answer.status} ${answer.text}`);
    return answer;
  }

  /** A portion of frames and one of requests, until all are answered. */
  async function exchange(): Promise<Answer<unknown>[]> {
    for (const frame of sample(anyFrame(), portion)) socket.sendRaw(frame);
    const answers = await send(sample(anyRequest(), portion));
    await socket.settle();
    faults(socket);
    return answers;
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

  it(
    'change nothing when they refuse a request',
    async () => {
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
    },
    testMs,
  );

  it(
    'change nothing when they refuse a command',
    async () => {
      const before = await digest();
      for (let compared = 0; compared < requests / refusedShare; compared += portion) {
        const frames = sample(wrongFrame(), portion);
        for (const frame of frames) socket.sendRaw(frame);
        // A refusal may come after the answer to a later command.
        while (socket.ofType('error').length < frames.length) await socket.settle();
        expect(socket.ofType('error')).toHaveLength(frames.length);
        expect(await digest()).toBe(before);
        faults(socket);
      }
    },
    testMs,
  );

  it(
    'answer all, fail none, hold nothing up and keep nothing',
    async () => {
      const statuses = new Map<number, number>();
      // The first calls compile the code of the service: the first portion is sent twice, counted once.
      const first = seed;
      await exchange();
      seed = first;
      const measures: Measure[] = [await service.measure()];
      const begun = performance.now();
      for (let sent = 0; sent < requests; sent += 2 * portion) {
        reportProgress(sent);
        const portionSeed = seed;
        for (const { status } of await exchange()) {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
        }
        let measure = await service.measure();
        for (let tried = 1; measure.heldMs > longestHoldMs; tried += 1) {
          reportStall(measure, portionSeed);
          if (tried === attempts) break;
          seed = portionSeed;
          await exchange();
          measure = await service.measure();
        }
        measures.push(measure);
      }
      reportEnd(measures, statuses, performance.now() - begun);
      expect(statuses.get(200) ?? 0).toBeGreaterThan(requests / 20);
      service.assertRunning();
      const held = measures.slice(1).map(({ heldMs }) => heldMs);
      expect(Math.max(...held)).toBeLessThan(longestHoldMs);
      expect(grownBytes(measures)).toBeLessThan(keptBytes.all + keptBytes.each * (requests / 2));
    },
    testMs,
  );
});

/** By how much the heap of the last quarter is above that of the quarter before the middle, medians. */
function grownBytes(measures: readonly Measure[]): number {
  const quarter = Math.ceil(measures.length / 4);
  const heaps = measures.map(({ heapBytes }) => heapBytes);
  return medianOf(heaps.slice(-quarter)) - medianOf(heaps.slice(quarter, 2 * quarter));
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}

function reportProgress(sent: number): void {
  if (sent % 50_000 === 0 && sent > 0) process.stderr.write(`${sent} of ${requests}\n`);
}

/** With what `npm run fuzz` needs to send the same portion again. */
function reportStall({ heldMs }: Measure, portionSeed: number): void {
  process.stderr.write(`held for ${heldMs.toFixed(0)} ms by the portion of seed ${portionSeed}\n`);
}

function reportEnd(
  measures: readonly Measure[],
  statuses: ReadonlyMap<number, number>,
  tookMs: number,
): void {
  const held = Math.max(...measures.slice(1).map(({ heldMs }) => heldMs));
  const mb = (bytes = NaN): string => (bytes / 1e6).toFixed(1);
  process.stderr.write(
    `${requests} requests and commands in ${(tookMs / 1000).toFixed(0)} s; ` +
      `longest hold ${held.toFixed(0)} ms; heap ${measures
        .map((each) => mb(each.heapBytes))
        .filter((_, at) => at % Math.ceil(measures.length / 10) === 0)
        .join(', ')} MB; ` +
      `${JSON.stringify([...statuses].toSorted(([a], [b]) => a - b))}\n`,
  );
}

/** Fails on a fault of the program, and forgets what was received. */
function faults({ events, frames }: OfficeSocket): void {
  const found = events.filter((event) => event.type === 'error' && faulty.test(event.message));
  events.length = 0;
  frames.length = 0;
  expect(found).toEqual([]);
}
