import { limits } from '../limits.js';
import type { MemoryFact, MemoryState } from '../records/memory.js';

/**
 * Applies events to the state of memory without reading the ledger. The facts are a bounded number
 * of the newest active ones; the counts are complete.
 */

/** Adds a new fact; returns the same state if it is known already. */
export function withFact(state: MemoryState, fact: MemoryFact): MemoryState {
  if (state.facts.some(({ id }) => id === fact.id)) return state;
  return {
    ...state,
    facts: [fact, ...state.facts].slice(0, limits.stateMemoryFacts),
    counts: { ...state.counts, [fact.scope]: state.counts[fact.scope] + 1 },
  };
}

/** Removes a fact that has ended, whether or not it is shown. */
export function withoutFact(state: MemoryState, { id, scope }: MemoryFact): MemoryState {
  return {
    ...state,
    facts: state.facts.filter((fact) => fact.id !== id),
    counts: { ...state.counts, [scope]: state.counts[scope] - 1 },
  };
}

/** Counts one more read of these facts; returns the same state if none is shown. */
export function withReads(state: MemoryState, ids: readonly string[], at: number): MemoryState {
  const read = new Set(ids);
  if (!state.facts.some(({ id }) => read.has(id))) return state;
  const facts = state.facts.map((fact) =>
    read.has(fact.id) ? { ...fact, readCount: fact.readCount + 1, lastReadAt: at } : fact,
  );
  return { ...state, facts };
}

/** True if fewer facts are shown than there are active ones to show. */
export function isShort({ facts, counts }: MemoryState): boolean {
  const active = counts.installation + counts.workspace + counts.role;
  return facts.length < Math.min(active, limits.stateMemoryFacts);
}
