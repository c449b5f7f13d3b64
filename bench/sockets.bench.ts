import { once } from 'node:events';
import { WebSocket } from 'ws';
import { benchDirectory } from './support/bench-directory.js';
import { type Finding, finding, median } from './support/measure.js';
import { RawSockets } from './support/raw-sockets.js';
import { ServerProcess } from './support/service-process.js';

const sizes = [100, 500, 1000];
const rounds = 9;
const runsOfRound = 2;
const goals = { fanOut: 0.9, idleTimes: 2, officeMb: 150 };
const idleSockets = 1000;
const idleRounds = 5;
/** Time for a server to notice that its clients are gone, ms. */
const closingMs = 500;

/**
 * Sockets of the built service against a bare `ws` server: memory of an idle socket, and the cost
 * of sending frames of active runs to many.
 */
export default async function socketsBench(): Promise<readonly Finding[]> {
  const directory = benchDirectory();
  const service = await ServerProcess.service(directory.path);
  const bare = await ServerProcess.bare('bare-sockets.mjs');
  try {
    const { residentMb } = await service.use(true);
    const office = finding('resident memory of an idle office', {
      value: residentMb,
      unit: 'MB',
      goal: goals.officeMb,
      good: 'below',
    });
    const fanOuts: Finding[] = [];
    for (const size of sizes) fanOuts.push(await fanOut(service, bare, size));
    return [office, await idle(service, bare), ...fanOuts];
  } finally {
    await Promise.all([service.end(), bare.end()]);
    directory.remove();
  }
}

/**
 * Heap growth per socket after garbage collection, with external memory; medians of alternating
 * rounds. Resident memory is not used: a thousand sockets fit into existing pages.
 */
async function idle(service: ServerProcess, bare: ServerProcess): Promise<Finding> {
  const sides = [service, bare].map((server) => ({ server, bytes: [] as number[] }));
  for (const { server } of sides) await bytesOfSocket(server);
  for (let round = 0; round < idleRounds; round++) {
    for (const { server, bytes } of sides) bytes.push(await bytesOfSocket(server));
  }
  const [own = NaN, other = NaN] = sides.map(({ bytes }) => median(bytes));
  return finding(
    'heap of an idle socket against bare ws',
    { value: own / other, unit: 'times', goal: goals.idleTimes, good: 'below' },
    { ours: `${(own / 1000).toFixed(1)} kB`, other: `${(other / 1000).toFixed(1)} kB` },
  );
}

async function bytesOfSocket(server: ServerProcess): Promise<number> {
  const before = await server.use(true);
  const clients = new RawSockets(server.address);
  await clients.add(idleSockets);
  await clients.settled();
  const { heldBytes } = await server.use(true);
  clients.close();
  await new Promise((resolve) => setTimeout(resolve, closingMs));
  return (heldBytes - before.heldBytes) / idleSockets;
}

/**
 * Processor time per delivered megabyte when sending to this many sockets. The same runs with one
 * client are subtracted, because their own work is not fan-out. The bare server sends the frames
 * that one client of the service received.
 */
async function fanOut(service: ServerProcess, bare: ServerProcess, size: number): Promise<Finding> {
  const few = await Broadcast.open(service, bare, 1);
  const alone = { own: [] as number[], bare: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    alone.own.push((await few.runs()).cpuMs);
    alone.bare.push((await few.replayed()).cpuMs);
  }
  few.close();
  const many = await Broadcast.open(service, bare, size);
  const own: number[] = [];
  const others: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const sent = await many.runs();
    own.push(sent.received / (sent.cpuMs - median(alone.own)));
    const replayed = await many.replayed();
    others.push(replayed.received / (replayed.cpuMs - median(alone.bare)));
  }
  many.close();
  const [mine, theirs] = [median(own), median(others)];
  return finding(
    `fan-out to ${size} sockets: bytes of frames delivered in a second of processor time against bare ws`,
    {
      value: mine / theirs,
      unit: 'times',
      goal: goals.fanOut,
      good: 'above',
      series: { name: 'fan-out', x: size, of: 'sockets' },
    },
    { ours: `${(mine / 1000).toFixed(0)} MB`, other: `${(theirs / 1000).toFixed(0)} MB` },
  );
}

interface Sent {
  readonly cpuMs: number;
  readonly received: number;
}

/** Equal numbers of clients at both servers, and one at the service that records the frames. */
class Broadcast {
  private frames: string[] = [];
  private ended = 0;

  private constructor(
    private readonly servers: { readonly service: ServerProcess; readonly bare: ServerProcess },
    private readonly own: RawSockets,
    private readonly others: RawSockets,
    private readonly recorder: WebSocket,
  ) {
    recorder.on('message', (data: Buffer) => {
      const text = data.toString();
      this.frames.push(text);
      if (text.startsWith('{"type":"run.updated"') && text.includes('"status":"done"'))
        this.ended++;
    });
  }

  static async open(service: ServerProcess, bare: ServerProcess, size: number): Promise<Broadcast> {
    const own = new RawSockets(service.address);
    const others = new RawSockets(bare.address);
    await own.add(size);
    await others.add(size);
    const recorder = new WebSocket(`${service.address.replace('http', 'ws')}/ws`);
    await once(recorder, 'open');
    const broadcast = new Broadcast({ service, bare }, own, others, recorder);
    await broadcast.runs();
    return broadcast;
  }

  async runs(): Promise<Sent> {
    await this.own.settled();
    this.frames = [];
    this.ended = 0;
    return this.counted(this.servers.service, this.own, async () => {
      for (let run = 0; run < runsOfRound; run++) await this.submit();
      while (this.ended < runsOfRound) await new Promise((resolve) => setTimeout(resolve, 20));
    });
  }

  replayed(): Promise<Sent> {
    return this.counted(this.servers.bare, this.others, async () => {
      const before = this.others.received;
      this.servers.bare.tell({ frames: this.frames });
      while (this.others.received === before)
        await new Promise((resolve) => setTimeout(resolve, 20));
    });
  }

  close(): void {
    this.own.close();
    this.others.close();
    this.recorder.terminate();
  }

  private async counted(
    server: ServerProcess,
    clients: RawSockets,
    work: () => Promise<void>,
  ): Promise<Sent> {
    const [before, received] = [await server.use(), clients.received];
    await work();
    await clients.settled();
    const { cpuMs } = await server.use();
    return { cpuMs: cpuMs - before.cpuMs, received: clients.received - received };
  }

  private async submit(): Promise<void> {
    await fetch(`${this.servers.service.address}/api/submit`, {
      method: 'POST',
      body: JSON.stringify({ brief: 'What is a lease?' }),
    });
  }
}
