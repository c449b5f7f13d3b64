import { dearestAt, priceOf } from '#models/catalogue/prices.js';
import { estimateTokens, mostTokens } from '#models/gateway/estimate-tokens.js';
import type { PromptBlock, ToolSchema } from '#models/gateway/model-call.js';
import { clipFencedMiddle } from '#platform/text/clip-fenced.js';
import type { StageKind } from '#protocol/records/enums.js';
import type { ModelSpec } from '#protocol/records/models.js';
import { promptTexts } from '#protocol/texts/prompts.js';
import { noteCharacters } from '../../workspace-survey/project-notes.js';
import { shownCharacters } from '../../workspace-survey/shown-files.js';
import type { CallEstimate } from '../lifecycle/budget.js';

/** Characters per kind of material that fit into a prompt. */
export interface PromptRoom {
  readonly brief: number;
  /** For an earlier stage's result: longer for results that others build on. */
  readonly result: Readonly<Record<StageKind, number>>;
  /** For research and debates, once there is a design. */
  readonly prepared: number;
  readonly utterance: number;
  /** For the patches that a review judges. */
  readonly change: number;
  readonly skill: number;
  /** For all project notes together, with their paths. */
  readonly notes: number;
  /** For files shown whole in the first stage. */
  readonly files: number;
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
  change: 12_000,
  skill: 6000,
  notes: noteCharacters + 2000,
  files: shownCharacters,
};

/** The same room scaled; 0 leaves none. */
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
    change: scaled(room.change),
    skill: scaled(room.skill),
    notes: scaled(room.notes),
    files: scaled(room.files),
  };
}

/** Assumed for an unknown window, tokens. */
const unknownWindow = 32_000;

/** A fallback model with a smaller window does not shrink the prompts of the other models. */
const usualWindow = 32_000;

/** Allows for errors of counting. */
const margin = 0.9;

/** Largest share of the window for the answer. */
const answerPart = 0.5;

/**
 * Tokens for the messages of a call: the smallest context window of the candidates, minus the
 * longest answer and the tools.
 *
 * @param models in the order in which they are called
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

/** Shorter pieces are left unchanged. */
const leastCharacters = 200;

/** Fits a request's pieces into this many tokens: the longest is halved until all fit. */
export function fitBlocks(blocks: readonly PromptBlock[], tokens: number): readonly PromptBlock[] {
  let fitted = blocks;
  while (!blocksFit(fitted, tokens)) {
    const lengths = fitted.map(({ text }) => text.length);
    const longest = Math.max(...lengths);
    if (longest <= leastCharacters) break;
    const index = lengths.indexOf(longest);
    const { text, ...rest } = fitted[index] as PromptBlock;
    const shorter = clipFencedMiddle(text, Math.floor(longest / 2) - 60, promptTexts.leftOut);
    // Fences of their own may take what was saved.
    const isShorter = shorter.length < longest;
    fitted = fitted.with(index, {
      ...rest,
      text: isShorter ? shorter : promptTexts.leftOut(longest),
    });
  }
  return fitted;
}

/** Counts every character only if the lengths do not decide. */
export function blocksFit(blocks: readonly PromptBlock[], tokens: number): boolean {
  const most = blocks.reduce((sum, { text }) => sum + mostTokens(text.length), 0);
  return most <= tokens || tokensOfBlocks(blocks) <= tokens;
}

function tokensOfBlocks(blocks: readonly PromptBlock[]): number {
  return blocks.reduce((sum, { text }) => sum + estimateTokens(text), 0);
}

/** Bounds of a call's cost besides the length of its input. */
export interface CallCeiling {
  /** The longest answer that policy and model allow. */
  readonly tokensOutMax: number;
  /** The models that may serve the call. */
  readonly models: readonly ModelSpec[];
}

/** Assumed limit of an unknown model's answer, tokens. */
const unknownModelTokens = 8192;

/** The bounds of a call that any of these models may serve. */
export function callCeiling(
  models: readonly ModelSpec[],
  policyMaxTokens: number | undefined,
): CallCeiling {
  const largest = Math.max(0, ...models.map((model) => model.maxOutputTokens));
  const possible = largest > 0 ? largest : unknownModelTokens;
  return { tokensOutMax: Math.min(policyMaxTokens ?? possible, possible), models };
}

/** The highest cost of a call with this much input, over its possible routes. */
export function worstCase({ tokensOutMax, models }: CallCeiling, tokensIn: number): CallEstimate {
  const prices = models.map((model) => dearestAt(priceOf(model), tokensIn));
  return {
    tokensIn,
    tokensOutMax,
    usdPerMTokIn: Math.max(0, ...prices.map((price) => price.in)),
    usdPerMTokOut: Math.max(0, ...prices.map((price) => price.out)),
  };
}
