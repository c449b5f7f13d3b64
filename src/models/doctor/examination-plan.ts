import { hasAssumedPrice, priceOf } from '../catalogue/prices.js';
import { costUsd } from '../gateway/usage.js';
import type { ModelSpec } from '../../protocol/records/models.js';

/** The most that the examination of one provider may cost, in USD. */
export const examinationUsd = 0.01;

/** How large the calls of an examination are, in tokens. */
export interface ExaminationPlan {
  /** The longest short answer. */
  readonly answerTokens: number;
  /** The longest of each of the two answers about a tool. */
  readonly toolTokens: number;
  /** What is repeated to see whether it is cached; 0: nothing is. */
  readonly prefixTokens: number;
  /** What all of it costs at the most, in USD. */
  readonly atMostUsd: number;
}

export interface PlannedExamination {
  readonly model: ModelSpec;
  readonly plan: ExaminationPlan;
}

/** From here on every vendor that caches does so. */
const prefixes = [4600, 1200, 0];
/** Models that reason need room for it. */
const answers = [
  { answerTokens: 512, toolTokens: 1024 },
  { answerTokens: 256, toolTokens: 512 },
  { answerTokens: 64, toolTokens: 128 },
];
/** Of the repeated prompt; nothing but a word is asked for. */
export const repeatTokens = 128;
/** The questions themselves, with the tool's schema, as vendors may count them. */
const questionTokens = { answer: 200, tool: 1200, repeat: 100 };

/**
 * The model of a provider to examine, and how: the cheapest that has tools and reasons, else one that
 * has tools, else any, at less than a cent. Null: none is as cheap as that.
 */
export function planExamination(models: readonly ModelSpec[]): PlannedExamination | null {
  for (const model of [...models].sort(byUse)) {
    const plan = planFor(model);
    if (plan !== null) return { model, plan };
  }
  return null;
}

/** Most of the examination first, then the cheaper; what costs nothing is served least reliably. */
function byUse(a: ModelSpec, b: ModelSpec): number {
  return (
    usesOf(b) - usesOf(a) || rankOfPrice(a) - rankOfPrice(b) || costOfTokens(a) - costOfTokens(b)
  );
}

function usesOf({ capabilities }: ModelSpec): number {
  return Number(capabilities.tools) * 2 + Number(capabilities.tools && capabilities.reasoning);
}

function rankOfPrice(model: ModelSpec): number {
  if (hasAssumedPrice(model)) return 2;
  return costOfTokens(model) > 0 ? 0 : 1;
}

function costOfTokens(model: ModelSpec): number {
  const { in: tokensIn, out } = priceOf(model);
  return tokensIn * 4 + out;
}

function planFor(model: ModelSpec): ExaminationPlan | null {
  const candidates = prefixes.flatMap((prefixTokens) =>
    answers.map((limits) => ({ ...limits, prefixTokens })),
  );
  for (const candidate of candidates) {
    const atMostUsd = mostOf(model, candidate);
    if (atMostUsd < examinationUsd) return { ...candidate, atMostUsd };
  }
  return null;
}

function mostOf(model: ModelSpec, plan: Omit<ExaminationPlan, 'atMostUsd'>): number {
  const { answerTokens, toolTokens, prefixTokens } = plan;
  const answer = costUsd(model, questionTokens.answer, answerTokens);
  const tools = 2 * costUsd(model, questionTokens.tool, toolTokens);
  // Vendors count up to half as much again as the tokenizer by which the prefix is made.
  const prompt = prefixTokens * 1.5 + questionTokens.repeat;
  return answer + tools + (prefixTokens === 0 ? 0 : 2 * costUsd(model, prompt, repeatTokens));
}
