import { connect, type Socket } from 'node:net';
import { benchDirectory } from './support/bench-directory.js';
import { type Finding, finding, median, readable } from './support/measure.js';
import { ServerProcess } from './support/service-process.js';

const paths = ['/api/health', '/api/runs'];
const goal = 0.9;
const connections = 16;
const rounds = 15;
const warmUp = 2000;
const perRound = { '/api/health': 2500, '/api/runs': 400 } as Record<string, number>;
const storedRuns = 20;

/** Headers that Node and Express set themselves. */
const ownHeaders = ['content-type', 'content-length', 'date', 'connection', 'keep-alive'];

/**
 * Requests per second of processor time: the built service, a bare Nest application with the same
 * bodies, and one that also sends the service's headers. They take turns; ratios are those of
 * medians.
 */
export default async function httpBench(): Promise<readonly Finding[]> {
  const directory = benchDirectory();
  const service = await ServerProcess.service(directory.path);
  await finishRuns(service.address);
  const answers: Record<string, unknown> = {};
  for (const path of paths) answers[path] = await jsonOf(service.address, path);
  const env = { BARE_ANSWERS: JSON.stringify(answers) };
  const bare = await ServerProcess.bare('bare-http.mjs', env);
  const BARE_HEADERS = JSON.stringify(await headersOf(service.address));
  const dressed = await ServerProcess.bare('bare-http.mjs', { ...env, BARE_HEADERS });
  try {
    const findings: Finding[] = [];
    for (const path of paths) findings.push(...(await compared({ service, bare, dressed }, path)));
    return findings;
  } finally {
    await Promise.all([service.end(), bare.end(), dressed.end()]);
    directory.remove();
  }
}

type Servers = Readonly<Record<'service' | 'bare' | 'dressed', ServerProcess>>;

async function compared(
  { service, bare, dressed }: Servers,
  path: string,
): Promise<readonly Finding[]> {
  const sides = [service, bare, dressed].map((server) => ({ server, rates: [] as number[] }));
  for (const { server } of sides) await perCpuSecond(server, path, warmUp);
  for (let round = 0; round < rounds; round++) {
    for (const { server, rates } of sides) {
      rates.push(await perCpuSecond(server, path, perRound[path] ?? 0));
    }
  }
  const [own = NaN, ...others] = sides.map(({ rates }) => median(rates));
  const names = ['bare Nest', 'bare Nest with the same headers'];
  return others.map((other, index) =>
    finding(
      `GET ${path}: requests a second of processor time against ${names[index]}`,
      { value: own / other, unit: 'times', goal, good: 'above' },
      { ours: readable(own), other: readable(other) },
    ),
  );
}

async function headersOf(address: string): Promise<Readonly<Record<string, string>>> {
  const { headers } = await fetch(`${address}/api/health`);
  return Object.fromEntries([...headers].filter(([name]) => !ownHeaders.includes(name)));
}

async function perCpuSecond(server: ServerProcess, path: string, count: number): Promise<number> {
  const before = await server.use();
  await ask(server.address, path, count);
  const after = await server.use();
  return (count * 1000) / (after.cpuMs - before.cpuMs);
}

/** Requests on keep-alive connections, one after another on each. */
async function ask(address: string, path: string, count: number): Promise<void> {
  const each = Math.ceil(count / connections);
  await Promise.all(
    Array.from({ length: connections }, () => askOne(new URL(path, address), each)),
  );
}

function askOne({ hostname, port, host, pathname }: URL, count: number): Promise<void> {
  const request = `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\nAccept: application/json\r\n\r\n`;
  return new Promise((resolve, reject) => {
    const socket: Socket = connect(Number(port), hostname, () => socket.write(request));
    let left = count;
    let rest = 0;
    socket.on('error', reject).on('data', (chunk: Buffer) => {
      if (rest === 0) {
        const head = chunk.indexOf('\r\n\r\n');
        const text = chunk.toString('latin1', 0, head);
        const length = /content-length: (\d+)/i.exec(text)?.[1];
        if (!text.startsWith('HTTP/1.1 200') || length === undefined) {
          socket.destroy();
          return reject(new Error(`${pathname} was answered with ${text.slice(0, 200)}`));
        }
        rest = Number(length) + head + 4;
      }
      rest -= chunk.length;
      if (rest > 0) return;
      left -= 1;
      if (left > 0) socket.write(request);
      else socket.end(resolve);
    });
  });
}

async function finishRuns(address: string): Promise<void> {
  for (let run = 0; run < storedRuns; run++) {
    await fetch(`${address}/api/submit`, {
      method: 'POST',
      body: JSON.stringify({ brief: 'What is a lease?' }),
    });
  }
  for (;;) {
    const { activeRuns } = (await jsonOf(address, '/api/health')) as { activeRuns: number };
    if (activeRuns === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

async function jsonOf(address: string, path: string): Promise<unknown> {
  return (await fetch(`${address}${path}`)).json();
}
