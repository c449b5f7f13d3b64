import { hasAssumedPrice, priceOf } from '../catalogue/prices.js';
import { costUsd } from '../gateway/usage.js';
import type { ModelSpec } from '../../protocol/records/models.js';

/** Maximum cost of examining one provider, USD. */
export const examinationUsd = 0.01;

/** Sizes of an examination's calls, in tokens. */
export interface ExaminationPlan {
  /** Limit of the short answer. */
  readonly answerTokens: number;
  /** Limit of each of the two answers about a tool. */
  readonly toolTokens: number;
  /** Length of the repeated prompt that tests caching; 0: no test. */
  readonly prefixTokens: number;
  /** Maximum total cost, USD. */
  readonly atMostUsd: number;
}

export interface PlannedExamination {
  readonly model: ModelSpec;
  readonly plan: ExaminationPlan;
}

/** The largest is cached by every provider that caches. */
const prefixes = [4600, 1200, 0];
/** Reasoning models need room for their reasoning. */
const answers = [
  { answerTokens: 512, toolTokens: 1024 },
  { answerTokens: 256, toolTokens: 512 },
  { answerTokens: 64, toolTokens: 128 },
];
/** Answer limit of the repeated prompt, which asks for one word. */
export const repeatTokens = 128;
/** Upper bounds for the questions, with the tool's schema. */
const questionTokens = { answer: 200, tool: 1200, repeat: 100 };

/**
 * Chooses the model of a provider to examine: the cheapest with tools and reasoning, else with
 * tools, else any, below one cent. Null: no model is that cheap.
 */
export function planExamination(models: readonly ModelSpec[]): PlannedExamination | null {
  for (const model of [...models].sort(byUse)) {
    const plan = planFor(model);
    if (plan !== null) return { model, plan };
  }
  return null;
}

/**
 * The fullest examination first, then the lower price; free models last, because they are the least
 * reliable.
 */
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
  // Providers count up to 1.5 times the tokens of the tokenizer that makes the prefix.
  const prompt = prefixTokens * 1.5 + questionTokens.repeat;
  return answer + tools + (prefixTokens === 0 ? 0 : 2 * costUsd(model, prompt, repeatTokens));
}
