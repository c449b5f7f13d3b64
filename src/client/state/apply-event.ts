import type { ServerEvent, ServerEventOf, ServerEventType } from '../../protocol/events.js';
import { limits } from '../../protocol/limits.js';
import type { MemoryState } from '../../protocol/records/memory.js';
import type { OfficeState } from '../../protocol/records/office.js';
import type { Approval, Run } from '../../protocol/records/work.js';
import { clipTexts } from '../../protocol/rules/clip-texts.js';
import { withFact, withoutFact } from '../../protocol/rules/memory-state.js';
import { runAfter, type RunMove } from '../../protocol/rules/run-after.js';
import { runIdOf } from '../../protocol/rules/run-id-of.js';
import { newestFirst } from '../../protocol/rules/run-order.js';
import { isFinal } from '../../protocol/rules/run-status.js';
import { stateTexts } from '../../protocol/texts/office.js';
import { keepEqual } from './keep-equal.js';

type Reducer<T extends ServerEventType> = (
  state: OfficeState,
  event: ServerEventOf<T>,
) => OfficeState;

/** The event does not affect the state, or is followed by the whole state. */
const same = (state: OfficeState): OfficeState => state;

/** The whole state; equal parts stay the same objects. */
const whole = (before: OfficeState, event: { readonly state: OfficeState }): OfficeState =>
  keepEqual(before, event.state);

/** The effect of each event on the state; the compiler requires all of them. */
const reducers: { readonly [T in ServerEventType]: Reducer<T> } = {
  hello: whole,
  pong: same,
  'office.updated': whole,
  // People, rooms and capacity change too: `office.updated` follows at once.
  'org.updated': same,
  'settings.updated': (state, { settings }) => ({ ...state, settings }),
  'plugins.updated': (state, event) => ({ ...state, plugins: event.state }),
  'run.created': applyRun,
  'run.updated': applyRun,
  'stage.started': applyRunMove,
  'stage.finished': applyRunMove,
  'turn.started': same,
  'turn.delta': same,
  'turn.reasoning': same,
  'turn.finished': applyRunMove,
  'employee.updated': applyEmployee,
  // Does not name its floor; `employee.updated` with the new desk follows.
  'employee.moved': same,
  speech: same,
  'tool.result': same,
  'artifact.created': same,
  'approval.requested': (state, { approval }) => ({
    ...state,
    approvals: withApproval(state, approval),
  }),
  'approval.decided': (state, { approval }) => ({
    ...state,
    approvals: withoutApproval(state, approval.id),
  }),
  'direct.message': same,
  'plan.reply': same,
  'command.done': same,
  'budget.updated': applyRunMove,
  'routing.decision': same,
  'memory.created': applyMemoryCreated,
  'memory.retracted': applyMemoryRetracted,
  'memory.updated': same,
  // Does not name its floor; `employee.updated` or `office.updated` follows.
  usage: same,
  log: same,
  error: same,
};

/**
 * The state after an event. Pure; repeated or already known events have no lasting effect. Unknown
 * events of a newer service are ignored.
 */
export function applyEvent(state: OfficeState, event: ServerEvent): OfficeState {
  const reducer = reducers[event.type] as Reducer<typeof event.type> | undefined;
  return reducer === undefined ? state : reducer(state, event);
}

/** An employee that is not on the shown floor has left it, or is on another one. */
function applyEmployee(
  state: OfficeState,
  { employee }: ServerEventOf<'employee.updated'>,
): OfficeState {
  if (employee.workspaceId !== state.activeWorkspaceId) return state;
  const employees = state.employees.map((each) => (each.id === employee.id ? employee : each));
  return { ...state, employees };
}

/** An approval that is answered in part keeps its place. */
function withApproval({ approvals }: OfficeState, approval: Approval): readonly Approval[] {
  return approvals.some(({ id }) => id === approval.id)
    ? approvals.map((one) => (one.id === approval.id ? approval : one))
    : [...approvals, approval];
}

function withoutApproval({ approvals }: OfficeState, id: string): OfficeState['approvals'] {
  return approvals.filter((approval) => approval.id !== id);
}

function applyMemoryCreated(
  state: OfficeState,
  { fact }: ServerEventOf<'memory.created'>,
): OfficeState {
  return { ...state, memory: withFact(state.memory, fact) };
}

/** A fact that is not shown may have been removed already, which the counts do not tell. */
function applyMemoryRetracted(
  state: OfficeState,
  { fact }: ServerEventOf<'memory.retracted'>,
): OfficeState {
  const isShown = state.memory.facts.some(({ id }) => id === fact.id);
  return isShown ? { ...state, memory: withoutFact(state.memory, fact) } : state;
}

/** True if every active fact is shown, so that others are not active. */
function showsAll({ facts, counts }: MemoryState): boolean {
  return facts.length === counts.installation + counts.workspace + counts.role;
}

/** The tool that looks up facts, which counts as reading them. */
const recallTool = 'recall';

/**
 * True if an event changes state that it does not carry, so that the state must be requested: spend
 * of a floor not shown, reads of facts, facts that move up in the list, vectors. `before` is the
 * state before the event.
 */
export function isStaleAfter(before: OfficeState, event: ServerEvent): boolean {
  switch (event.type) {
    case 'budget.updated':
      return before.runs.every(({ id }) => id !== event.runId);
    case 'turn.started':
      return before.memory.facts.length > 0;
    case 'tool.result':
      return event.call.name === recallTool && before.memory.facts.length > 0;
    case 'memory.created':
      return before.memory.semantic;
    case 'memory.retracted':
      return before.memory.semantic || !showsAll(before.memory);
    default:
      return false;
  }
}

/** A run of the floor being shown, as its event carries it. */
function applyRun(
  state: OfficeState,
  { run }: ServerEventOf<'run.created' | 'run.updated'>,
): OfficeState {
  return run.workspaceId === state.activeWorkspaceId ? withRun(state, run) : state;
}

/** A run of the shown floor, updated by an event that does not carry it. */
function applyRunMove(state: OfficeState, event: RunMove): OfficeState {
  const run = state.runs.find(({ id }) => id === runIdOf(event));
  return run === undefined ? state : withRun(state, runAfter(run, event));
}

/** Newest first, with texts shortened as in the service's frames. */
function withRun(state: OfficeState, run: Run): OfficeState {
  const bounded = clipTexts(run, limits.stateTextCharacters, stateTexts.clipped);
  const others = state.runs.filter(({ id }) => id !== run.id);
  const runs = [...others, bounded].sort(newestFirst);
  const activeRunIds = runs.filter(({ status }) => !isFinal(status)).map(({ id }) => id);
  return withSpend({ ...state, runs, activeRunIds });
}

/**
 * The floor's spend: recorded, plus that of active runs. The record of a run that has just ended
 * comes with the whole state.
 */
function withSpend(state: OfficeState): OfficeState {
  const { runs, activeRunIds, activeWorkspaceId, budget } = state;
  const active = runs.filter(({ id }) => activeRunIds.includes(id));
  const spentUsd = budget.spentUsd + active.reduce((sum, run) => sum + run.budget.spentUsd, 0);
  const workspaces = state.workspaces.map((floor) =>
    floor.id === activeWorkspaceId ? { ...floor, activeRuns: active.length, spentUsd } : floor,
  );
  return { ...state, workspaces };
}
