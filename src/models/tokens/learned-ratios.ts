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

/** A provider's counts for a model relative to our tokenizer's. */
interface TokenRatio {
  /** Provider tokens per token of ours, as a recent average. */
  readonly typical: number;
  /** Provider tokens per token of our upper estimate; rises at once, falls slowly. */
  readonly highest: number;
}

/** Before a model's first answer: providers count up to twice the tokenizer's tokens. */
const unknownFactor = 2;
/** Allows for other kinds of text than those seen so far. */
const margin = 1.25;
const weightOfNew = 0.2;
const decay = 0.02;
/** Outside these bounds a provider does not count tokens. */
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

/** Factor applied to the upper estimate before money is reserved. */
export function reservationFactor(ratio: TokenRatio | undefined): number {
  return ratio === undefined ? unknownFactor : Math.max(1, ratio.highest) * margin;
}

/** True if the change is large enough to be saved. */
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

/** Shorter prompts consist mostly of the provider's additions. */
const leastTokens = 50;

/**
 * The ratio of each model, learned from its provider's counts and cached in a file. Simulated
 * models are ignored.
 */
@Injectable()
export class LearnedRatios implements OnModuleInit, OnApplicationShutdown {
  private readonly ratios = new Map<string, TokenRatio>();
  private readonly saved = new Map<string, TokenRatio>();
  private readonly cache: JsonCache;
  private saving: Promise<void> = Promise.resolve();
  private waiting = false;

  constructor(
    private readonly config: OfficeConfig,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.cache = new JsonCache(config.tokenRatiosPath, 'ratios', logger.scope('models'));
  }

  async onModuleInit(): Promise<void> {
    const content = stored.parse((await this.cache.load())?.content) ?? {};
    for (const [key, ratio] of Object.entries(content)) {
      if (ratio === undefined) continue;
      this.ratios.set(key, ratio);
      this.saved.set(key, ratio);
    }
  }

  /** Waits for pending writes. */
  async onApplicationShutdown(): Promise<void> {
    await this.saving;
  }

  /** Undefined until the model's provider has counted something. */
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

  /** One write at a time; the next one includes what was learned meanwhile. */
  private save(): void {
    if (this.waiting || this.config.llm.mode === 'mock') return;
    this.waiting = true;
    this.saving = this.saving.then(async () => {
      this.waiting = false;
      for (const [key, ratio] of this.ratios) this.saved.set(key, ratio);
      await this.cache.save(this.clock.now(), Object.fromEntries(this.ratios));
    });
  }
}
