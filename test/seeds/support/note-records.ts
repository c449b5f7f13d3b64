import type { ServerEvent } from '#protocol/events.js';
import type { Approval, Run, ToolCallRecord, TurnRecord } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import { aboutOf } from '../../support/histories/following-socket.js';
import { noteLog } from '../../support/histories/note-fleet.js';
import type { ToolReport } from '../../support/histories/history.js';
import { noteLeases } from './note-leases.js';
import { noteSpend } from './note-spend.js';
import type { Seen } from './seen.js';
import { briefOfRetry } from './simulated-run.js';
import { smallestAnswerUsd } from './provider.js';

/** Adds what was seen of runs, and their final records, in the form that every campaign notes. */
export function noteRecords(seen: Seen): void {
  noteEffects(seen);
  noteLeases(seen);
  noteSpend(seen);
  noteRuns(seen);
  noteTools(seen);
  noteEvents(seen);
  noteApprovals(seen);
}

function recordsOf<T>({ store }: Seen, table: 'runs' | 'turns' | 'approvals'): readonly T[] {
  const rows = store.rows(`SELECT record_json FROM ${table} ORDER BY id`);
  return rows.map((row) => JSON.parse(String(row['record_json'])) as T);
}

function noteEffects({ history }: Seen): void {
  const { recorder } = history;
  for (const { data } of history.of('tool effect')) {
    recorder.note({ entry: 'effect', run: String(data['runId']), call: String(data['key']) });
  }
}

function noteRuns(seen: Seen): void {
  const calls = Map.groupBy(seen.history.of('provider call'), ({ data }) => data['runId']);
  for (const { id: run, status, budget, retryOf } of recordsOf<Run>(seen, 'runs')) {
    const { limitUsd, spentUsd } = budget;
    const brief = retryOf ? briefOfRetry(retryOf) : run;
    const dearest = Math.max(0, ...(calls.get(run) ?? []).map(({ data }) => Number(data['inUsd'])));
    const spend = { limitUsd, spentUsd, smallestUsd: dearest + smallestAnswerUsd };
    seen.history.recorder.note({ entry: 'run', run, brief, status, ...spend, turns: [] });
  }
}

/** Turns that a retry took over hold the calls of another run. */
function noteTools(seen: Seen): void {
  const { recorder } = seen.history;
  const effects = seen.history.of('tool effect');
  const ended = new Map(recordsOf<Run>(seen, 'runs').map(({ id, status }) => [id, status]));
  const acted = new Map(effects.map(({ data }) => [String(data['key']), String(data['runId'])]));
  const told = new Set<string>();
  for (const { runId, toolCalls } of recordsOf<TurnRecord>(seen, 'turns')) {
    for (const record of toolCalls.filter(({ name }) => name === 'act')) {
      if (told.has(record.id)) continue;
      told.add(record.id);
      const run = acted.get(record.id) ?? runId;
      const status = reported(record, ended.get(run) === 'done');
      recorder.note({ entry: 'tool', run, call: record.id, status });
    }
  }
  // A run that was stopped reports nothing of the call on its way.
  for (const [call, run] of acted) {
    const isStopped = ended.get(run) !== 'done' && !told.has(call);
    if (isStopped) recorder.note({ entry: 'tool', run, call, status: 'unknown' });
  }
}

/** The tool that acts reports no error of its own once it has acted. */
function reported(record: ToolCallRecord, isDone: boolean): ToolReport['status'] {
  if (record.status === 'ok') return 'ok';
  const isKnown = isDone && record.resultPreview !== runTexts.interruptedTool;
  return isKnown ? 'denied' : 'unknown';
}

function noteEvents({ history, store }: Seen): void {
  const statement = "SELECT payload_json FROM events WHERE type NOT LIKE 'internal.%' ORDER BY seq";
  const events = store
    .rows(statement)
    .map((row) => JSON.parse(String(row['payload_json'])) as ServerEvent);
  noteLog(
    history.recorder,
    events.map((event) => ({ ...aboutOf(event), seq: event.seq ?? 0 })),
  );
}

function noteApprovals(seen: Seen): void {
  for (const { id: approval, runId: run, status, decidedBy: by } of recordsOf<Approval>(
    ...([seen, 'approvals'] as const),
  )) {
    const record = { run, approval, status, ...(by && { by }) };
    seen.history.recorder.note({ entry: 'approval', ...record });
  }
}
