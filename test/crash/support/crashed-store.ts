import type { DatabaseConfig } from '#platform/config/office-config.js';
import { isInternal } from '#platform/events/internal-events.js';
import type { ServerEvent } from '#protocol/events.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { aboutOf } from '../../support/histories/following-socket.js';
import { referencesIn } from './counting-provider.js';
import { type RawDatabase, withRaw } from './raw-database.js';

type SentEvent = ReturnType<typeof aboutOf> & { readonly seq: number };

/** What the event log tells of the runs, in the order of its numbers. */
export interface RunHistory {
  readonly numbers: readonly number[];
  /** Events that clients are sent, with what the oracles ask of them. */
  readonly sent: readonly SentEvent[];
  /** The last number given out. */
  readonly lastSeq: number;
  /** Runs by their terminal `run.updated`. */
  readonly ended: readonly string[];
  readonly turnsStarted: readonly string[];
  readonly turnsFinished: readonly string[];
  readonly approvalsRequested: readonly string[];
  readonly approvalsDecided: readonly string[];
  /** Steps of final runs, which should have none. */
  readonly leftoverSteps: number;
}

/** References of model answers of a run that are recorded, in the journal or in a settled turn. */
export async function recordedAnswers(
  database: DatabaseConfig,
  runId: string,
): Promise<ReadonlySet<string>> {
  return withRaw(database, async (raw) => {
    const steps = await raw.all<{ text: string | null }>(
      "SELECT value_json AS text FROM journal_steps WHERE run_id = ? AND state = 'settled'",
      runId,
    );
    const turns = await raw.all<{ text: string }>(
      'SELECT record_json AS text FROM turns WHERE run_id = ?',
      runId,
    );
    return new Set([...steps, ...turns].flatMap(({ text }) => referencesIn(text ?? '')));
  });
}

/** The most attempts at one model call of a run that has no answer yet. */
export async function attemptsAtCalls(database: DatabaseConfig, runId: string): Promise<number> {
  return withRaw(database, async (raw) => {
    const steps = await raw.all<{ key: string; text: string | null }>(
      "SELECT key, value_json AS text FROM journal_steps WHERE run_id = ? AND state = 'started'",
      runId,
    );
    const turns = await raw.all<{ key: string }>(
      'SELECT step_key AS key FROM turns WHERE run_id = ?',
      runId,
    );
    const settled = new Set(turns.map(({ key }) => key));
    const open = steps.filter(({ key }) => !settled.has(key.slice(0, key.lastIndexOf('/'))));
    const attempts = open.map(({ text }) => /"attempt":(\d+),"spent"/.exec(text ?? '')?.[1] ?? 0);
    return Math.max(0, ...attempts.map(Number));
  });
}

const pageSize = 200;

/** Reads the whole log, a page at a time. */
export async function readHistory(database: DatabaseConfig): Promise<RunHistory> {
  return withRaw(database, async (raw) => {
    const last = await lastNumber(raw);
    const [steps] = await raw.all<{ left: string | number }>(
      'SELECT COUNT(*) AS left FROM journal_steps WHERE run_id IN ' +
        '(SELECT id FROM runs WHERE ended_at IS NOT NULL)',
    );
    const reader = new HistoryReader();
    for await (const page of pagesOf(raw)) for (const event of page) reader.receive(event);
    // Something was told meanwhile.
    if ((await lastNumber(raw)) !== last) return readHistory(database);
    return reader.history(last, Number(steps?.left));
  });
}

async function lastNumber(raw: RawDatabase): Promise<number> {
  const [counter] = await raw.all<{ last: string | number }>('SELECT last FROM event_counter');
  return Number(counter?.last);
}

async function* pagesOf(raw: RawDatabase): AsyncGenerator<readonly ServerEvent[]> {
  for (let from = 0; ;) {
    const rows = await raw.all<{ seq: string | number; payload: string }>(
      'SELECT seq, payload_json AS payload FROM events WHERE seq > ? ORDER BY seq LIMIT ?',
      from,
      pageSize,
    );
    yield rows.map((row) => JSON.parse(row.payload) as ServerEvent);
    if (rows.length < pageSize) return;
    from = Number(rows.at(-1)?.seq);
  }
}

class HistoryReader {
  private readonly numbers: number[] = [];
  private readonly sent: SentEvent[] = [];
  private readonly received = new Map<ServerEvent['type'], string[]>();
  private readonly ended: string[] = [];

  receive(event: ServerEvent): void {
    this.numbers.push(event.seq ?? 0);
    if (!isInternal(event.type)) this.sent.push({ ...aboutOf(event), seq: event.seq ?? 0 });
    if (event.type === 'run.updated' && isFinal(event.run.status)) this.ended.push(event.run.id);
    const id = subjectOf(event);
    if (id !== null) this.idsOf(event.type).push(id);
  }

  history(lastSeq: number, leftoverSteps: number): RunHistory {
    return {
      numbers: this.numbers,
      sent: this.sent,
      lastSeq,
      leftoverSteps,
      ended: this.ended,
      turnsStarted: this.idsOf('turn.started').toSorted(),
      turnsFinished: this.idsOf('turn.finished').toSorted(),
      approvalsRequested: this.idsOf('approval.requested').toSorted(),
      approvalsDecided: this.idsOf('approval.decided').toSorted(),
    };
  }

  private idsOf(type: ServerEvent['type']): string[] {
    const ids = this.received.get(type) ?? [];
    this.received.set(type, ids);
    return ids;
  }
}

function subjectOf(event: ServerEvent): string | null {
  switch (event.type) {
    case 'turn.started':
    case 'turn.finished':
      return event.turn.id;
    case 'approval.requested':
    case 'approval.decided':
      return event.approval.id;
    default:
      return null;
  }
}
