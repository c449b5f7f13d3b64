import { taskClasses } from '#protocol/records/enums.js';
import type { TaskClass } from '#protocol/records/enums.js';
import type { QualityOpinion } from '#protocol/records/models.js';
import type { ServedBy } from '#protocol/records/work.js';
import { modelKey } from '../../catalogue/model-key.js';
import type { TurnOutcome } from './turn-outcomes.js';

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
    if (own !== undefined) fitness[taskClass] = rounded(rate(own, overall));
  }
  return {
    source: 'learned',
    quality: rounded(overall),
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

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
