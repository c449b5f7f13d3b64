import { Injectable } from '@nestjs/common';
import { messageOf } from '../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import type { ModelSpec } from '../protocol/records/models.js';
import { lookupTexts } from '../protocol/texts/models.js';
import { ProviderAvailability } from './signals/availability/provider-availability.js';
import type { KeyedProvider } from './providers/provider-definition.js';
import { KeyRefusals } from './signals/availability/key-refusals.js';
import {
  type CapabilityFinding,
  CapabilityFindings,
} from './signals/learned/capability-findings.js';
import { CapabilityProjection } from './signals/learned/capability-projection.js';
import type { Doubt } from './tokens/believed-counts.js';
import { CallObserver } from './providers/call-observer.js';

/** Records what calls reveal: unreachable providers, refused keys, and features that models refuse. */
@Injectable()
export class CallLessons extends CallObserver {
  private readonly logger: ScopedLogger;

  constructor(
    private readonly availability: ProviderAvailability,
    private readonly keys: KeyRefusals,
    private readonly capabilities: CapabilityProjection,
    private readonly findings: CapabilityFindings,
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

  override judgedKey(provider: KeyedProvider, refusal: string | null): void {
    this.keys.note(provider, refusal);
  }

  override refusedTools({ providerId, id: modelId }: ModelSpec, said: string): void {
    this.logger.info(lookupTexts.toolsRefused(providerId, modelId, said));
    this.keep({ providerId, modelId, lacks: 'tools', said });
  }

  override refusedReasoning({ providerId, id: modelId }: ModelSpec, said: string): void {
    this.logger.info(lookupTexts.reasoningRefused(providerId, modelId, said));
    this.keep({ providerId, modelId, lacks: 'returned-reasoning', said });
  }

  override refusesReasoning(model: ModelSpec): boolean {
    return this.findings.refusesReasoning(model);
  }

  override doubted({ providerId, id }: ModelSpec, { what, told, most }: Doubt): void {
    this.logger.warn(lookupTexts.countDoubted(`${providerId}/${id}`, what, told, most));
  }

  private keep(found: Omit<CapabilityFinding, 'at'>): void {
    this.capabilities
      .add(found)
      .catch((thrown: unknown) => this.logger.warn(lookupTexts.learningFailed(messageOf(thrown))));
  }
}
