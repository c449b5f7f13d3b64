import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { availabilityTexts } from '#protocol/texts/models.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import type { ProviderDefinition } from '../../providers/provider-definition.js';

/** A provider that could not be reached. */
interface Absence {
  readonly reason: string;
  /** Times in a row, 1 for the first. */
  readonly failures: number;
  /** ms. */
  readonly nextProbeAt: number;
}

/**
 * Which providers can be reached, by their lists and by the calls to them. One that cannot is out of
 * the pool until it answers; a runtime on this machine is in only once it has answered.
 */
@Injectable()
export class ProviderAvailability {
  /** Null: it answered. Absent: it has not been asked in this process. */
  private readonly states = new Map<string, Absence | null>();

  constructor(
    private readonly config: OfficeConfig,
    private readonly revision: CatalogueRevision,
    private readonly clock: Clock,
  ) {}

  /** Whether it was asked in this process, whatever came of it. */
  isKnown(providerId: string): boolean {
    return this.states.has(providerId);
  }

  answered(providerId: string): void {
    const before = this.states.get(providerId);
    if (before === null) return;
    this.states.set(providerId, null);
    this.revision.advance();
  }

  unreachable(providerId: string, reason: string): void {
    const before = this.states.get(providerId) ?? null;
    const now = this.clock.elapsed();
    // Calls that fail together are one failure.
    if (before !== null && now < before.nextProbeAt) return;
    const failures = (before?.failures ?? 0) + 1;
    const nextProbeAt = now + probeDelayMs(failures);
    this.states.set(providerId, { reason, failures, nextProbeAt });
    if (before?.reason !== reason) this.revision.advance();
  }

  /** Why a provider cannot be reached, as it was last told; null when nothing is wrong. */
  absence(providerId: string): string | null {
    return this.states.get(providerId)?.reason ?? null;
  }

  /** Why a provider is out of the pool; null when it is in. */
  silence({ id, keyless }: Pick<ProviderDefinition, 'id' | 'keyless'>): string | null {
    if (this.config.llm.mode === 'mock') return null;
    const reason = this.absence(id);
    if (reason !== null) return availabilityTexts.silent(reason);
    const mayBeAsked = this.config.discovery.enabled;
    return keyless && mayBeAsked && !this.isKnown(id) ? availabilityTexts.notAskedYet : null;
  }

  /** Ids of the providers that cannot be reached, in alphabetical order. */
  absentees(): string[] {
    return [...this.states].flatMap(([id, state]) => (state === null ? [] : [id])).sort();
  }

  /** Nothing is known of a provider that is not there any more. */
  forget(providerId: string): void {
    this.states.delete(providerId);
  }

  /** The providers whose next probe is due. */
  due(): string[] {
    const now = this.clock.elapsed();
    return [...this.states].flatMap(([id, state]) =>
      state !== null && state.nextProbeAt <= now ? [id] : [],
    );
  }
}

const firstMs = 2000;
const longestMs = 5 * 60_000;

/** How long after so many failures in a row (1 for the first) a provider is asked again. */
export function probeDelayMs(failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
}
