import { setTimeout as pause } from 'node:timers/promises';
import { Listener } from './listener.js';
import { residentGrowth } from './resident-growth.js';
import { atMost, type Finding, percentile } from './measure.js';
import type { ProcessUse, ServerProcess } from './service-process.js';

export interface LoadSize {
  readonly floors: number;
  readonly runs: number;
  readonly sockets: number;
  readonly minutes: number;
}

/** The simulated provider of a load: slow, streaming, with occasional failures. */
export const simulatedProvider = {
  OFFICE_MOCK_LATENCY_MS: '20',
  OFFICE_MOCK_TOKENS_PER_SECOND: '2000',
  OFFICE_MOCK_ERROR_RATE: '0.02',
};

const briefs = ['What is a lease?', 'What is a lease?', 'What is a lease?', 'Build a todo list'];
const final = ['done', 'failed', 'cancelled'];
/**
 * Memory grows in steps: between two collections a heap of this size varies by some 30 MB, and so
 * can two medians although nothing leaks.
 */
const goals = { loopMs: 250, residentMb: 512, grownMb: 30, residentGrownMb: 30 };
/** Maximum time per missed event for a returning client: 1 s for 10,000. */
const replayMsAnEvent = 0.1;
const sampleMs = 500;
/** Extra time for runs that are active when the last one was submitted, ms. */
const graceMs = 120_000;

/**
 * Evenly paced runs on many floors while many sockets listen, over all replicas in turn. Measures
 * whether every socket got every numbered event once and in order, every run ended, no event loop
 * was blocked and no memory leaked.
 */
export async function steadyLoad(
  replicas: readonly ServerProcess[],
  size: LoadSize,
): Promise<readonly Finding[]> {
  const addresses = replicas.map(({ address }) => address);
  const floors = await openFloors(addressOf(addresses, 0), size.floors);
  const audience = await Audience.open(addresses, size.sockets);
  const samplers = replicas.map((each) => new Sampler(each));
  const submitted: string[] = [];
  let early: readonly number[] = [];
  const begun = performance.now();
  for (let run = 0; run < size.runs; run++) {
    if (run === Math.floor(size.runs / 4)) early = await heldBy(samplers);
    submitted.push(await submit(addressOf(addresses, run), run, floors));
    const due = begun + ((run + 1) * size.minutes * 60_000) / size.runs;
    await pause(Math.max(0, due - performance.now()));
  }
  const left = await audience.untilEnded(submitted);
  const all = await Promise.all(samplers.map((each) => each.stop()));
  // The sockets are still open, as in the early measurement.
  const late = await heldBy(samplers);
  const { events, wrong, replayMs } = await audience.compare();
  const grownMb = Math.max(0, ...late.map((each, at) => each - (early[at] ?? 0)));
  const samples = all.flat();
  const loops = samples.map((each) => each.loopMs);
  const residentMb = Math.max(...samples.map((each) => each.residentMb));
  return [
    atMost(`runs of ${size.runs} that did not end`, left, '', 0),
    atMost(`sockets of ${size.sockets} that miss one of ${events} events`, wrong, '', 0),
    atMost(
      'delay of the event loop, 99th of a hundred samples',
      percentile(loops, 0.99),
      'ms',
      goals.loopMs,
    ),
    atMost('most resident memory', residentMb, 'MB', goals.residentMb),
    atMost('memory that the later three quarters of the runs leave', grownMb, 'MB', goals.grownMb),
    atMost(
      'resident memory of the last quarter above that of the first, medians',
      Math.max(0, ...all.map(residentGrowth)),
      'MB',
      goals.residentGrownMb,
    ),
    atMost(
      `a client ${events} events behind has them all`,
      replayMs,
      'ms',
      Math.max(1000, events * replayMsAnEvent),
    ),
  ];
}

function heldBy(samplers: readonly Sampler[]): Promise<readonly number[]> {
  return Promise.all(samplers.map((each) => each.heldMb()));
}

function addressOf(addresses: readonly string[], turn: number): string {
  const address = addresses[turn % addresses.length];
  if (address === undefined) throw new Error('there is no replica');
  return address;
}

/** Sockets over all replicas that record every number from the same event on. */
class Audience {
  private constructor(
    private readonly addresses: readonly string[],
    private readonly start: number,
    private readonly clients: readonly Listener[],
    private readonly watcher: Listener,
    private readonly ended: ReadonlySet<string>,
  ) {}

