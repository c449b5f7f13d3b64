import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { seniorities, stageKinds } from '../../protocol/records/enums.js';
import { estimateComplexity } from './estimate-complexity.js';

type ComplexitySignals = Parameters<typeof estimateComplexity>[0];

const quiet: ComplexitySignals = {
  stageKind: 'intake',
  text: '',
  turnIndex: 0,
  holdsFileTools: false,
  filesWritten: 0,
  seniority: 'executive',
};

const complexityOf = (signals: Partial<ComplexitySignals>): number =>
  estimateComplexity({ ...quiet, ...signals });

describe('estimateComplexity', () => {
  it.each([
    ['intake', 0.15],
    ['report', 0.2],
    ['research', 0.35],
    ['plan', 0.4],
    ['review', 0.4],
    ['test', 0.4],
    ['design', 0.45],
    ['debate', 0.5],
    ['build', 0.5],
    ['workshop', 0.55],
    ['architect', 0.6],
    ['integrate', 0.6],
  ] as const)('starts a turn of %s at %d', (stageKind, base) => {
    expect(complexityOf({ stageKind })).toBe(base);
  });

  it('grows with the length of the text, up to 0.15', () => {
    expect(complexityOf({ text: 'x'.repeat(400) })).toBe(0.2);
    expect(complexityOf({ text: 'x'.repeat(1e6) })).toBe(0.3);
  });

  it('counts each hard word once, up to 0.22', () => {
    expect(complexityOf({ text: 'a schema, the schema' })).toBe(0.21);
    const many = 'migration schema rollback atomic protocol security';
    expect(complexityOf({ text: many })).toBe(0.38);
  });

  it('finds hard words in any case and inside longer ones', () => {
    expect(complexityOf({ text: 'CONCURRENTLY' })).toBe(complexityOf({ text: 'concurren...' }));
  });

  it('lowers a turn for easy words, down to 0.15', () => {
    expect(complexityOf({ text: 'typo' })).toBe(0.09);
    expect(complexityOf({ stageKind: 'build', text: 'typo rename label lint' })).toBe(0.35);
  });

  it('ignores easy words beside a hard one', () => {
    expect(complexityOf({ text: 'typo in schema' })).toBe(0.21);
  });

  it('adds for later turns, file tools, written files and seniority', () => {
    expect(complexityOf({ turnIndex: 2 })).toBe(0.23);
    expect(complexityOf({ turnIndex: 9 })).toBe(0.27);
    expect(complexityOf({ holdsFileTools: true })).toBe(0.23);
    expect(complexityOf({ filesWritten: 3 })).toBe(0.18);
    expect(complexityOf({ filesWritten: 300 })).toBe(0.25);
    expect(complexityOf({ seniority: 'junior' })).toBe(0.19);
  });

  it('stays between 0 and 1 with two decimals', () => {
    fc.assert(
      fc.property(
        fc.record({
          stageKind: fc.constantFrom(...stageKinds),
          text: fc.string({ maxLength: 3000 }),
          turnIndex: fc.nat(50),
          holdsFileTools: fc.boolean(),
          filesWritten: fc.nat(1000),
          seniority: fc.constantFrom(...seniorities),
        }),
        (signals) => {
          const complexity = estimateComplexity(signals);
          expect(complexity).toBeGreaterThanOrEqual(0);
          expect(complexity).toBeLessThanOrEqual(1);
          expect(Math.round(complexity * 100) / 100).toBe(complexity);
        },
      ),
    );
  });
});
