import { judge } from '../../support/histories/judge.js';
import { noteRecords } from './note-records.js';
import { leaseMs } from './outside.js';
import type { Seen } from './seen.js';
import { timeOracles } from './time-oracles.js';
import { workOracles } from './work-oracles.js';

type Oracle = (seen: Seen) => readonly string[];

/** A promise that was broken, by the oracle that saw it. */
export interface Fault {
  readonly oracle: string;
  readonly message: string;
}

/** What is asked of every history. */
function judged({ history }: Seen): readonly Fault[] {
  return judge(history.recorder.history).map(({ oracle, about, message }) => ({
    ...{ oracle, message: `${about}: ${message}` },
  }));
}

/** In the end every client has heard the last event. */
const heardAll: Oracle = ({ store, clients }) =>
  clients.flatMap((client) =>
    client.hasHeard(store.lastSent)
      ? []
      : [`${client.name} has heard ${client.last} of ${store.lastSent}`],
  );

/** In the end every command of a client is answered. */
const answersAll: Oracle = ({ clients }) =>
  clients.flatMap((client) =>
    client.isAnswered ? [] : [`a command of ${client.name} is not answered`],
  );

/** Nobody takes a run from a process that works on it, unless that was killed or paused since. */
const leasesHold: Oracle = ({ history }) => {
  const faults: string[] = [];
  const holders = new Map<string, string>();
  const absent = new Set<string>();
  for (const { what, who, data, at } of history.facts) {
    const runId = String(data['runId']);
    if (what === 'killed' || (what === 'paused' && Number(data['ms']) >= leaseMs / 12)) {
      for (const [run, holder] of holders) if (holder === who) absent.add(run);
    }
    if (what === 'let go' && holders.get(runId) === who) holders.delete(runId);
    if (what !== 'claimed') continue;
    const holder = holders.get(runId);
    if (holder !== undefined && holder !== who && !absent.has(runId)) {
      faults.push(`${who} took ${runId} from ${holder} at ${at}`);
    }
    absent.delete(runId);
    holders.set(runId, who);
  }
  return faults;
};

/** Work on a run throws nothing but that this process must give it up. */
const neverFails: Oracle = ({ history }) =>
  history.of('failed').map(({ who, data }) => `work failed at ${who}: ${String(data['why'])}`);

const oracles: Readonly<Record<string, Oracle>> = {
  ...{ heardAll, answersAll, leasesHold, neverFails, ...workOracles, ...timeOracles },
};

export function faultsIn(seen: Seen): readonly Fault[] {
  noteRecords(seen);
  const found = Object.entries(oracles).flatMap(([oracle, look]) =>
    look(seen).map((message) => ({ oracle, message })),
  );
  return [...judged(seen), ...found];
}
