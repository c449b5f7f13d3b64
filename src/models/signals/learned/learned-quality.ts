import { Inject, Injectable, Optional } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { messageOf } from '#platform/errors/error-text.js';
import { OfficeLogger } from '#platform/logging/office-logger.js';
import type { ScopedLogger } from '#platform/logging/office-logger.js';
import type { ModelSignals, ModelSpec, QualityOpinion } from '#protocol/records/models.js';
import { lookupTexts } from '#protocol/texts/models.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import { modelKey } from '../../catalogue/model-key.js';
import { learnedOpinions } from './learned-opinions.js';
import { TurnOutcomes } from './turn-outcomes.js';

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
