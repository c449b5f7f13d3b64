import type { Approval } from '#protocol/records/work.js';
import type { Fact } from './history.js';
import { newerJournal } from './newer-version.js';
import { leaseMs } from './outside.js';
import type { Seen } from './seen.js';

type TimeOracle = (seen: Seen) => readonly string[];

/** By so much may something happen late while nothing is in trouble, ms. */
const lateMs = 8000;
/** Runs that one replica works on at once. */
const capacity = 4;

interface Span {
  readonly from: number;
  readonly to: number;
}

const lastingFrom = ({ at, data }: Fact): Span => ({ from: at, to: at + Number(data['ms']) });

/** When the store refused, lost answers or was slow. */
function storeTroubles({ history }: Seen): readonly Span[] {
  return [...history.of('fails'), ...history.of('is slow')].map(lastingFrom);
}

/** When a process was ready, from its boot to its stop or kill, but for its pauses. */
function readySpans({ history, store }: Seen): readonly Span[] {
  return history.of('ready').flatMap(({ who, at }) => {
    const ofIt = history.facts.filter((fact) => fact.who === who && fact.at >= at);
    const end = ofIt.find(({ what }) => what === 'stops' || what === 'killed')?.at ?? store.time;
    const pauses = ofIt.filter(({ what }) => what === 'paused').map(lastingFrom);
    return without([{ from: at, to: end }], pauses);
  });
}

function without(spans: readonly Span[], holes: readonly Span[]): readonly Span[] {
  return holes.reduce(
    (left, hole) =>
      left.flatMap(({ from, to }) =>
        [
          { from, to: Math.min(to, hole.from) },
          { from: Math.max(from, hole.to), to },
        ].filter((span) => span.from < span.to),
      ),
    spans,
  );
}

/** The longest time in these bounds for which one process was ready and the store in order, ms. */
function longestInOrder(seen: Seen, from: number, to: number): number {
  const inOrder = without(readySpans(seen), storeTroubles(seen));
  return Math.max(0, ...inOrder.map((span) => Math.min(to, span.to) - Math.max(from, span.from)));
}

/** Time refuses no question before its time, and soon after. */
const questionsEndInTime: TimeOracle = (seen) => {
  const waitMs = seen.plan.work.approvalMs;
  const rows = seen.store.rows(
    'SELECT times.id, asked, decided, record_json FROM question_times times ' +
      'JOIN approvals ON approvals.id = times.id ORDER BY times.id',
  );
  return rows.flatMap(({ id, asked, decided, record_json: json }) => {
    const { decidedBy } = JSON.parse(String(json)) as Approval;
    const due = Number(asked) + waitMs;
    const end = decided === null ? seen.store.time : Number(decided);
    if (decidedBy === 'timeout' && end < due) return [`${String(id)} ended ${due - end} ms early`];
    const isLate = longestInOrder(seen, due, end) > lateMs;
    return isLate ? [`${String(id)} ended ${end - due} ms late`] : [];
  });
};

/** Leases of a process that renews them do not lapse. */
const leasesLast: TimeOracle = (seen) => {
  const { history } = seen;
  const store = storeTroubles(seen);
  return history.of('lapsed').flatMap(({ who, at }) => {
    const ofIt = history.facts.filter((fact) => fact.who === who);
    const pauses = ofIt.filter(({ what }) => what === 'paused').map(lastingFrom);
    const hadTrouble = [...store, ...pauses].some(
      ({ from, to }) => from <= at && to >= at - leaseMs,
    );
    const isLeaving = ofIt.some((fact) => fact.what === 'stops' && fact.at <= at);
    return hadTrouble || isLeaving ? [] : [`the leases of ${who} lapsed at ${at}`];
  });
};

/** What a killed process worked on is continued soon after its leases have lapsed. */
const workGoesOn: TimeOracle = (seen) => {
  const { history, store } = seen;
  const { facts } = history;
  if (store.rows('SELECT id FROM runs').length > capacity) return [];
  const holders = new Map<string, string>();
  return facts.flatMap(({ what, who, data, at }, place) => {
    const runId = String(data['runId']);
    if (what === 'claimed') holders.set(runId, who);
    if (what === 'let go' && holders.get(runId) === who) holders.delete(runId);
    if (what !== 'killed') return [];
    const left = [...holders].flatMap(([run, holder]) => (holder === who ? [run] : []));
    return left.flatMap((run) => {
      holders.delete(run);
      const next = facts.find(
        (fact, later) => later > place && fact.what === 'claimed' && fact.data['runId'] === run,
      );
      const [row] = store.rows(`SELECT ended_at, journal_version FROM runs WHERE id = '${run}'`);
      if (row === undefined || row['journal_version'] === newerJournal) return [];
      if (next === undefined && row['ended_at'] !== null) return [];
      const end = next?.at ?? store.time;
      const isLate = longestInOrder(seen, at + leaseMs, end) > lateMs;
      return isLate ? [`${run} of ${who}, killed at ${at}, waited until ${end}`] : [];
    });
  });
};

export const timeOracles: Readonly<Record<string, TimeOracle>> = {
  ...{ questionsEndInTime, leasesLast, workGoesOn },
};
