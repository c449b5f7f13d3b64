import { describe, expect, it } from '@jest/globals';
import { aModel, aPolicy } from '#test/support/models/a-model.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import type { Role } from '../../protocol/records/organisation.js';
import type { StageSpec } from '../../protocol/records/work.js';
import { ceilingTexts } from '../../protocol/texts/ceilings.js';
import { firstTurnUsd, tooLittleFor } from './first-turn.js';
import type { RoutingInputs } from './routing-inputs.js';

const ada = {
  id: 'ada',
  allowedTools: [],
  modelPolicy: aPolicy(),
  seniority: 'senior',
} as unknown as Role;

const stage = (fields: Partial<StageSpec> = {}): StageSpec => ({
  ...{ kind: 'plan', name: 'Plan', roleIds: ['ada'], mode: 'single' },
  ...fields,
});

const inputsWith = (...models: readonly ModelSpec[]): RoutingInputs => ({
  table: { models, rules: [], uptimeOf: () => null },
  models,
  roles: [ada],
  posture: 'balanced',
});

const asked = { brief: 'What is it?', limitUsd: 0.01 };
const dear = inputsWith(aModel({ costPerMTokIn: 30, costPerMTokOut: 30 }));

describe('the first turn of a run', () => {
  it('costs its prompt and the smallest answer', () => {
    const usd = firstTurnUsd({ ...asked, stages: [stage()] }, dear) ?? 0;
    expect(usd).toBeGreaterThan((30 * 1200) / 1e6);
    expect(usd).toBeLessThan((30 * 2000) / 1e6);
    const longer = { ...asked, brief: 'What is it? '.repeat(1000), stages: [stage()] };
    expect(firstTurnUsd(longer, dear)).toBeGreaterThan(2 * usd);
  });

  it('is that of the first stage that is worked on', () => {
    const later = [stage({ onDemand: true, roleIds: ['nobody'] }), stage()];
    expect(firstTurnUsd({ ...asked, stages: later }, dear)).toBeGreaterThan(0);
    expect(firstTurnUsd({ ...asked, full: true, stages: later }, dear)).toBeNull();
    expect(firstTurnUsd({ ...asked, stages: [stage()] }, inputsWith())).toBeNull();
  });

  it('is too dear for a ceiling only if it is in every pipeline', () => {
    const pipelines = [{ stages: [stage()] }, { stages: [stage({ roleIds: ['nobody'] })] }];
    const least = tooLittleFor(asked, pipelines, dear);
    expect(least).toBeGreaterThan(0.01);
    expect(tooLittleFor({ ...asked, limitUsd: 1 }, pipelines, dear)).toBeNull();
    expect(tooLittleFor(asked, [], dear)).toBeNull();
  });

  it('of a free model is never too dear', () => {
    const free = inputsWith(aModel({ costPerMTokIn: 0, costPerMTokOut: 0 }));
    expect(tooLittleFor({ ...asked, limitUsd: 0 }, [{ stages: [stage()] }], free)).toBeNull();
  });
});

describe('a ceiling that is too small', () => {
  it.each([
    [0.01, 0.04, 'At $0.01 this run cannot finish a single turn: the first one needs about $0.04.'],
    [
      0.01,
      0.0371,
      'At $0.01 this run cannot finish a single turn: the first one needs about $0.038.',
    ],
    [0.5, 1.234, 'At $0.50 this run cannot finish a single turn: the first one needs about $1.30.'],
  ])('is told with what is needed: $%d of $%d', (limit, needed, words) => {
    expect(ceilingTexts.tooSmall(limit, needed)).toBe(words);
  });
});
