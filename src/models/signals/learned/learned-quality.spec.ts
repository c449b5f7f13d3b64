import { describe, expect, it, jest } from '@jest/globals';
import { aModel } from '#test/support/models/a-model.js';
import { aModelsConfig, FixedClock, quietLogger } from '#test/support/models/models-config.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import { LearnedQuality } from './learned-quality.js';
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
