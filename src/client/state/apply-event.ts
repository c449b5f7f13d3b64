import type { ServerEvent, ServerEventOf, ServerEventType } from '../../protocol/events.js';
import type { OfficeState } from '../../protocol/records/office.js';
import { applyMemoryCreated, applyMemoryRetracted } from './memory-events.js';
import { keepEqual } from './keep-equal.js';
import { applyRun, applyRunMove } from './run-events.js';

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

function withoutApproval({ approvals }: OfficeState, id: string): OfficeState['approvals'] {
  return approvals.filter((approval) => approval.id !== id);
}
