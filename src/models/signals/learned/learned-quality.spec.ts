import { describe, expect, it, jest } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { aModelsConfig, FixedClock, quietLogger } from '#test/support/models/models-config.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import { learnedOpinions, LearnedQuality } from './learned-quality.js';
import type { TurnOutcome } from './turn-outcomes.js';

const model = aModel();
const routed = { providerId: model.providerId, modelId: model.id };
const success: TurnOutcome = {
  taskClass: 'coding',
  routed,
  servedBy: routed,
  status: 'done',
  error: null,
};

function learning(mode: 'live' | 'mock' = 'live') {
  const clock = new FixedClock();
  const revision = new CatalogueRevision();
  const recent = jest.fn(async (): Promise<TurnOutcome[]> => [success]);
  const learned = new LearnedQuality(
    aModelsConfig({ OFFICE_LLM_MODE: mode }),
    revision,
    clock,
    { recent },
    quietLogger(),
  );
  return { learned, clock, revision, recent };
}

describe('LearnedQuality', () => {
  it('knows nothing before it has looked', () => {
    const { learned } = learning();
    expect(learned.opinionOn(model)).toBeNull();
    expect(learned.signals()).toEqual({ models: 0, samples: 0 });
  });

  it('looks at the last two thousand turns, at most every half minute', async () => {
    const { learned, clock, recent, revision } = learning();
    await learned.refreshIfOld();
    expect(learned.opinionOn(model)).toMatchObject({ source: 'learned', samples: 1 });
    expect(learned.signals()).toEqual({ models: 1, samples: 1 });
    expect(revision.current).toBe(1);
    clock.advance(29_999);
    await learned.refreshIfOld();
    expect(recent.mock.calls).toEqual([[2000]]);
    clock.advance(1);
    await learned.refreshIfOld();
    expect(recent).toHaveBeenCalledTimes(2);
  });

  it('keeps what it knew when the turns cannot be read', async () => {
    const { learned, clock, recent } = learning();
    await learned.refreshIfOld();
    recent.mockRejectedValueOnce(new Error('locked'));
    clock.advance(30_000);
    await learned.refreshIfOld();
    expect(learned.opinionOn(model)).not.toBeNull();
  });

  it('learns nothing from scripted turns', async () => {
    const { learned, recent } = learning('mock');
    await learned.refreshIfOld();
    expect(recent).not.toHaveBeenCalled();
  });
});

const one = { providerId: 'v', modelId: 'one' };
const two = { providerId: 'v', modelId: 'two' };

function outcome(overrides: Partial<TurnOutcome> = {}): TurnOutcome {
  return {
    taskClass: 'coding',
    routed: one,
    servedBy: one,
    status: 'done',
    error: null,
    ...overrides,
  };
}

const learn = (...outcomes: TurnOutcome[]) => learnedOpinions(outcomes, 7);

describe('learnedOpinions', () => {
  it('begins in the middle and grows surer with every turn', () => {
    expect(learn(outcome()).get('v/one')).toEqual({
      source: 'learned',
      quality: 0.583,
      fitness: { coding: 0.653 },
      confidence: 1 / 6,
      samples: 1,
      at: 7,
    });
    const many = Array.from({ length: 95 }, () => outcome());
    expect(learn(...many).get('v/one')).toMatchObject({ quality: 0.975, confidence: 0.95 });
  });

  it('draws a class towards the final overall rate, whatever the order of the turns', () => {
    const good = outcome({ taskClass: 'design' });
    const bad = outcome({ status: 'failed', error: 'x' });
    const forwards = learn(good, bad, bad).get('v/one');
    expect(learn(bad, bad, good).get('v/one')).toEqual(forwards);
    // Overall (1 + 2.5) / 8; design (1 + 0.4375 * 5) / 6.
    expect(forwards).toMatchObject({ quality: 0.438, fitness: { design: 0.531 } });
  });

  it('takes a turn with an error for a failure', () => {
    expect(learn(outcome({ error: 'cut short' })).get('v/one')?.quality).toBe(0.417);
  });

  it('ignores turns that were cancelled or are under way', () => {
    expect(learn(outcome({ status: 'cancelled' }), outcome({ status: 'running' })).size).toBe(0);
  });

  it('counts a failover against the model that was meant and for the one that answered', () => {
    const opinions = learn(outcome({ servedBy: two }));
    expect(opinions.get('v/one')?.quality).toBe(0.417);
    expect(opinions.get('v/two')?.quality).toBe(0.583);
  });

  it('counts for the routed model where it is not known who answered', () => {
    expect([...learn(outcome({ servedBy: null, status: 'failed' })).keys()]).toEqual(['v/one']);
  });
});
