import { Injectable } from '@nestjs/common';
import { messageOf } from '../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import type { ModelSpec } from '../protocol/records/models.js';
import { lookupTexts } from '../protocol/texts/models.js';
import { ProviderAvailability } from './signals/availability/provider-availability.js';
import { CapabilityProjection } from './signals/learned/capability-projection.js';
import { CallObserver } from './vendors/call-observer.js';

/** Keeps what calls tell: who cannot be reached, and which models turned out to have no tools. */
@Injectable()
export class CallLessons extends CallObserver {
  private readonly logger: ScopedLogger;

  constructor(
    private readonly availability: ProviderAvailability,
    private readonly capabilities: CapabilityProjection,
    logger: OfficeLogger,
  ) {
    super();
    this.logger = logger.scope('models');
  }

  override answered(providerId: string): void {
    this.availability.answered(providerId);
  }

  override unreachable(providerId: string, reason: string): void {
    this.availability.unreachable(providerId, reason);
  }

  override refusedTools({ providerId, id: modelId }: ModelSpec, said: string): void {
    this.logger.info(lookupTexts.toolsRefused(providerId, modelId, said));
    this.capabilities
      .add({ providerId, modelId, lacks: 'tools', said })
      .catch((thrown: unknown) => this.logger.warn(lookupTexts.learningFailed(messageOf(thrown))));
  }
}
