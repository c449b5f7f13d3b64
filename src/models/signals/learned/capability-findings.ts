import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { z } from 'zod';
import type { ModelSpec } from '#protocol/records/models.js';
import { Clock } from '#platform/clock.js';
import { acceptedItems } from '#platform/text/foreign-fields.js';
import { CatalogueRevision } from '../../catalogue/catalogue-revision.js';
import { modelKey } from '../../catalogue/model-key.js';

/** Vendors change what they serve: after this a model is tried anew, ms. */
const validMs = 7 * 24 * 60 * 60_000;

const finding = z.object({
  providerId: z.string(),
  modelId: z.string(),
  /** What the vendor refused. */
  lacks: z.enum(['tools', 'returned-reasoning']),
  /** In the vendor's words. */
  said: z.string(),
  /** ms. */
  at: z.number(),
});

/** What a vendor said of one of its models when it was called. */
export type CapabilityFinding = z.infer<typeof finding>;

const savedFindings = z.object({ findings: acceptedItems(finding) }).catch({ findings: [] });

/** The findings of a stored document that still count at `now`. */
export function readFindings(document: unknown, now: number): readonly CapabilityFinding[] {
  return savedFindings.parse(document).findings.filter(({ at }) => now - at < validMs);
}

/** The findings with one more, in place of the same one before. */
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

/** Holds for the catalogue what vendors said of their models when they were called. */
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

  /** Each finding counts until its time is up, also while the process goes on. */
  apply(findings: readonly CapabilityFinding[]): void {
    clearTimeout(this.expiry);
    const now = this.clock.now();
    const valid = findings.filter(({ at }) => now - at < validMs);
    this.lacking = new Set(valid.map(keyOf));
    this.revision.advance();
    if (valid.length === 0) return;
    const first = Math.min(...valid.map(({ at }) => at)) + validMs - now;
    // A stamp that lies ahead, of a clock that was set back, gives no longer wait.
    this.expiry = setTimeout(() => this.apply(valid), Math.min(first, validMs)).unref();
  }

  /** The model as its vendor was found to serve it; the same object where nothing was found. */
  on(model: ModelSpec): ModelSpec {
    if (!this.isLacking(model, 'tools')) return model;
    const { assumed = [], ...rest } = model;
    const open = assumed.filter((name) => name !== 'tools');
    const capabilities = { ...model.capabilities, tools: false };
    return { ...rest, capabilities, ...(open.length > 0 && { assumed: open }) };
  }

  /** The vendor refuses reasoning that goes back in fields of a message. */
  refusesReasoning(model: ModelSpec): boolean {
    return this.isLacking(model, 'returned-reasoning');
  }

  private isLacking({ providerId, id }: ModelSpec, lacks: CapabilityFinding['lacks']): boolean {
    return this.lacking.has(keyOf({ providerId, modelId: id, lacks }));
  }
}
