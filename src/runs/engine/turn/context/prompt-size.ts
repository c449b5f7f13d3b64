import { dearestAt, priceOf } from '#models/catalogue/prices.js';
import { estimateTokens, mostTokens } from '#models/gateway/estimate-tokens.js';
import type { PromptBlock, ToolSchema } from '#models/gateway/model-call.js';
import { clipMiddle } from '#platform/text/clip.js';
import type { StageKind } from '#protocol/records/enums.js';
import type { ModelSpec } from '#protocol/records/models.js';
import { promptTexts } from '#protocol/texts/prompts.js';
import type { CallEstimate } from '../lifecycle/budget.js';

/** How many characters of each kind of material a prompt has room for. */
export interface PromptRoom {
  readonly brief: number;
  /** Of the result of an earlier stage: what others build on is shown longer. */
  readonly result: Readonly<Record<StageKind, number>>;
  /** Of research and debates, once there is a design. */
  readonly prepared: number;
  readonly utterance: number;
  readonly skill: number;
}

const decisive = 6000;
const evidence = 3000;
const background = 2000;

export const fullRoom: PromptRoom = {
  brief: 12_000,
  result: {
    intake: decisive,
    plan: decisive,
    workshop: decisive,
    design: decisive,
    architect: decisive,
    build: evidence,
    review: evidence,
    test: evidence,
    integrate: evidence,
    report: evidence,
    research: background,
    debate: background,
  },
  prepared: 500,
  utterance: 2200,
  skill: 6000,
};

/** The same with a part of the room; 0 leaves none. */
export function scaledRoom(room: PromptRoom, part: number): PromptRoom {
  const scaled = (characters: number): number => Math.floor(characters * part);
  const result = Object.fromEntries(
    Object.entries(room.result).map(([kind, characters]) => [kind, scaled(characters)]),
  ) as Record<StageKind, number>;
  return {
    brief: scaled(room.brief),
    result,
    prepared: scaled(room.prepared),
    utterance: scaled(room.utterance),
    skill: scaled(room.skill),
  };
}

/** A window that is not known is taken for this. */
const unknownWindow = 32_000;

/** A fallback with a smaller window does not make the prompts of the others small. */
const usualWindow = 32_000;

/** What counting may be wrong by. */
const margin = 0.9;

/** An answer may take so much of the window at most. */
const answerPart = 0.5;

/**
 * Tokens that the messages of a call may take: the context window of the smallest model that may be
 * asked, without the longest answer and the tools.
 *
 * @param models in the order in which they are asked
 */
export function inputRoom(
  models: readonly Pick<ModelSpec, 'contextWindow'>[],
  tokensOutMax: number,
  tools: readonly ToolSchema[],
): number {
  const windows = models.map(({ contextWindow }) => contextWindow || unknownWindow);
  const [first = unknownWindow] = windows;
  const window = Math.min(first, ...windows.filter((size) => size >= usualWindow));
  const answer = Math.min(tokensOutMax, window * answerPart);
  return Math.max(0, Math.floor((window - answer) * margin) - tokensOf(tools));
}

const known = new WeakMap<ToolSchema, number>();

function tokensOf(tools: readonly ToolSchema[]): number {
  return tools.reduce((sum, tool) => {
    const tokens = known.get(tool) ?? estimateTokens(JSON.stringify(tool));
    known.set(tool, tokens);
    return sum + tokens;
  }, 0);
}

/** Shorter pieces are left as they are. */
const leastCharacters = 200;

/** Pieces of a request within so many tokens: the longest is halved until all of them fit. */
export function fitBlocks(blocks: readonly PromptBlock[], tokens: number): readonly PromptBlock[] {
  let fitted = blocks;
  while (!blocksFit(fitted, tokens)) {
    const lengths = fitted.map(({ text }) => text.length);
    const longest = Math.max(...lengths);
    if (longest <= leastCharacters) break;
    const index = lengths.indexOf(longest);
    const { text, ...rest } = fitted[index] as PromptBlock;
    const shorter = clipMiddle(text, Math.floor(longest / 2) - 60, promptTexts.leftOut);
    fitted = fitted.with(index, { ...rest, text: shorter });
  }
  return fitted;
}

/** Where the lengths alone do not tell, every character is counted. */
export function blocksFit(blocks: readonly PromptBlock[], tokens: number): boolean {
  const most = blocks.reduce((sum, { text }) => sum + mostTokens(text.length), 0);
  return most <= tokens || tokensOfBlocks(blocks) <= tokens;
}

function tokensOfBlocks(blocks: readonly PromptBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}

/** What bounds the cost of a call beside the length of its input. */
export interface CallCeiling {
  /** The longest answer that the policy allows and a model can give. */
  readonly tokensOutMax: number;
  /** Those which may serve the call. */
  readonly models: readonly ModelSpec[];
}

/** What a model may answer at most when nothing is known of it. */
const unknownModelTokens = 8192;

/** The bounds of a call that may be served by any of these models. */
export function callCeiling(
  models: readonly ModelSpec[],
  policyMaxTokens: number | undefined,
): CallCeiling {
  const largest = Math.max(0, ...models.map((model) => model.maxOutputTokens));
  const possible = largest > 0 ? largest : unknownModelTokens;
  return { tokensOutMax: Math.min(policyMaxTokens ?? possible, possible), models };
}

/** The dearest that a call with so much input can become, over the routes it may take. */
export function worstCase({ tokensOutMax, models }: CallCeiling, tokensIn: number): CallEstimate {
  const prices = models.map((model) => dearestAt(priceOf(model), tokensIn));
  return {
    tokensIn,
    tokensOutMax,
    usdPerMTokIn: Math.max(0, ...prices.map((price) => price.in)),
    usdPerMTokOut: Math.max(0, ...prices.map((price) => price.out)),
  };
}
