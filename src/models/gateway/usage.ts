import type { ModelSpec } from '../../protocol/records/models.js';
import type { UsageRecord } from '../../protocol/records/work.js';
import type { ModelMessage, ToolRequest, ProviderMetadata } from './model-call.js';
import { dearestAt, hasAssumedPrice, priceOf } from '../catalogue/prices.js';
import { costOf } from '../catalogue/stated-prices.js';

/** Token counts reported by a provider; missing ones are absent. */
export interface TokenCounts {
  readonly tokensIn?: number;
  /** Reasoning tokens included. */
  readonly tokensOut?: number;
  readonly reasoningTokens?: number;
  /** Part of `tokensIn` read from the provider's prompt cache. */
  readonly cachedTokens?: number;
  /** Part of `tokensIn` written to the cache and billed at that rate. */
  readonly cacheWriteTokens?: number;
  /** Cost of the call according to the provider, USD. */
  readonly billedUsd?: number;
  /** The counts are estimated, not reported. */
  readonly estimated?: boolean;
}

/** A model's output, complete or cut off. */
export interface ModelOutput {
  readonly text: string;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolRequest[];
}

export const noUsage: UsageRecord = { tokensIn: 0, tokensOut: 0, costUsd: 0 };

/**
 * Usage of one call: the provider's counts, and an estimate flagged `estimated` for each missing
 * one. Zero for a non-empty text counts as missing. The flag is also set if the price is assumed. A
 * bill from the provider determines the cost.
 */
export function usageOf(
  model: ModelSpec,
  counts: TokenCounts,
  messages: readonly ModelMessage[],
  output: ModelOutput,
): UsageRecord {
  const reported = reportedCounts(counts, messages, output);
  const tokensIn = reported.tokensIn ?? estimateInputTokens(messages);
  const tokensOut = reported.tokensOut ?? estimateOutputTokens(output);
  const guessed = reported.tokensIn === undefined || reported.tokensOut === undefined;
  const billedUsd = billedBy(model, counts);
  const assumed = billedUsd === undefined && hasAssumedPrice(model);
  const parts = partsOf(counts, tokensIn, tokensOut);
  return {
    tokensIn,
    tokensOut,
    costUsd: billedUsd ?? costOf(priceOf(model), { tokensIn, tokensOut, ...parts }),
    ...((guessed || counts.estimated === true || assumed) && { estimated: true }),
    ...parts,
  };
}

/** Plausible counts; undefined for missing or impossible ones. */
export function reportedCounts(
  { tokensIn, tokensOut }: TokenCounts,
  messages: readonly ModelMessage[],
  output: ModelOutput,
): { readonly tokensIn: number | undefined; readonly tokensOut: number | undefined } {
  const asked = messages.some(({ content }) => content !== '');
  return {
    tokensIn: asked ? positiveCount(tokensIn) : saneCount(tokensIn),
    tokensOut: saysSomething(output) ? positiveCount(tokensOut) : saneCount(tokensOut),
  };
}

/** The highest possible cost of these tokens, whatever part of the input is cached. */
export function costUsd(model: ModelSpec, tokensIn: number, tokensOut: number): number {
  const dearest = dearestAt(priceOf(model), tokensIn);
  return costOf(dearest, { tokensIn, tokensOut });
}

/** Output tokens that `usd` can pay for after the input; `Infinity` for a free model. */
export function affordableOutputTokens(model: ModelSpec, tokensIn: number, usd: number): number {
  const { out } = dearestAt(priceOf(model), tokensIn);
  const left = usd - costUsd(model, tokensIn, 0);
  if (left < 0) return 0;
  return out > 0 ? Math.floor((left * 1e6) / out) : Infinity;
}

/** The sum of two usages; one estimated or cut-off call marks the sum. */
export function addUsage(a: UsageRecord, b: UsageRecord): UsageRecord {
  return {
    tokensIn: a.tokensIn + b.tokensIn,
    tokensOut: a.tokensOut + b.tokensOut,
    costUsd: a.costUsd + b.costUsd,
    ...((a.estimated === true || b.estimated === true) && { estimated: true }),
    ...((a.cutOff === true || b.cutOff === true) && { cutOff: true }),
    ...sumOf('reasoningTokens', a, b),
    ...sumOf('cachedTokens', a, b),
    ...sumOf('cacheWriteTokens', a, b),
  };
}

