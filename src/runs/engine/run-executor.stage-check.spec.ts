import { describe, expect, it } from '@jest/globals';
import { sampleRun, sampleStage } from '#test/support/sample-records.js';
import { checkStage } from './run-executor.js';

type StageCheck = ReturnType<typeof checkStage>;

interface Situation {
  readonly tags?: readonly string[];
  readonly whenTags?: readonly string[];
  readonly onDemand?: boolean;
  readonly onDecision?: boolean;
  readonly brief?: string;
  readonly full?: boolean;
  readonly spentUsd?: number;
  readonly softSpendUsd?: number;
  readonly allowedToSpend?: boolean;
}

/** The check before a stage of a run with a ceiling of $5 that asks from $2 on by default. */
function checkIn(situation: Situation): StageCheck {
  const { tags = [], whenTags, spentUsd = 0, softSpendUsd = 2, allowedToSpend = false } = situation;
  const { onDemand = false, onDecision = false, full = false, brief = '' } = situation;
  const run = sampleRun({ brief, tags, full, budget: { limitUsd: 5, spentUsd } });
  const stage = sampleStage({
    spec: {
      kind: 'build',
      name: 'Build',
      roleIds: ['dev'],
      mode: 'single',
      onDemand,
      onDecision,
      ...(whenTags && { whenTags }),
    },
  });
  return checkStage(run, stage, { softSpendUsd, allowedToSpend });
}

describe('checkStage', () => {
  it.each<[string, Situation, StageCheck]>([
    ['a stage without tags runs always', {}, 'open'],
    ['an empty list of tags is none', { whenTags: [] }, 'open'],
    ['one shared tag is enough', { tags: ['ui', 'api'], whenTags: ['data', 'api'] }, 'open'],
    ['no shared tag skips the stage', { tags: ['ui'], whenTags: ['data'] }, 'skip'],
    ['before intake there are no tags to share', { whenTags: ['data'] }, 'skip'],
    ['a stage on demand that nobody asked for', { onDemand: true }, 'not-needed'],
    ['every stage, where the run works on all', { onDemand: true, full: true }, 'open'],
    [
      'a second look, where the brief asks for a decision',
      { onDemand: true, onDecision: true, brief: 'Should we use X or Y?' },
      'open',
    ],
    [
      'a second look at what asks for none',
      { onDemand: true, onDecision: true, brief: 'What is X?' },
      'not-needed',
    ],
    [
      'a brief asks for no other stage',
      { onDemand: true, brief: 'Should we use X or Y?' },
      'not-needed',
    ],
    ['whatever their tags', { whenTags: ['data'], full: true }, 'open'],
    ['just under the ceiling', { spentUsd: 4.99, softSpendUsd: 0 }, 'open'],
    ['the ceiling itself is too much', { spentUsd: 5 }, 'out-of-budget'],
    ['so is a sum that misses it by its last digit', { spentUsd: 5 - 1e-15 }, 'out-of-budget'],
    ['just under the soft threshold', { spentUsd: 1.99 }, 'open'],
    ['the soft threshold itself asks', { spentUsd: 2 }, 'ask-to-spend'],
    ['a person who allowed it is not asked again', { spentUsd: 4, allowedToSpend: true }, 'open'],
    ['a threshold of zero never asks', { spentUsd: 4, softSpendUsd: 0 }, 'open'],
  ])('%s', (_, situation, expected) => {
    expect(checkIn(situation)).toBe(expected);
  });

  it('looks at tags before money, and at the ceiling before the soft threshold', () => {
    expect(checkIn({ whenTags: ['data'], spentUsd: 5 })).toBe('skip');
    expect(checkIn({ spentUsd: 6, allowedToSpend: false })).toBe('out-of-budget');
    expect(checkIn({ spentUsd: 6, allowedToSpend: true })).toBe('out-of-budget');
  });
});
