import { Inject, Injectable, Optional } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { messageOf } from '#platform/errors/error-text.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import type { ScopedLogger } from '#platform/logging/office-logger.js';
import { taskClasses } from '#protocol/records/enums.js';
import type { TaskClass } from '#protocol/records/enums.js';
import type { ModelSignals, ModelSpec, QualityOpinion } from '#protocol/records/models.js';
import type { ServedBy } from '#protocol/records/routes.js';
import { lookupTexts } from '#protocol/texts/models.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import { modelKey } from '../../catalogue/model-key.js';
import { toThousandths } from '../quality/blend-quality.js';
import { TurnOutcomes } from './turn-outcomes.js';
import type { TurnOutcome } from './turn-outcomes.js';

const turnsLookedAt = 2000;
const refreshMs = 30_000;

/**
 * Opinions on models from the office's own turns, recomputed in the background when a route is
 * needed and the last computation is 30 s old. Simulated turns are ignored, so routing in mock mode
 * never changes.
 */
@Injectable()
export class LearnedQuality {
  private opinions: ReadonlyMap<string, QualityOpinion> = new Map();
  private lookedAt = -Infinity;
  private readonly logger: ScopedLogger;

  constructor(
    private readonly config: OfficeConfig,
    private readonly revision: CatalogueRevision,
    private readonly clock: Clock,
    /** Null: no runs in this application. */
    @Optional() @Inject(TurnOutcomes) private readonly outcomes: TurnOutcomes | null,
    logger: OfficeLogger,
  ) {
    this.logger = logger.scope('models');
  }

  opinionOn(model: ModelSpec): QualityOpinion | null {
    return this.opinions.get(modelKey(model.providerId, model.id)) ?? null;
  }

  signals(): ModelSignals['learned'] {
    const samples = [...this.opinions.values()].map((opinion) => opinion.samples ?? 0);
    return { models: samples.length, samples: samples.reduce((sum, count) => sum + count, 0) };
  }

  /** Reads the outcomes again if the last read is old; routing does not wait. */
  async refreshIfOld(): Promise<void> {
    if (this.outcomes === null || this.config.llm.mode === 'mock') return;
    const now = this.clock.now();
    if (now - this.lookedAt < refreshMs) return;
    this.lookedAt = now;
    try {
      this.opinions = learnedOpinions(await this.outcomes.recent(turnsLookedAt), now);
      this.revision.advance();
    } catch (thrown) {
      this.logger.warn(lookupTexts.learningFailed(messageOf(thrown)));
    }
  }
}

/** Fictitious turns of every model, half of them good, as a prior. */
const priorTurns = 5;
const priorRate = 0.5;

interface Trial {
  readonly key: string;
  readonly taskClass: TaskClass;
  readonly success: boolean;
}

/** The office's own experience with each model, by model key. */
export function learnedOpinions(
  outcomes: readonly TurnOutcome[],
  at: number,
): ReadonlyMap<string, QualityOpinion> {
  const trials = Map.groupBy(outcomes.flatMap(trialsOf), ({ key }) => key);
  return new Map([...trials].map(([key, own]) => [key, opinionFrom(own, at)]));
}

/** A turn answered by another model counts against the model it was routed to. */
function trialsOf({ taskClass, routed, servedBy, status, error }: TurnOutcome): Trial[] {
  if (status !== 'done' && status !== 'failed') return [];
  const success = status === 'done' && error === null;
  const routedKey = keyOf(routed);
  const servedKey = servedBy === null ? routedKey : keyOf(servedBy);
  if (servedKey === routedKey) return [{ key: routedKey, taskClass, success }];
  return [
    { key: routedKey, taskClass, success: false },
    { key: servedKey, taskClass, success },
  ];
}

function opinionFrom(trials: readonly Trial[], at: number): QualityOpinion {
  const overall = rate(trials, priorRate);
  const byClass = Map.groupBy(trials, ({ taskClass }) => taskClass);
  const fitness: Partial<Record<TaskClass, number>> = {};
  for (const taskClass of taskClasses) {
    const own = byClass.get(taskClass);
    if (own !== undefined) fitness[taskClass] = toThousandths(rate(own, overall));
  }
  return {
    source: 'learned',
    quality: toThousandths(overall),
    fitness,
    confidence: trials.length / (trials.length + priorTurns),
    samples: trials.length,
    at,
  };
}

/** Share of successes, drawn towards the prior while there are few turns. */
function rate(trials: readonly Trial[], prior: number): number {
  const successes = trials.filter(({ success }) => success).length;
  return (successes + prior * priorTurns) / (trials.length + priorTurns);
}

function keyOf({ providerId, modelId }: ServedBy): string {
  return modelKey(providerId, modelId);
}