  static async open(addresses: readonly string[], size: number): Promise<Audience> {
    const ended = new Set<string>();
    const watcher = await Listener.open(addressOf(addresses, 0), null, (text) =>
      noteEnd(text, ended),
    );
    const clients: Listener[] = [];
    while (clients.length < size) {
      clients.push(await Listener.open(addressOf(addresses, clients.length), null));
    }
    const start = await sameNumber(addresses);
    await Promise.all(clients.map((each) => each.upToDate()));
    for (const each of clients) each.startAfter(start);
    return new Audience(addresses, start, clients, watcher, ended);
  }

  /** @returns the number of runs that did not end in time */
  async untilEnded(runs: readonly string[]): Promise<number> {
    const deadline = performance.now() + graceMs;
    const left = (): number => runs.filter((id) => !this.ended.has(id)).length;
    while (left() > 0 && performance.now() < deadline) await pause(50);
    return left();
  }

  /**
   * Compares them with a client that requests everything since the start; closes all afterwards.
   */
  async compare(): Promise<{ events: number; wrong: number; replayMs: number }> {
    await sameNumber(this.addresses);
    await Promise.all(this.clients.map((each) => each.upToDate()));
    const begun = performance.now();
    const replayed = await Listener.open(addressOf(this.addresses, 0), this.start);
    await replayed.upToDate();
    const replayMs = performance.now() - begun;
    const wrong = this.clients.filter((each) => !each.hasSeenAsMuchAs(replayed)).length;
    for (const each of [...this.clients, this.watcher, replayed]) each.close();
    return { events: replayed.all.count, wrong, replayMs };
  }
}

/** The last event's number, once every replica has the same one. */
async function sameNumber(addresses: readonly string[]): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const [first = 0, ...others] = await Promise.all(addresses.map((each) => lastNumber(each)));
    if (others.every((each) => each === first)) return first;
    await pause(50);
  }
  throw new Error('the replicas do not come to the same number');
}

/** Samples a process's usage, one request at a time, because responses have no ids. */
class Sampler {
  private readonly samples: ProcessUse[] = [];
  private stopped = false;
  private asking: Promise<unknown> = Promise.resolve();
  private readonly running = this.run();

  constructor(private readonly service: ServerProcess) {}

  /** Heap and external memory after garbage collection, MB. */
  async heldMb(): Promise<number> {
    return (await this.ask(true)).heldBytes / 1024 / 1024;
  }

  async stop(): Promise<readonly ProcessUse[]> {
    this.stopped = true;
    await this.running;
    return this.samples;
  }

  private async run(): Promise<void> {
    await pause(0);
    // Delays before the load do not count.
    await this.ask(false);
    while (!this.stopped) {
      await pause(sampleMs);
      this.samples.push(await this.ask(false));
    }
  }

  private ask(collect: boolean): Promise<ProcessUse> {
    const answer = this.asking.then(() => this.service.use(collect));
    this.asking = answer;
    return answer;
  }
}

function noteEnd(text: string, ended: Set<string>): void {
  if (!text.startsWith('{"type":"run.updated"')) return;
  const { run } = JSON.parse(text) as { run: { id: string; status: string } };
  if (final.includes(run.status)) ended.add(run.id);
}

async function openFloors(address: string, count: number): Promise<readonly string[]> {
  const ids = ['default'];
  while (ids.length < count) {
    const { id } = await post(address, 'workspaces', { name: `Floor ${ids.length}` });
    ids.push(id);
  }
  return ids;
}

async function submit(address: string, run: number, floors: readonly string[]): Promise<string> {
  const brief = briefs[run % briefs.length];
  const { id } = await post(address, 'submit', { brief, workspaceId: floors[run % floors.length] });
  return id;
}

async function post(address: string, path: string, body: object): Promise<{ id: string }> {
  const answer = await fetch(`${address}/api/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as { id: string };
}

/** The number of the last event. */
async function lastNumber(address: string): Promise<number> {
  let seq = 0;
  const asked = await Listener.open(address, null, (text) => {
    if (text.startsWith('{"type":"hello"')) seq = (JSON.parse(text) as { seq: number }).seq;
  });
  await asked.upToDate();
  asked.close();
  return seq;
}
