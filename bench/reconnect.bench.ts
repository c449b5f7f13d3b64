import { benchDirectory } from './support/bench-directory.js';
import { BenchOffice } from './support/bench-office.js';
import { Listener } from './support/listener.js';
import { type Finding, atMost, median } from './support/measure.js';

/** Number of events that a returning client missed. */
const behind = 10_000;
const rounds = 5;
const goalMs = 1000;
const runsAtOnce = 20;

/** Time from opening the socket until the response to a ping, which follows the missed events. */
export default async function reconnectBench(): Promise<readonly Finding[]> {
  const directory = benchDirectory();
  const office = await BenchOffice.open(directory.path);
  try {
    const live = await Listener.open(office.address, null);
    await office.work(['What is a lease?'], ['default']);
    await live.upToDate();
    const since = live.all.last;
    live.startAfter(since);
    while (live.all.count < behind) {
      await office.work(Array<string>(runsAtOnce).fill('What is a lease?'), ['default']);
      await live.upToDate();
    }
    const took: number[] = [];
    for (let round = 0; round < rounds; round++) took.push(await reconnect(office, since, live));
    const { count } = live.all;
    live.close();
    return [atMost(`a client ${count} events behind has them all`, median(took), 'ms', goalMs)];
  } finally {
    await office.close();
    directory.remove();
  }
}

async function reconnect({ address }: BenchOffice, since: number, live: Listener): Promise<number> {
  const started = performance.now();
  const client = await Listener.open(address, since);
  await client.upToDate();
  const took = performance.now() - started;
  client.close();
  if (!client.hasSeenAsMuchAs(live)) throw new Error(`${client.all.count} events came`);
  return took;
}