/** Maximum tokens of an image. */
const imageTokens = 5000;

/** Share of all input tokens read from providers' caches, 0 to 1; null: no input. */
export function cachedShare(usages: readonly UsageRecord[]): number | null {
  const { tokensIn, cachedTokens = 0 } = usages.reduce(addUsage, noUsage);
  return tokensIn > 0 ? Math.min(1, cachedTokens / tokensIn) : null;
}

type PartOfUsage = 'reasoningTokens' | 'cachedTokens' | 'cacheWriteTokens';

/** Present if either has it. */
function sumOf(part: PartOfUsage, a: UsageRecord, b: UsageRecord): Partial<UsageRecord> {
  if (a[part] === undefined && b[part] === undefined) return {};
  return { [part]: (a[part] ?? 0) + (b[part] ?? 0) };
}

/** The counted texts of a message: content, calls and returned reasoning. */
export function textsOf({ content, name, toolCalls, origin }: ModelMessage): readonly string[] {
  const calls = (toolCalls ?? []).flatMap((call) => [call.name, call.argumentsJson]);
  const reasoning = (origin?.parts ?? []).flatMap((part) =>
    part.type === 'reasoning' ? [part.text, sealed(part.vendor)] : [],
  );
  return [content, name ?? '', ...calls, ...reasoning, sealed(origin?.vendor)];
}

/** Provider data that is sent back, such as encrypted reasoning. */
function sealed(vendor: ProviderMetadata | undefined): string {
  return vendor === undefined ? '' : JSON.stringify(vendor);
}

/** Maximum tokens of the images in messages. */
export function imagesIn(messages: readonly ModelMessage[]): number {
  return messages.reduce((sum, { images }) => sum + (images?.length ?? 0) * imageTokens, 0);
}

/** About four characters per token, at least one token. */
export function estimateInputTokens(messages: readonly ModelMessage[]): number {
  const characters = messages.flatMap(textsOf).reduce((sum, text) => sum + text.length, 0);
  return tokensFor(characters) + imagesIn(messages);
}

export function estimateOutputTokens(output: ModelOutput): number {
  const words = output.text.length + (output.reasoning?.length ?? 0);
  return tokensFor(words + toolCallCharacters(output.toolCalls));
}

function toolCallCharacters(calls: readonly ToolRequest[]): number {
  return calls.reduce((sum, call) => sum + call.name.length + call.argumentsJson.length, 0);
}

function tokensFor(characters: number): number {
  return Math.max(1, Math.round(characters / 4));
}

/** The reported parts, none larger than the whole. */
function partsOf(
  counts: TokenCounts,
  tokensIn: number,
  tokensOut: number,
): Pick<UsageRecord, PartOfUsage> {
  const reasoning = saneCount(counts.reasoningTokens);
  const cached = Math.min(saneCount(counts.cachedTokens) ?? 0, tokensIn);
  const written = Math.min(saneCount(counts.cacheWriteTokens) ?? 0, tokensIn - cached);
  return {
    ...(reasoning !== undefined && { reasoningTokens: Math.min(reasoning, tokensOut) }),
    ...(cached > 0 && { cachedTokens: cached }),
    ...(written > 0 && { cacheWriteTokens: written }),
  };
}

/** Providers whose `cost` is the call's price in USD. */
const tellsItsBill = ['openrouter'];

function billedBy(model: ModelSpec, { billedUsd }: TokenCounts): number | undefined {
  const told = billedUsd !== undefined && Number.isFinite(billedUsd) && billedUsd > 0;
  return told && tellsItsBill.includes(model.providerId) ? billedUsd : undefined;
}

function saysSomething({ text, reasoning, toolCalls }: ModelOutput): boolean {
  return text !== '' || (reasoning ?? '') !== '' || toolCalls.length > 0;
}

function positiveCount(count: number | undefined): number | undefined {
  const sane = saneCount(count);
  return sane === 0 ? undefined : sane;
}

function saneCount(count: number | undefined): number | undefined {
  return count !== undefined && Number.isFinite(count) && count >= 0
    ? Math.round(count)
    : undefined;
}
