import type { ServerEvent } from '#protocol/events.js';
import type {
  Approval,
  Artifact,
  Run,
  RunDetail,
  StageRun,
  TurnRecord,
} from '#protocol/records/work.js';
import { breakOfCall, type WrittenNow } from '../app/live-texts.js';

/** A run with all its parts, as far as they are known. */
export interface RunView extends RunDetail {
  /** Text of running turns as of the beginning of their current model call, by turn id. */
  readonly beforeCall?: ReadonlyMap<string, Written>;
  /** Running turns of which this page did not hear every word. */
  readonly gaps?: ReadonlySet<string>;
}

type Written = Pick<TurnRecord, 'text' | 'reasoning'>;

/**
 * The run after an event; the same object if the event changes nothing. Live text and replays use
 * this one function.
 */
export function runAfter(view: RunView, event: ServerEvent): RunView {
  switch (event.type) {
    case 'run.created':
    case 'run.updated':
      return event.run.id === view.id ? { ...view, ...withoutShortened(view, event.run) } : view;
    case 'stage.started':
    case 'stage.finished':
      return event.runId === view.id
        ? { ...view, stages: withStage(view.stages, event.stage) }
        : view;
    case 'turn.started':
    case 'turn.finished':
      return event.turn.runId === view.id ? { ...view, turns: put(view.turns, event.turn) } : view;
    case 'turn.delta': {
      const { runId, turnId, text, restart } = event;
      return changeTurn(view, runId, turnId, (turn) => {
        const earlier = writtenBeforeCall(view, turnId);
        const { text: before, reasoning } = restart ? earlier : turn;
        return { text: before + breakOfCall(before, earlier.text) + text, reasoning };
      });
    }
    case 'turn.reasoning': {
      const { runId, turnId, text } = event;
      return changeTurn(view, runId, turnId, (turn) => ({
        reasoning: (turn.reasoning ?? '') + text,
      }));
    }
    case 'routing.decision': {
      const { runId, turnId, route } = event;
      return changeTurn(view, runId, turnId, () => ({ route }));
    }
    case 'tool.result': {
      const { runId, turnId, call } = event;
      const changed = changeTurn(view, runId, turnId, (turn) => ({
        toolCalls: put(turn.toolCalls, call),
      }));
      return runId === view.id ? withCallEnded(changed, turnId) : view;
    }
    case 'artifact.created':
      return ofRun(view, event.artifact)
        ? { ...view, artifacts: put(view.artifacts, event.artifact) }
        : view;
    case 'approval.requested':
    case 'approval.decided':
      return ofRun(view, event.approval)
        ? { ...view, approvals: put(view.approvals, event.approval) }
        : view;
    case 'budget.updated': {
      const { runId, limitUsd, spentUsd } = event;
      return runId === view.id ? { ...view, budget: { limitUsd, spentUsd } } : view;
    }
    default:
      return view;
  }
}

/** The run as it was before its first event. */
export function emptied(given: RunView): RunView {
  const { workPlan: _plan, checks: _checks, changes: _deeds, ...view } = given;
  const stages = view.stages.map((stage) => ({
    ...stage,
    status: 'pending' as const,
    startedAt: null,
    endedAt: null,
    turnIds: [],
    artifactIds: [],
    summary: null,
    error: null,
  }));
  const budget = { ...view.budget, spentUsd: 0 };
  const open = {
    status: 'queued' as const,
    updatedAt: view.createdAt,
    endedAt: null,
    outcome: null,
    error: null,
  };
  const nothing = { plan: [], turns: [], artifacts: [], approvals: [], instructions: [] };
  return { ...view, ...open, ...nothing, stages, budget };
}

/**
 * The loaded run with its running turns, which the service does not return, and with later events.
 * A turn that ended while loading stays.
 */
export function reloaded(
  before: RunView | null,
  loaded: RunDetail,
  since: readonly ServerEvent[] = [],
): RunView {
  // The running turns kept from before already have these events.
  const further = since.filter(({ type }) => !eventsOfTurnsAtWork.has(type));
  return further.reduce(runAfter, withTurnsOf(before, loaded));
}

