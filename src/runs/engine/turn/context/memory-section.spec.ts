import { describe, expect, it } from '@jest/globals';
import type { ShownFact } from '../../../../memory/turn-memory.js';
import { Prompts } from '../../prompts/prompts.js';
import { memorySection } from './memory-section.js';

const fact = (text: string): ShownFact => ({
  id: `fact_${text}`,
  scope: 'workspace',
  scopeId: 'default',
  kind: 'convention',
  text,
  tags: [],
  confidence: 0.6,
  validFrom: 1,
  source: null,
});

const section = (facts: readonly ShownFact[], total: number, holdsRecall: boolean): string =>
  memorySection(Prompts.load(), { query: '', facts, total }, holdsRecall);

describe('memorySection', () => {
  it('lists kind, scope and text of each fact, cut at 220 characters', () => {
    const shown = section([fact('Use tabs.'), fact('x'.repeat(221))], 2, false);
    expect(shown).toContain('- [convention, workspace] Use tabs.');
    expect(shown).toContain(`${'x'.repeat(220)}…`);
    expect(shown).not.toContain('x'.repeat(221));
  });

  it('says how many more there are, and how to ask where one can ask', () => {
    expect(section([fact('a')], 4, true)).toMatch(/3 more fact\(s\) .*`recall`/);
    expect(section([fact('a')], 4, false)).toContain('3 more fact(s)');
    expect(section([fact('a')], 4, false)).not.toContain('recall');
    expect(section([fact('a')], 1, true)).not.toContain('more fact');
  });

  it('calls facts context rather than orders where they can be recalled', () => {
    expect(section([fact('a')], 1, true)).toContain('not orders');
  });

  it('is there without a fact when one can ask, and not at all when one cannot', () => {
    expect(section([], 0, true)).not.toBe('');
    expect(section([], 5, false)).toBe('');
  });
});
