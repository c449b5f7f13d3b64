import type { ServerEvent, ServerEventOf, ServerEventType } from '../../protocol/events.js';
import type { MemoryState } from '../../protocol/records/memory.js';
import type { OfficeState } from '../../protocol/records/office.js';
import { withFact, withoutFact } from '../../protocol/rules/memory-state.js';
import { keepEqual } from './keep-equal.js';
import { applyRun, applyRunMove } from './run-events.js';

type Reducer<T extends ServerEventType> = (
  state: OfficeState,
  event: ServerEventOf<T>,
) => OfficeState;

/** Says nothing about the state, or is followed by the whole of it. */
const same = (state: OfficeState): OfficeState => state;

/** The whole state; what is equal stays the same object. */
const whole = (before: OfficeState, event: { readonly state: OfficeState }): OfficeState =>
  keepEqual(before, event.state);

/** What each event does to the state. The compiler asks for every one of them. */
const reducers: { readonly [T in ServerEventType]: Reducer<T> } = {
  hello: whole,
  pong: same,
  'office.updated': whole,
  // The floor's people, rooms and capacity change with it: `office.updated` follows at once.
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
  // `employee.updated` with the new desk follows; this one does not say which floor it means.
  'employee.moved': same,
  speech: same,
  'tool.result': same,
  'artifact.created': same,
  'approval.requested': (state, { approval }) => ({
    ...state,
    approvals: [...withoutApproval(state, approval.id), approval],
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
  // Does not say which floor it means; `employee.updated` or `office.updated` follows.
  usage: same,
  log: same,
  error: same,
};

/**
 * The state after an event. Pure; an event that is applied a second time, or that the state knows
 * already, changes nothing for good. What a newer service sends beyond the vocabulary is left alone.
 */
export function applyEvent(state: OfficeState, event: ServerEvent): OfficeState {
  const reducer = reducers[event.type] as Reducer<typeof event.type> | undefined;
  return reducer === undefined ? state : reducer(state, event);
}

/** Somebody who is not on the floor being shown has left it, or is on another one. */
function applyEmployee(
  state: OfficeState,
  { employee }: ServerEventOf<'employee.updated'>,
): OfficeState {
  if (employee.workspaceId !== state.activeWorkspaceId) return state;
  const employees = state.employees.map((each) => (each.id === employee.id ? employee : each));
  return { ...state, employees };
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

/** A fact that is not shown may have been taken out already; whether it was, the counts do not tell. */
function applyMemoryRetracted(
  state: OfficeState,
  { fact }: ServerEventOf<'memory.retracted'>,
): OfficeState {
  const isShown = state.memory.facts.some(({ id }) => id === fact.id);
  return isShown ? { ...state, memory: withoutFact(state.memory, fact) } : state;
}

/** Whether every active fact is shown, so that what is not shown is not active. */
function showsAll({ facts, counts }: MemoryState): boolean {
  return facts.length === counts.installation + counts.workspace + counts.role;
}

/** The tool with which employees look facts up, which counts as reading them. */
const recallTool = 'recall';

/**
 * Whether an event changes something of the state that it does not carry, so that the state has to
 * be asked for: the spend of a floor that is not shown, reads of facts, facts that move up into the
 * list, vectors of facts. `before` is the state before the event.
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