const eventsOfTurnsAtWork: ReadonlySet<ServerEvent['type']> = new Set([
  'turn.started',
  'turn.delta',
  'turn.reasoning',
  'routing.decision',
  'tool.result',
]);

function withTurnsOf(before: RunView | null, loaded: RunDetail): RunView {
  if (before === null || loaded.endedAt !== null) return loaded;
  const known = new Set(loaded.turns.map(({ id }) => id));
  const turns = [...loaded.turns, ...before.turns.filter(({ id }) => !known.has(id))];
  return { ...loaded, turns, ...(before.beforeCall && { beforeCall: before.beforeCall }) };
}

/**
 * The run with its running turns, from its stored events: a loaded run only has settled turns.
 * Their text is not stored; this page received it.
 */
export function withTurnsAtWork(
  view: RunView,
  events: readonly ServerEvent[],
  writtenNow: (turnId: string) => WrittenNow,
): RunView {
  const atWork = turnsAtWork(view, events);
  let found = events.filter((event) => atWork.has(turnIdOf(event) ?? '')).reduce(runAfter, view);
  for (const turnId of atWork) {
    const { now, beforeCall } = writtenNow(turnId);
    found = {
      ...changeTurn(found, view.id, turnId, () => now),
      beforeCall: new Map(found.beforeCall).set(turnId, beforeCall),
    };
  }
  return found;
}

/** The run with its running turns of which text is missing; streamed text is sent only once. */
export function withGaps(
  view: RunView,
  writtenNow: (turnId: string) => Pick<WrittenNow, 'isWhole'>,
): RunView {
  const gaps = view.turns.filter(
    ({ id, status }) => status === 'running' && !writtenNow(id).isWhole,
  );
  return { ...view, gaps: new Set(gaps.map(({ id }) => id)) };
}

/** Ids of turns that have begun, are not settled and are missing in the view. */
export function turnsAtWork(view: RunView, events: readonly ServerEvent[]): ReadonlySet<string> {
  const known = new Set(view.turns.map(({ id }) => id));
  const begun = new Set<string>();
  for (const event of events) {
    if (event.type === 'turn.started' && !known.has(event.turn.id)) begun.add(event.turn.id);
    if (event.type === 'turn.finished') begun.delete(event.turn.id);
  }
  return begun;
}

function turnIdOf(event: ServerEvent): string | undefined {
  if (event.type === 'turn.started' || event.type === 'turn.finished') return event.turn.id;
  return 'turnId' in event && event.turnId !== null ? event.turnId : undefined;
}

/** The turn's next text belongs to another model call. */
function withCallEnded(view: RunView, turnId: string): RunView {
  const turn = view.turns.find(({ id }) => id === turnId);
  if (turn === undefined) return view;
  const { text, reasoning } = turn;
  return { ...view, beforeCall: new Map(view.beforeCall).set(turnId, { text, reasoning }) };
}

function writtenBeforeCall(view: RunView, turnId: string): Written {
  return view.beforeCall?.get(turnId) ?? { text: '', reasoning: null };
}

/** Keeps the full brief, because lists of runs shorten long texts. */
function withoutShortened(view: RunView, run: Run): Run {
  return { ...run, brief: view.brief };
}

function withStage(stages: readonly StageRun[], stage: StageRun): readonly StageRun[] {
  return stages.map((each) => (each.id === stage.id ? stage : each));
}

function ofRun(view: RunView, record: Artifact | Approval): boolean {
  return record.runId === view.id;
}

function put<T extends { readonly id: string }>(list: readonly T[], item: T): readonly T[] {
  const isKnown = list.some(({ id }) => id === item.id);
  return isKnown ? list.map((each) => (each.id === item.id ? item : each)) : [...list, item];
}

function changeTurn(
  view: RunView,
  runId: string,
  turnId: string,
  change: (turn: TurnRecord) => Partial<TurnRecord>,
): RunView {
  if (runId !== view.id) return view;
  const turns = view.turns.map((turn) =>
    turn.id === turnId ? { ...turn, ...change(turn) } : turn,
  );
  return { ...view, turns };
}
