import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { limits } from '../limits.js';
import { type MemoryScope, memoryScopes } from '../records/enums.js';
import type { MemoryFact, MemoryState } from '../records/memory.js';
import { newFact } from '../../memory/ledger/new-fact.js';
import { isShort, withFact, withoutFact, withReads } from './memory-state.js';

const empty: MemoryState = {
  facts: [],
  counts: { installation: 0, workspace: 0, role: 0 },
  searchable: true,
  semantic: false,
  vectorCount: 0,
  vectorCoverage: 0,
};

const fact = (id: string, scope: MemoryScope = 'installation'): MemoryFact => {
  const owner = { scope, workspaceId: null, roleId: null };
  const rest = { text: id, tags: [], source: null, confidence: 0.6, supersedes: null };
  return newFact(id, { ...owner, ...rest, kind: 'note' }, 1000);
};

const filled = (count: number): MemoryState => {
  const ids = Array.from({ length: count }, (_, number) => `fact_${number}`);
  return ids.reduce((state, id) => withFact(state, fact(id)), empty);
};

type Step = { readonly write: MemoryScope } | { readonly end: number } | { readonly read: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom(...memoryScopes).map((write) => ({ write })),
  fc.nat(20).map((end) => ({ end })),
  fc.nat(20).map((read) => ({ read })),
);

describe('the state of memory', () => {
  it('follows what happens as if it were counted anew each time', () => {
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        let state = empty;
        let active: MemoryFact[] = [];
        steps.forEach((done, at) => {
          if ('write' in done) {
            const written = fact(`fact_${at}`, done.write);
            active = [written, ...active];
            state = withFact(state, written);
          } else if ('end' in done) {
            const ended = active[done.end];
            if (ended === undefined) return;
            active = active.filter((other) => other !== ended);
            state = withoutFact(state, ended);
          } else {
            const id = active[done.read]?.id ?? 'fact_none';
            const read = (other: MemoryFact): MemoryFact => ({
              ...other,
              readCount: other.readCount + 1,
              lastReadAt: at,
            });
            active = active.map((other) => (other.id === id ? read(other) : other));
            state = withReads(state, [id], at);
          }
        });
        expect(state.facts).toEqual(active);
        for (const scope of memoryScopes) {
          expect(state.counts[scope]).toBe(active.filter((kept) => kept.scope === scope).length);
        }
        expect(isShort(state)).toBe(false);
      }),
    );
  });

  it('shows the newest facts and counts them all', () => {
    const state = filled(limits.stateMemoryFacts + 5);
    expect(state.facts).toHaveLength(limits.stateMemoryFacts);
    expect(state.facts[0]?.id).toBe('fact_204');
    expect(state.counts.installation).toBe(205);
    expect(isShort(state)).toBe(false);
  });

  it('is short of facts when one that was shown ends and an older one could be shown', () => {
    const state = withoutFact(filled(limits.stateMemoryFacts + 1), fact('fact_9'));
    expect(state.counts.installation).toBe(limits.stateMemoryFacts);
    expect(isShort(state)).toBe(true);
  });

  it('counts one less when a fact ends that it does not show', () => {
    const state = filled(limits.stateMemoryFacts + 2);
    const without = withoutFact(state, fact('fact_0'));
    expect(without.facts).toEqual(state.facts);
    expect(without.counts.installation).toBe(limits.stateMemoryFacts + 1);
  });

  it('is the same object when nothing of it changed', () => {
    const state = filled(2);
    expect(withFact(state, fact('fact_1'))).toBe(state);
    expect(withReads(state, ['fact_x'], 5)).toBe(state);
  });
});
