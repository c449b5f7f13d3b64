import { Injectable } from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import { Clock } from '../../platform/clock.js';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { EventLog } from '../../platform/events/event-log.js';
import type { InternalEventOf } from '../../platform/events/internal-events.js';
import { OnOfficeEvent } from '../../platform/events/office-listener.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { RateLimitGates } from './rate-limit-gate.js';

/**
 * The gates of this process. In a fleet a replica refused by a provider tells the others, which
 * share the key and hold their calls back for the same time.
 */
@Injectable()
export class SharedRateLimits {
  readonly gates: RateLimitGates;
  /** Identifies this process among the others. */
  private readonly ownName = randomUUID();
  private readonly log: ScopedLogger;

  constructor(
    clock: Clock,
    private readonly events: EventLog,
    { fleet }: OfficeConfig,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('models');
    this.gates = new RateLimitGates(
      clock,
      Math.random,
      fleet.shared ? (providerId, ms) => void this.publish(providerId, ms) : undefined,
    );
  }

  @OnOfficeEvent('internal.models.limited')
  adopt({ from, providerId, ms }: InternalEventOf<'internal.models.limited'>): void {
    if (from !== this.ownName) this.gates.of(providerId).holdBack(ms);
  }

  /** Failures are ignored: the others will be refused themselves. */
  private async publish(providerId: string, ms: number): Promise<void> {
    try {
      await this.events.append({
        type: 'internal.models.limited',
        providerId,
        ms,
        from: this.ownName,
      });
    } catch (thrown) {
      this.log.debug(`a rate limit could not be sent to other replicas: ${messageOf(thrown)}`);
    }
  }
}
