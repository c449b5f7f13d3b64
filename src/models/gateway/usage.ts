import type { ModelSpec } from '../../protocol/records/models.js';
import type { UsageRecord } from '../../protocol/records/work.js';
import type { AnswerOrigin, ModelMessage, ToolRequest } from './model-call.js';
import { pricesOf } from '../catalogue/prices.js';

/** Token counts as a vendor reported them; what it left out is absent. */
export interface TokenCounts {
  readonly tokensIn?: number;
  /** Reasoning tokens included. */
  readonly tokensOut?: number;
  readonly reasoningTokens?: number;
}

/** What a model produced, whole or cut off. */
export interface ModelOutput {
  readonly text: string;
  readonly reasoning: string | null;
  readonly toolCalls: readonly ToolRequest[];
}

export const noUsage: UsageRecord = { tokensIn: 0, tokensOut: 0, costUsd: 0 };

/**
 * Usage of one call (behaviour-engine.md 6.5): the vendor's own counts, and an estimate flagged
 * `estimated` for each number it did not give. The flag also stands where the price is assumed.
 */
export function usageOf(
  model: ModelSpec,
  counts: TokenCounts,
  messages: readonly ModelMessage[],
  output: ModelOutput,
): UsageRecord {
  const reportedIn = saneCount(counts.tokensIn);
  const reportedOut = saneCount(counts.tokensOut);
  const tokensIn = reportedIn ?? estimateInputTokens(messages);
  const tokensOut = reportedOut ?? estimateOutputTokens(output);
  const reasoningTokens = saneCount(counts.reasoningTokens);
  const guessed = reportedIn === undefined || reportedOut === undefined;
  return {
    tokensIn,
    tokensOut,
    costUsd: costUsd(model, tokensIn, tokensOut),
    ...((guessed || pricesOf(model).assumed) && { estimated: true }),
    ...(reasoningTokens !== undefined && { reasoningTokens: Math.min(reasoningTokens, tokensOut) }),
  };
}

/** USD for so many tokens. A negative or absurd price costs nothing: it never refunds a budget. */
export function costUsd(model: ModelSpec, tokensIn: number, tokensOut: number): number {
  const prices = pricesOf(model);
  const usd = (tokensIn * prices.inPerMTok + tokensOut * prices.outPerMTok) / 1e6;
  return Number.isFinite(usd) && usd > 0 ? usd : 0;
}

/** Output tokens that `usd` can pay once the input is paid; `Infinity` for a model that costs nothing. */
export function affordableOutputTokens(model: ModelSpec, tokensIn: number, usd: number): number {
  const { outPerMTok } = pricesOf(model);
  const left = usd - costUsd(model, tokensIn, 0);
  if (left < 0) return 0;
  return outPerMTok > 0 ? Math.floor((left * 1e6) / outPerMTok) : Infinity;
}

/** Sum over calls; one estimated call makes the sum estimated. */
export function addUsage(a: UsageRecord, b: UsageRecord): UsageRecord {
  const reasoning = (a.reasoningTokens ?? 0) + (b.reasoningTokens ?? 0);
  const reported = a.reasoningTokens !== undefined || b.reasoningTokens !== undefined;
  return {
    tokensIn: a.tokensIn + b.tokensIn,
    tokensOut: a.tokensOut + b.tokensOut,
    costUsd: a.costUsd + b.costUsd,
    ...((a.estimated === true || b.estimated === true) && { estimated: true }),
    ...(reported && { reasoningTokens: reasoning }),
  };
}

/** As text of the 5,000 tokens that an image costs at most. */
const imageCharacters = 20_000;

/** About four characters to a token, at least one. */
export function estimateInputTokens(messages: readonly ModelMessage[]): number {
  let characters = 0;
  for (const message of messages) {
    characters += message.content.length + (message.name?.length ?? 0);
    characters += toolCallCharacters(message.toolCalls ?? []);
    characters += reasoningCharacters(message.origin);
    characters += (message.images?.length ?? 0) * imageCharacters;
  }
  return tokensFor(characters);
}

export function estimateOutputTokens(output: ModelOutput): number {
  const words = output.text.length + (output.reasoning?.length ?? 0);
  return tokensFor(words + toolCallCharacters(output.toolCalls));
}

/** Reasoning that goes back to its vendor is read, and paid, like any other input. */
function reasoningCharacters(origin: AnswerOrigin | undefined): number {
  const parts = origin?.parts ?? [];
  return parts.reduce((sum, part) => sum + (part.type === 'reasoning' ? part.text.length : 0), 0);
}

function toolCallCharacters(calls: readonly ToolRequest[]): number {
  return calls.reduce((sum, call) => sum + call.name.length + call.argumentsJson.length, 0);
}

function tokensFor(characters: number): number {
  return Math.max(1, Math.round(characters / 4));
}

function saneCount(count: number | undefined): number | undefined {
  return count !== undefined && Number.isFinite(count) && count >= 0
    ? Math.round(count)
    : undefined;
}
