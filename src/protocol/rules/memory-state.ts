import { limits } from '../limits.js';
import type { MemoryFact, MemoryState } from '../records/memory.js';

/**
 * How the state of memory follows what happens to it, without looking at the ledger again. The
 * facts are the newest active ones, a bounded number of them; the counts are complete.
 */

/** With a fact that was written just now; the same state when it is known already. */
export function withFact(state: MemoryState, fact: MemoryFact): MemoryState {
  if (state.facts.some(({ id }) => id === fact.id)) return state;
  return {
    ...state,
    facts: [fact, ...state.facts].slice(0, limits.stateMemoryFacts),
    counts: { ...state.counts, [fact.scope]: state.counts[fact.scope] + 1 },
  };
}

/** Without a fact that has ended, whether or not it is among those shown. */
export function withoutFact(state: MemoryState, { id, scope }: MemoryFact): MemoryState {
  return {
    ...state,
    facts: state.facts.filter((fact) => fact.id !== id),
    counts: { ...state.counts, [scope]: state.counts[scope] - 1 },
  };
}

/** With one more read of these facts; the same state when none of them is shown. */
export function withReads(state: MemoryState, ids: readonly string[], at: number): MemoryState {
  const read = new Set(ids);
  if (!state.facts.some(({ id }) => read.has(id))) return state;
  const facts = state.facts.map((fact) =>
    read.has(fact.id) ? { ...fact, readCount: fact.readCount + 1, lastReadAt: at } : fact,
  );
  return { ...state, facts };
}

/** Whether there are active facts that would be shown if they were known. */
export function isShort({ facts, counts }: MemoryState): boolean {
  const active = counts.installation + counts.workspace + counts.role;
  return facts.length < Math.min(active, limits.stateMemoryFacts);
}
