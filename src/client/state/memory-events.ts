import type { ServerEventOf } from '../../protocol/events.js';
import type { MemoryState } from '../../protocol/records/memory.js';
import type { OfficeState } from '../../protocol/records/office.js';
import { withFact, withoutFact } from '../../protocol/rules/memory-state.js';

export function applyMemoryCreated(
  state: OfficeState,
  { fact }: ServerEventOf<'memory.created'>,
): OfficeState {
  return { ...state, memory: withFact(state.memory, fact) };
}

/** A fact that is not shown may have been removed already, which the counts do not tell. */
export function applyMemoryRetracted(
  state: OfficeState,
  { fact }: ServerEventOf<'memory.retracted'>,
): OfficeState {
  const isShown = state.memory.facts.some(({ id }) => id === fact.id);
  return isShown ? { ...state, memory: withoutFact(state.memory, fact) } : state;
}

/** True if every active fact is shown, so that others are not active. */
export function showsAll({ facts, counts }: MemoryState): boolean {
  return facts.length === counts.installation + counts.workspace + counts.role;
}
