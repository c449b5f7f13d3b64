import type { Fact, History } from './history.js';
import { leaseMs } from './outside.js';
import type { SimulatedClient } from './client.js';
import type { SimulatedStore } from './store.js';
import { unknownOutcome } from './worked-run.js';

/** What was seen, and what is stored at the end. */
interface Seen {
  readonly history: History;
  readonly store: SimulatedStore;
  readonly clients: readonly SimulatedClient[];
}

type Oracle = (seen: Seen) => readonly string[];

interface EndedRun {
  readonly id: string;
  readonly status: string;
  readonly tags: readonly string[];
  readonly budget: { readonly limitUsd: number; readonly spentUsd: number };
  readonly endedAt: number | null;
}

const tiny = 1e-9;

function runsOf({ store }: Seen): readonly EndedRun[] {
  const rows = store.rows('SELECT record_json FROM runs ORDER BY id');
  return rows.map((row) => JSON.parse(String(row['record_json'])) as EndedRun);
}

const text = (fact: Fact, name: string): string => String(fact.data[name]);

/** Every accepted run ends after the trouble; what was answered as not stored is not there. */
const runsEnd: Oracle = (seen) => {
  const runs = new Map(runsOf(seen).map((run) => [run.id, run]));
  const submits = seen.history.of('answered').filter((fact) => text(fact, 'what') === 'submit');
  return submits.flatMap((fact) => {
    const run = runs.get(text(fact, 'id'));
    const yes = text(fact, 'text') === 'yes';
    if (yes && run === undefined) return [`${text(fact, 'id')} was accepted and is lost`];
    return yes || run === undefined ? [] : [`${run.id} was refused and is stored`];
  });
};

const storedRunsEnd: Oracle = (seen) =>
  runsOf(seen)
    .filter(({ endedAt }) => endedAt === null)
    .map(({ id, status }) => `${id} has not ended: ${status}`);

/** An approval is decided once, as it was answered. */
const decidedOnce: Oracle = ({ history, store }) => {
  const isDecision = (fact: Fact) => ['approve', 'reject'].includes(text(fact, 'what'));
  const answers = history.of('answered').filter(isDecision);
  const byId = Map.groupBy(answers, (fact) => text(fact, 'id'));
  return [...byId].flatMap(([id, facts]) => {
    const accepted = facts.filter((fact) => text(fact, 'text') === 'yes');
    if (accepted.length > 1) return [`${id} was decided ${accepted.length} times`];
    const [one] = accepted;
    const [row] = store.rows(`SELECT status FROM approvals WHERE id = '${id}'`);
    const as = one === undefined ? null : text(one, 'what') === 'approve' ? 'approved' : 'rejected';
    return as === null || row?.['status'] === as ? [] : [`${id} is not ${as} as answered`];
  });
};

/** A tool's effect happens at most once, and is recorded as done or unknown. */
const effectsOnce: Oracle = (seen) => {
  const tags = new Set(runsOf(seen).flatMap((run) => run.tags.map((tag) => `${run.id} ${tag}`)));
  const ended = new Map(runsOf(seen).map(({ id, status }) => [id, status]));
  const byCall = Map.groupBy(seen.history.of('tool effect'), (fact) =>
    [text(fact, 'runId'), text(fact, 'key')].join(' '),
  );
  return [...byCall].flatMap(([call, facts]) => {
    if (facts.length > 1) return [`the effect of ${call} happened ${facts.length} times`];
    const known = ['done', unknownOutcome].some((end) => tags.has(`${call}=${end}`));
    const status = ended.get(call.slice(0, call.indexOf(' ')));
    return known || status !== 'done' ? [] : [`the effect of ${call} is not recorded`];
  });
};

/** What the vendor billed is booked, at most the worst case of each call, below the ceiling. */
const spendBooked: Oracle = (seen) => {
  const calls = Map.groupBy(seen.history.of('vendor call'), (fact) => text(fact, 'runId'));
  return runsOf(seen).flatMap(({ id, budget }) => {
    const billed = (calls.get(id) ?? []).reduce(
      (sum, { data }) => sum + Number(data['costUsd']),
      0,
    );
    if (budget.spentUsd > budget.limitUsd + tiny) return [`${id} spent above its ceiling`];
    return budget.spentUsd + tiny < billed ? [`${id} booked less than was billed`] : [];
  });
};

/** Each client has every event after its number, once and in order. */
const eventsWhole: Oracle = ({ history, store, clients }) => {
  const statement = "SELECT seq FROM events WHERE type NOT LIKE 'internal.%' ORDER BY seq";
  const all = store.rows(statement).map(({ seq }) => Number(seq));
  const byClient = Map.groupBy(history.of('event'), ({ who }) => who);
  return clients.flatMap(({ name, since }) => {
    const due = all.filter((seq) => seq > since).join();
    const had = (byClient.get(name) ?? []).map(({ data }) => data['seq']).join();
    return due === had ? [] : [`${name} has not every event once and in order`];
  });
};

/** Fences rise, and nobody takes a run from a process that works on it. */
const leasesHold: Oracle = ({ history }) => {
  const faults: string[] = [];
  const fences = new Map<string, number>();
  const holders = new Map<string, string>();
  const absent = new Set<string>();
  for (const { what, who, data, at } of history.facts) {
    const runId = String(data['runId']);
    if (what === 'killed') absent.add(who);
    if (what === 'paused' && Number(data['ms']) >= leaseMs / 12) absent.add(who);
    if (what === 'let go' && holders.get(runId) === who) holders.delete(runId);
    if (what !== 'claimed') continue;
    const fence = Number(data['fence']);
    if (fence <= (fences.get(runId) ?? 0)) faults.push(`the fence of ${runId} did not rise`);
    const holder = holders.get(runId);
    if (holder !== undefined && holder !== who && !absent.has(holder)) {
      faults.push(`${who} took ${runId} from ${holder} at ${at}`);
    }
    fences.set(runId, fence);
    holders.set(runId, who);
  }
  return faults;
};

/** Work on a run throws nothing but that this process must give it up. */
const neverFails: Oracle = ({ history }) =>
  history.of('failed').map(({ who, data }) => `work failed at ${who}: ${String(data['why'])}`);

const oracles: readonly Oracle[] = [
  ...[runsEnd, storedRunsEnd, decidedOnce, effectsOnce, spendBooked, eventsWhole, leasesHold],
  neverFails,
];

export function faultsIn(seen: Seen): readonly string[] {
  return oracles.flatMap((oracle) => oracle(seen));
}
