import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { z } from 'zod';
import type { ModelSpec } from '#protocol/records/models.js';
import { Clock } from '#platform/clock.js';
import { acceptedItems } from '#platform/text/foreign-fields.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import { modelKey } from '../../catalogue/model-key.js';

/** Time after which a finding expires, because providers change, ms. */
const validMs = 7 * 24 * 60 * 60_000;

const finding = z.object({
  providerId: z.string(),
  modelId: z.string(),
  /** The refused feature. */
  lacks: z.enum(['tools', 'returned-reasoning']),
  /** The provider's words. */
  said: z.string(),
  /** ms. */
  at: z.number(),
});

/** A provider's statement about one of its models, learned from a call. */
export type CapabilityFinding = z.infer<typeof finding>;

const savedFindings = z.object({ findings: acceptedItems(finding) }).catch({ findings: [] });

/** The findings of a stored document that are valid at `now`. */
export function readFindings(document: unknown, now: number): readonly CapabilityFinding[] {
  return savedFindings.parse(document).findings.filter(({ at }) => now - at < validMs);
}

/** The findings with one added, replacing an equal one. */
export function withFinding(
  findings: readonly CapabilityFinding[],
  found: CapabilityFinding,
): readonly CapabilityFinding[] {
  const others = findings.filter((each) => keyOf(each) !== keyOf(found));
  return [...others, found];
}

function keyOf({ providerId, modelId, lacks }: Omit<CapabilityFinding, 'at' | 'said'>): string {
  return `${lacks} ${modelKey(providerId, modelId)}`;
}

/** Holds findings from calls for the catalogue. */
@Injectable()
export class CapabilityFindings implements OnModuleDestroy {
  private lacking: ReadonlySet<string> = new Set();
  private expiry: NodeJS.Timeout | undefined;

  constructor(
    private readonly revision: CatalogueRevision,
    private readonly clock: Clock,
  ) {}

  onModuleDestroy(): void {
    clearTimeout(this.expiry);
  }

  /** Each finding expires at its own time, even while the process runs. */
  apply(findings: readonly CapabilityFinding[]): void {
    clearTimeout(this.expiry);
    const now = this.clock.now();
    const valid = findings.filter(({ at }) => now - at < validMs);
    this.lacking = new Set(valid.map(keyOf));
    this.revision.advance();
    if (valid.length === 0) return;
    const first = Math.min(...valid.map(({ at }) => at)) + validMs - now;
    // A timestamp in the future, from a clock that was set back, must not lengthen the wait.
    this.expiry = setTimeout(() => this.apply(valid), Math.min(first, validMs)).unref();
  }

  /** The model as findings correct it; the same object if there are none. */
  on(model: ModelSpec): ModelSpec {
    if (!this.isLacking(model, 'tools')) return model;
    const { assumed = [], ...rest } = model;
    const open = assumed.filter((name) => name !== 'tools');
    const capabilities = { ...model.capabilities, tools: false };
    return { ...rest, capabilities, ...(open.length > 0 && { assumed: open }) };
  }

  /** The provider refuses returned reasoning in message fields. */
  refusesReasoning(model: ModelSpec): boolean {
    return this.isLacking(model, 'returned-reasoning');
  }

  private isLacking({ providerId, id }: ModelSpec, lacks: CapabilityFinding['lacks']): boolean {
    return this.lacking.has(keyOf({ providerId, modelId: id, lacks }));
  }
}
