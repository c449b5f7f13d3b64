import type { TurnRecord } from '#protocol/records/work.js';
import type { Fact } from './history.js';
import { newerJournal } from './newer-version.js';
import type { Seen } from './seen.js';

type WorkOracle = (seen: Seen) => readonly string[];

/** Time after which an instruction has reached a process that is not held up, ms. */
const heardAfterMs = 60_000;

const text = (fact: Fact, name: string): string => String(fact.data[name]);

/**
 * An instruction is shown once in each request to the model that it can have reached: whoever claims
 * the run afterwards knows it, and whoever works on it hears of it.
 */
const instructionsHeard: WorkOracle = ({ history }) => {
  const given = new Map<string, { readonly name: string; readonly at: number }[]>();
  const known = new Map<string, readonly string[]>();
  const held = new Set<string>();
  return history.facts.flatMap((fact) => {
    const { what, who, at, data } = fact;
    if (what === 'paused') held.add(who);
    if (what === 'answered' && data['what'] === 'steer' && data['text'] === 'yes') {
      const [runId = '', name = ''] = text(fact, 'id').split('/');
      given.set(runId, [...(given.get(runId) ?? []), { name, at }]);
    }
    const ofRun = given.get(String(data['runId'])) ?? [];
    const place = `${who} ${String(data['runId'])}`;
    if (what === 'claimed') {
      known.set(
        place,
        ofRun.map(({ name }) => name),
      );
    }
    if (what !== 'provider call') return [];
    const heard = text(fact, 'heard').split(' ');
    const old = ofRun.filter((one) => one.at < at - heardAfterMs).map(({ name }) => name);
    const due = [...(known.get(place) ?? []), ...(held.has(who) ? [] : old)];
    const missed = due.filter((name) => !heard.includes(name));
    if (missed.length > 0) return [`${text(fact, 'id')} was not told ${missed.join()}`];
    const isTwice = new Set(heard).size < heard.length;
    return isTwice ? [`${text(fact, 'id')} was told something twice`] : [];
  });
};

/** When all runs have ended, no process that lives holds a slot or waits for one. */
const slotsGivenBack: WorkOracle = ({ history, store }) => {
  const gone = new Set(history.of('killed').map(({ who }) => who));
  const rows = store.rows(
    'SELECT id, owner FROM turn_slots WHERE ' +
      'NOT EXISTS (SELECT 1 FROM runs WHERE ended_at IS NULL) ORDER BY id',
  );
  const held = rows.filter(({ owner }) => !gone.has(String(owner)));
  return held.map(({ id }) => `${String(id)} was not given back`);
};

/** Each turn that was announced has one end, which is stored. */
const turnsEnd: WorkOracle = ({ store }) => {
  const rows = store.rows(
    "SELECT type, payload_json FROM events WHERE type IN ('turn.started', 'turn.finished') ORDER BY seq",
  );
  const ends = new Map<string, number>();
  const faults: string[] = [];
  for (const { type, payload_json: json } of rows) {
    const { turn } = JSON.parse(String(json)) as { readonly turn: TurnRecord };
    const count = ends.get(turn.id);
    if (type === 'turn.started') {
      if (count !== undefined) faults.push(`turn ${turn.id} began twice`);
      ends.set(turn.id, 0);
    } else ends.set(turn.id, (count ?? 0) + 1);
  }
  const open = [...ends].filter(([, count]) => count !== 1);
  return [...faults, ...open.map(([id, count]) => `turn ${id} has ${count} ends`)];
};

/** A run that a newer version began is left to newer ones, unless it is to be cancelled. */
const journalsRead: WorkOracle = ({ history, store }) => {
  const older = new Set(
    history.of('started').flatMap(({ who, data }) => (data['isNewer'] === true ? [] : [who])),
  );
  const newer = new Set(
    store
      .rows(
        `SELECT id FROM runs WHERE journal_version = ${newerJournal} AND cancel_requested_at IS NULL`,
      )
      .map(({ id }) => id),
  );
  return history
    .of('claimed')
    .filter(({ who, data }) => older.has(who) && newer.has(String(data['runId'])))
    .map(({ who, data }) => `${who} claimed ${String(data['runId'])}, whose journal is newer`);
};

export const workOracles: Readonly<Record<string, WorkOracle>> = {
  ...{ instructionsHeard, slotsGivenBack, turnsEnd, journalsRead },
};
