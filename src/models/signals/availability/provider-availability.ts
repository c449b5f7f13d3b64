import { Injectable } from '@nestjs/common';
import { Clock } from '#platform/clock.js';
import { OfficeConfig } from '#platform/config/office-config.js';
import { availabilityTexts } from '#protocol/texts/models.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import type { ProviderDefinition } from '../../providers/provider-definition.js';

/** An unreachable provider. */
interface Absence {
  readonly reason: string;
  /** Consecutive failures, from 1. */
  readonly failures: number;
  /** ms. */
  readonly nextProbeAt: number;
}

/**
 * Reachability of providers, from lists and calls. An unreachable provider is out of the pool until
 * it answers; a local runtime is in the pool only after it has answered.
 */
@Injectable()
export class ProviderAvailability {
  /** Null: it answered. Absent: not yet asked by this process. */
  private readonly states = new Map<string, Absence | null>();

  constructor(
    private readonly config: OfficeConfig,
    private readonly revision: CatalogueRevision,
    private readonly clock: Clock,
  ) {}

  /** True if this process has asked it, whatever the result. */
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
    // Simultaneous failures count once.
    if (before !== null && now < before.nextProbeAt) return;
    const failures = (before?.failures ?? 0) + 1;
    const nextProbeAt = now + probeDelayMs(failures);
    this.states.set(providerId, { reason, failures, nextProbeAt });
    if (before?.reason !== reason) this.revision.advance();
  }

  /** The last reason why a provider is unreachable; null if it is reachable. */
  absence(providerId: string): string | null {
    return this.states.get(providerId)?.reason ?? null;
  }

  /** Why a provider is out of the pool; null if it is in. */
  silence({ id, keyless }: Pick<ProviderDefinition, 'id' | 'keyless'>): string | null {
    if (this.config.llm.mode === 'mock') return null;
    const reason = this.absence(id);
    if (reason !== null) return availabilityTexts.silent(reason);
    const mayBeAsked = this.config.discovery.enabled;
    return keyless && mayBeAsked && !this.isKnown(id) ? availabilityTexts.notAskedYet : null;
  }

  /** Ids of unreachable providers in alphabetical order. */
  absentees(): string[] {
    return [...this.states].flatMap(([id, state]) => (state === null ? [] : [id])).sort();
  }

  /** Forgets a removed provider. */
  forget(providerId: string): void {
    this.states.delete(providerId);
  }

  /** Providers whose next probe is due. */
  due(): string[] {
    const now = this.clock.elapsed();
    return [...this.states].flatMap(([id, state]) =>
      state !== null && state.nextProbeAt <= now ? [id] : [],
    );
  }
}

const firstMs = 2000;
const longestMs = 5 * 60_000;

/** Delay of the next probe after this many consecutive failures (from 1). */
export function probeDelayMs(failures: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
}
