import { setTimeout as pause } from 'node:timers/promises';
import { Listener } from './listener.js';
import { atMost, type Finding, percentile } from './measure.js';
import type { ProcessUse, ServerProcess } from './service-process.js';

export interface LoadSize {
  readonly floors: number;
  readonly runs: number;
  readonly sockets: number;
  readonly minutes: number;
}

/** The simulated provider of a load: it takes its time, streams, and fails now and then. */
export const simulatedVendor = {
  OFFICE_MOCK_LATENCY_MS: '20',
  OFFICE_MOCK_TOKENS_PER_SECOND: '2000',
  OFFICE_MOCK_ERROR_RATE: '0.02',
};

const briefs = ['What is a lease?', 'What is a lease?', 'What is a lease?', 'Build a todo list'];
const final = ['done', 'failed', 'cancelled'];
const goals = { loopMs: 250, residentMb: 512, grownMb: 30, replayMs: 1000 };
const sampleMs = 500;
/** Of the runs that are at work when the last was submitted. */
const graceMs = 120_000;

/**
 * Runs at an even pace on many floors while many sockets listen: whether every socket got every
 * numbered event once and in order, every run ended, the event loop stayed free and no memory stays.
 */
export async function steadyLoad(
  service: ServerProcess,
  size: LoadSize,
): Promise<readonly Finding[]> {
  const { address } = service;
  const floors = await openFloors(address, size.floors);
  const ended = new Set<string>();
  const watcher = await Listener.open(address, null, (text) => noteEnd(text, ended));
  const clients: Listener[] = [];
  for (let left = size.sockets; left > 0; left--) clients.push(await Listener.open(address, null));
  await Promise.all(clients.map((each) => each.upToDate()));
  const start = await lastNumber(address);
  for (const each of clients) each.startAfter(start);

  const sampler = new Sampler(service);
  const submitted: string[] = [];
  let heapEarly = 0;
  for (let run = 0; run < size.runs; run++) {
    if (run === Math.floor(size.runs / 4)) heapEarly = await sampler.heapMb();
    submitted.push(await submit(address, run, floors));
    await pause((size.minutes * 60_000) / size.runs);
  }
  const deadline = performance.now() + graceMs;
  const left = (): number => submitted.filter((id) => !ended.has(id)).length;
  while (left() > 0 && performance.now() < deadline) await pause(50);
  await Promise.all(clients.map((each) => each.upToDate()));
  const samples = await sampler.stop();

  const begun = performance.now();
  const replayed = await Listener.open(address, start);
  await replayed.upToDate();
  const replayMs = performance.now() - begun;
  const { count } = replayed.all;
  const wrong = clients.filter((each) => !each.hasSeenAsMuchAs(replayed)).length;
  for (const { socket } of [...clients, watcher, replayed]) socket.terminate();
  const grownMb = Math.max(0, (await sampler.heapMb()) - heapEarly);
  const loopMs = percentile(
    samples.map((each) => each.loopMs),
    0.99,
  );
  const residentMb = Math.max(...samples.map((each) => each.residentMb));
  return [
    atMost(`runs of ${size.runs} that did not end`, left(), '', 0),
    atMost(`sockets of ${size.sockets} that miss one of ${count} events`, wrong, '', 0),
    atMost('delay of the event loop, 99th of a hundred samples', loopMs, 'ms', goals.loopMs),
    atMost('most resident memory', residentMb, 'MB', goals.residentMb),
    atMost('heap that the later three quarters leave', grownMb, 'MB', goals.grownMb),
    atMost(`a client ${count} events behind has them all`, replayMs, 'ms', goals.replayMs),
  ];
}

/** Asks the process for what it uses, one question at a time, as answers bear no name. */
class Sampler {
  private readonly samples: ProcessUse[] = [];
  private stopped = false;
  private asking: Promise<unknown> = Promise.resolve();
  private readonly running = this.run();

  constructor(private readonly service: ServerProcess) {}

  /** What is needed, garbage collected. */
  async heapMb(): Promise<number> {
    return (await this.ask(true)).heapMb;
  }

  async stop(): Promise<readonly ProcessUse[]> {
    this.stopped = true;
    await this.running;
    return this.samples;
  }

  private async run(): Promise<void> {
    await pause(0);
    // What came before the load is no delay of it.
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

/** Of the last event that happened. */
async function lastNumber(address: string): Promise<number> {
  let seq = 0;
  const asked = await Listener.open(address, null, (text) => {
    if (text.startsWith('{"type":"hello"')) seq = (JSON.parse(text) as { seq: number }).seq;
  });
  await asked.upToDate();
  asked.socket.terminate();
  return seq;
}
