import type { ServerEvent } from '../../protocol/events.js';
import type { OfficeState } from '../../protocol/records/office.js';
import { showsAll } from './memory-events.js';

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
