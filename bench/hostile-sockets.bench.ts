import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { WebSocket } from 'ws';
import { RequestFlood } from '../test/support/request-flood.js';
import { benchDirectory } from './support/bench-directory.js';
import { type Finding, atMost, percentile } from './support/measure.js';
import { RawSockets } from './support/raw-sockets.js';
import { ServerProcess } from './support/service-process.js';

const silent = 1000;
const runsMeanwhile = 10;
const floods = { sockets: 20, ahead: 500 };
const rehearsals = 50;
const requests = 500;
/** Number of ended runs that `GET /api/runs` returns. */
const knownRuns = 50;
const commands = 200;
/** Time for a server to notice that its clients are gone, ms. */
const closingMs = 1000;
const goals = { silentMb: 100, leftMb: 10, aloneMs: 20, floodedMs: 200, stopMs: 100 };

/**
 * The cost of hostile clients: sockets that do not read while runs are active, the wait of an
 * honest client beside floods of commands, and how long concurrent requests block the event loop,
 * all with the default limits.
 */
export default async function hostileSocketsBench(): Promise<readonly Finding[]> {
  const directory = benchDirectory();
  const service = await ServerProcess.service(directory.path);
  const honest = await Honest.open(service.address);
  try {
    await honest.finishRuns(runsMeanwhile);
    return [
      ...(await unread(service, honest)),
      ...(await flooded(service, honest)),
      await requestedAtOnce(service, honest),
    ];
  } finally {
    honest.close();
    await service.end();
    directory.remove();
  }
}

async function unread(service: ServerProcess, honest: Honest): Promise<readonly Finding[]> {
  const before = await service.use(true);
  const sockets = new RawSockets(service.address);
  await sockets.add(silent);
  sockets.stopReading();
  await honest.finishRuns(runsMeanwhile);
  const meanwhile = await service.use(true);
  sockets.close();
  await new Promise((resolve) => setTimeout(resolve, closingMs));
  const after = await service.use(true);
  const [added, left] = [meanwhile, after].map(
    ({ heldBytes }) => (heldBytes - before.heldBytes) / 1024 / 1024,
  );
  const resident = [before, meanwhile, after].map(({ residentMb }) => residentMb.toFixed(0));
  return [
    atMost(
      `memory that ${silent} sockets which read nothing take while ${runsMeanwhile} runs work`,
      added ?? NaN,
      'MB',
      goals.silentMb,
      `resident before, with them and after: ${resident.join(', ')} MB`,
    ),
    atMost('the same once they are gone', Math.max(0, left ?? NaN), 'MB', goals.leftMb),
  ];
}

async function flooded(service: ServerProcess, honest: Honest): Promise<readonly Finding[]> {
  await honest.commands(rehearsals);
  const alone = await honest.commands(commands);
  const url = `${service.address.replace('http', 'ws')}/ws`;
  const flood = new Worker(new URL('support/flood.mjs', import.meta.url), {
    workerData: { url, ...floods },
  });
  await once(flood, 'message');
  const beside = await honest.commands(commands);
  await flood.terminate();
  return [
    atMost('an honest command until its event, alone, p95', alone, 'ms', goals.aloneMs),
    atMost(
      `the same beside ${floods.sockets} sockets that send without end, p95`,
      beside,
      'ms',
      goals.floodedMs,
    ),
  ];
}

async function requestedAtOnce(service: ServerProcess, honest: Honest): Promise<Finding> {
  await honest.finishRuns(knownRuns);
  const flood = await RequestFlood.open(Number(new URL(service.address).port), requests);
  await service.use(true);
  await flood.send({ path: '/api/runs' });
  const { loopMs } = await service.use();
  return atMost(
    `longest stop of the event loop, ${requests} requests for all runs at once`,
    loopMs,
    'ms',
    goals.stopMs,
  );
}

/** A client that reads everything and sends one command after another. */
class Honest {
  private ended = 0;
  private facts = 0;

  private constructor(
    private readonly address: string,
    private readonly socket: WebSocket,
  ) {
    socket.on('message', (data: Buffer) => {
      const isRun = data.includes('"type":"run.updated"');
      if (isRun && data.includes('"status":"done"')) this.ended += 1;
    });
  }

  static async open(address: string): Promise<Honest> {
    const socket = new WebSocket(`${address.replace('http', 'ws')}/ws`);
    const honest = new Honest(address, socket);
    await once(socket, 'open');
    return honest;
  }

  async finishRuns(count: number): Promise<void> {
    const target = this.ended + count;
    for (let run = 0; run < count; run++) {
      await fetch(`${this.address}/api/submit`, {
        method: 'POST',
        body: JSON.stringify({ brief: 'What is a lease?' }),
      });
    }
    while (this.ended < target) await once(this.socket, 'message');
  }

  /** @returns p95 of the time from a command to its event, ms */
  async commands(count: number): Promise<number> {
    const took: number[] = [];
    while (took.length < count) took.push(await this.command());
    return percentile(took, 0.95);
  }

  close(): void {
    this.socket.terminate();
  }

  private async command(): Promise<number> {
    this.facts += 1;
    const text = `honest fact ${this.facts}.`;
    const fact = { type: 'rememberFact', scope: 'installation', kind: 'decision', text };
    const started = performance.now();
    this.socket.send(JSON.stringify(fact));
    for (;;) {
      const [data] = (await once(this.socket, 'message')) as [Buffer];
      if (data.includes('"type":"memory.created"') && data.includes(text)) break;
    }
    return performance.now() - started;
  }
}
