import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { z } from 'zod';
import { Clock } from '../../platform/clock.js';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { lenient } from '../../platform/text/foreign-fields.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import { modelKey } from '../catalogue/model-key.js';
import { JsonCache } from '../signals/lookups/json-cache.js';
import type { TokenCount } from './token-counter.js';

/** How a vendor's counts for a model compare to our tokenizer's. */
export interface TokenRatio {
  /** The vendor's tokens for one of ours, on average of late. */
  readonly typical: number;
  /** The vendor's tokens for one of the most that we expected; falls slowly, rises at once. */
  readonly highest: number;
}

/** Before the first answer of a model: vendors count up to twice as many tokens as the tokenizer. */
const unknownFactor = 2;
/** Texts of another kind are counted otherwise than those a model was seen with. */
const margin = 1.25;
const weightOfNew = 0.2;
const decay = 0.02;
/** A vendor that counts beyond that does not count tokens. */
const bounds = { least: 0.2, most: 10 };

/** The ratio after one more answer. */
export function learnRatio(
  before: TokenRatio | undefined,
  counted: number,
  expected: { readonly likely: number; readonly most: number },
): TokenRatio {
  const typical = bounded(counted / expected.likely);
  const highest = bounded(counted / expected.most);
  if (before === undefined) return { typical, highest };
  return {
    typical: before.typical + weightOfNew * (typical - before.typical),
    highest: Math.max(highest, before.highest + decay * (highest - before.highest)),
  };
}

/** By what the most that we expect is multiplied before money is reserved for it. */
export function reservationFactor(ratio: TokenRatio | undefined): number {
  return ratio === undefined ? unknownFactor : Math.max(1, ratio.highest) * margin;
}

/** Whether what is stored is worth replacing. */
export function hasMoved(before: TokenRatio | undefined, after: TokenRatio): boolean {
  if (before === undefined) return true;
  return (['typical', 'highest'] as const).some(
    (part) => Math.abs(after[part] - before[part]) > 0.01 * before[part],
  );
}

function bounded(ratio: number): number {
  return Number.isFinite(ratio) ? Math.min(bounds.most, Math.max(bounds.least, ratio)) : 1;
}

const factor = z.number().min(0.2).max(10);
const stored = lenient(
  z.record(z.string(), lenient(z.object({ typical: factor, highest: factor }))),
);

/** Shorter prompts consist mostly of what a vendor adds. */
const leastTokens = 50;

/**
 * The ratio of each model, learned from its vendor's counts and kept in a file, so that it survives
 * a restart. Simulated models teach nothing.
 */
@Injectable()
export class LearnedRatios implements OnModuleInit, OnApplicationShutdown {
  private readonly ratios = new Map<string, TokenRatio>();
  private readonly saved = new Map<string, TokenRatio>();
  private readonly cache: JsonCache;
  private saving: Promise<void> = Promise.resolve();
  private waiting = false;

  constructor(
    config: OfficeConfig,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    const path = config.llm.mode === 'mock' ? null : config.tokenRatiosPath;
    this.cache = new JsonCache(path, 'ratios', logger.scope('models'));
  }

  async onModuleInit(): Promise<void> {
    const content = stored.parse((await this.cache.load())?.content) ?? {};
    for (const [key, ratio] of Object.entries(content)) {
      if (ratio === undefined) continue;
      this.ratios.set(key, ratio);
      this.saved.set(key, ratio);
    }
  }

  /** Waits for what is being written. */
  async onApplicationShutdown(): Promise<void> {
    await this.saving;
  }

  /** Undefined until the model's vendor has counted something. */
  of({ providerId, id }: ModelSpec): TokenRatio | undefined {
    return this.ratios.get(modelKey(providerId, id));
  }

  learn({ providerId, id }: ModelSpec, counted: number, expected: TokenCount): void {
    if (expected.likely < leastTokens) return;
    const key = modelKey(providerId, id);
    const ratio = learnRatio(this.ratios.get(key), counted, expected);
    this.ratios.set(key, ratio);
    if (hasMoved(this.saved.get(key), ratio)) this.save();
  }

  /** One writing at a time; what is learned meanwhile is written by the next. */
  private save(): void {
    if (this.waiting) return;
    this.waiting = true;
    this.saving = this.saving.then(async () => {
      this.waiting = false;
      for (const [key, ratio] of this.ratios) this.saved.set(key, ratio);
      await this.cache.save(this.clock.now(), Object.fromEntries(this.ratios));
    });
  }
}
