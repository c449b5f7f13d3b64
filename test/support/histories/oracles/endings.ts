import { isFinal } from '#protocol/rules/run-status.js';
import { entriesOf, type HistoryEntry, operationsOf, type RunRecord } from '../history.js';
import type { Problem } from './problem.js';

/**
 * Every accepted run ends, once and for every client alike, and each turn that began. A submission
 * without an answer may have made a run or not; nothing else makes one.
 */
export function runsEnd(history: readonly HistoryEntry[]): readonly Problem[] {
  const submissions = operationsOf(history, 'submit');
  const records = new Map(entriesOf(history, 'run').map((record) => [record.run, record]));
  const accepted = submissions.flatMap(({ answer }) => (answer?.ok ? [answer.value.run] : []));
  const problems: Problem[] = [];
  const blame = (about: string, message: string): void =>
    void problems.push({ oracle: 'endings', about, message });
  for (const [run, times] of counted(accepted)) {
    if (!records.has(run)) blame(run, 'it was accepted and is not there');
    if (times > 1) blame(run, `${times} submissions were answered with it`);
  }
  const mayBe = Map.groupBy(
    submissions.filter(({ answer }) => answer === null),
    ({ input }) => input.brief,
  );
  const unasked = [...records.values()].filter(({ run }) => !accepted.includes(run));
  for (const [brief, runs] of Map.groupBy(unasked, (record) => record.brief)) {
    const most = mayBe.get(brief)?.length ?? 0;
    for (const { run } of runs.slice(most)) blame(run, 'nobody submitted it');
  }
  for (const record of records.values()) {
    if (!isFinal(record.status)) blame(record.run, `it is still ${record.status}`);
  }
  return [...problems, ...toldEnds(history, records)];
}

/** Ends that clients were told, beside what the records say. */
function toldEnds(
  history: readonly HistoryEntry[],
  records: ReadonlyMap<string, RunRecord>,
): readonly Problem[] {
  const problems: Problem[] = [];
  const blame = (about: string, message: string): void =>
    void problems.push({ oracle: 'endings', about, message });
  const byNumber = new Map(
    entriesOf(history, 'message').flatMap((message) =>
      message.seq === null ? [] : [[message.seq, message] as const],
    ),
  );
  const messages = [...byNumber.values()];
  const ends = messages.flatMap(({ type, run }) =>
    type === 'run.updated' && run?.status !== undefined && isFinal(run.status) ? [run] : [],
  );
  const endsOf = Map.groupBy(ends, ({ id }) => id);
  for (const [id, told] of endsOf) {
    if (told.length > 1) blame(id, `its end was told ${told.length} times`);
    const record = records.get(id);
    if (record !== undefined && told.some(({ status }) => status !== record.status)) {
      blame(
        id,
        `it ended as ${record.status} and was told ${told.map(({ status }) => status).join()}`,
      );
    }
  }
  const created = messages.flatMap(({ type, run }) =>
    type === 'run.created' && run ? [run.id] : [],
  );
  for (const id of created) if (!endsOf.has(id)) blame(id, 'its end was never told');
  const turnsOf = (type: string): readonly string[] =>
    messages.flatMap((message) => (message.type === type && message.turn ? [message.turn] : []));
  const finished = counted(turnsOf('turn.finished'));
  for (const [turn, times] of finished) {
    if (times > 1) blame(turn, `the turn ended ${times} times`);
  }
  for (const turn of turnsOf('turn.started')) {
    if (!finished.has(turn)) blame(turn, 'the turn never ended');
  }
  return problems;
}

function counted(ids: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1);
  return counts;
}
