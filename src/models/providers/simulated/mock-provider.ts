import { setTimeout as sleep } from 'node:timers/promises';
import { providerTexts } from '#protocol/texts/models.js';
import { runTexts } from '#protocol/texts/runs.js';
import {
  type ModelProvider,
  type ProviderAnswer,
  type ProviderRequest,
  ProviderFailure,
} from '../model-provider.js';
import { hashText } from './hash-text.js';
import type { OfficeConfig } from '#platform/config/office-config.js';
import { simulatedAnswer } from './simulated-answer.js';
import { type SimulatedTurn, simulatedTurnOf } from './simulated-turn.js';
import type { ExampleBrief } from '#protocol/example-briefs.js';
import { exampleIn } from './examples/play-example.js';

/** Times of every call of a run that is watched, ms. */
interface ShownPace {
  readonly thinkMs: number;
  /** From the first letter of an answer to its last. */
  readonly writeMs: number;
}

const program: ShownPace = { thinkMs: 900, writeMs: 2200 };

/** The runs take 20 to 40 seconds without the time that they wait for people. */
const paces: Readonly<Record<ExampleBrief['id'], ShownPace>> = {
  'csv-table': program,
  'days-until': program,
  'which-database': { thinkMs: 5000, writeMs: 18_000 },
};

/** The pace of the example whose brief a prompt contains; null in every other prompt. */
function shownPace(prompt: string): ShownPace | null {
  const example = exampleIn(prompt);
  return example === undefined ? null : paces[example.id];
}

const defaultWidth = 64;

const thinking = 'Weighing what was asked against what is there, and keeping the answer short.';

/** The provider of mock mode: scripted, deterministic for a seed, without network access. */
export class MockProvider implements ModelProvider {
  readonly canEmbed = true;

  constructor(
    readonly id: string,
    private readonly profile: OfficeConfig['mock'],
  ) {}

  async complete(request: ProviderRequest): Promise<ProviderAnswer> {
    this.failSometimes(request);
    const tools = request.toolChoice === 'none' ? [] : request.tools;
    const turn = simulatedTurnOf(request.messages, tools, this.profile.seed);
    const { text, toolCall } = simulatedAnswer(turn);
    const reasoning = request.model.capabilities.reasoning ? thinking : null;
    let arrived = '';
    try {
      if (reasoning !== null) request.onReasoning?.(reasoning);
      await streamText(text, this.paceOf(text, request, turn), request.signal, (piece) => {
        arrived += piece;
        request.onDelta?.(piece);
      });
    } catch (cause) {
      const partial = arrived === '' ? null : answerOf(arrived, reasoning);
      throw new ProviderFailure(runTexts.cancelled, { retryable: false, partial, cause });
    }
    const answer = answerOf(text, reasoning);
    if (toolCall === undefined) return answer;
    return { ...answer, toolCalls: [toolCall], finishReason: 'tool_calls' };
  }

  async embed(modelId: string, inputs: readonly string[]): Promise<number[][]> {
    return inputs.map((input) => mockEmbedding(modelId, input));
  }

  /** A configured pace holds for every brief. */
  private paceOf(text: string, { paced }: ProviderRequest, turn: SimulatedTurn): Pace {
    const { latencyMs, tokensPerSecond } = this.profile;
    const isConfigured = latencyMs !== null || tokensPerSecond !== null;
    const shown = paced && !isConfigured ? shownPace(turn.prompt) : null;
    if (shown === null) return paceOf(text.length, this.profile);
    const pieces = Math.max(1, Math.ceil(text.length / naturalChunk));
    return {
      chunkCharacters: naturalChunk,
      firstMs: shown.thinkMs,
      betweenMs: shown.writeMs / pieces,
    };
  }

  /** Fails the same calls of an office every time; a retry draws again. */
  private failSometimes({ model, messages, attempt }: ProviderRequest): void {
    const { errorRate, seed } = this.profile;
    if (errorRate <= 0) return;
    const said = messages.map((message) => message.content).join('\n');
    if (hashFraction(`${seed}/${this.id}/${model.id}/${attempt}/${said}`) >= errorRate) return;
    const message = providerTexts.httpError(503, this.id, providerTexts.mockFailure);
    throw new ProviderFailure(message, { retryable: true });
  }
}

function answerOf(text: string, reasoning: string | null): ProviderAnswer {
  return { text, reasoning, toolCalls: [], counts: {}, finishReason: 'stop' };
}

/** A normalised, hashed bag of words: texts with common words have similar vectors. */
function mockEmbedding(modelId: string, text: string): number[] {
  const vector = new Array<number>(widthOf(modelId)).fill(0);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const slot = hashText(word) % vector.length;
    vector[slot] = (vector[slot] ?? 0) + 1;
  }
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** The first number of two to four digits in the model's name, as in `mock-768`. */
function widthOf(modelId: string): number {
  const named = /(?<!\d)\d{2,4}(?!\d)/.exec(modelId)?.[0];
  return named === undefined ? defaultWidth : Number(named);
}

const naturalChunk = 12;
const naturalTotalMs = 100;

/** Size of pieces without pacing, like those of a fast network. */
const unpacedChunk = 512;
const charactersPerToken = 4;

/** The timing of a text's pieces. */
interface Pace {
  readonly chunkCharacters: number;
  readonly firstMs: number;
  readonly betweenMs: number;
}

/**
 * Delivers a text piece by piece. Uses no timer if the pace has no pauses.
 * @throws the signal's abort reason
 */
async function streamText(
  text: string,
  { chunkCharacters, firstMs, betweenMs }: Pace,
  signal: AbortSignal,
  onPiece: (piece: string) => void,
): Promise<void> {
  const startedAt = performance.now() + firstMs;
  if (firstMs > 0) await sleep(firstMs, undefined, { signal });
  for (let at = 0, index = 0; at < text.length; at += chunkCharacters, index++) {
    const aheadMs = startedAt + index * betweenMs - performance.now();
    if (aheadMs >= 1) await sleep(aheadMs, undefined, { signal });
    signal.throwIfAborted();
    onPiece(text.slice(at, at + chunkCharacters));
  }
}

function paceOf(characters: number, { latencyMs, tokensPerSecond }: OfficeConfig['mock']): Pace {
  const firstMs = latencyMs ?? 0;
  if (tokensPerSecond !== null) {
    const betweenMs = (naturalChunk / charactersPerToken / tokensPerSecond) * 1000;
    return { chunkCharacters: naturalChunk, firstMs, betweenMs };
  }
  if (latencyMs !== null) return { chunkCharacters: unpacedChunk, firstMs, betweenMs: 0 };
  const chunks = Math.max(1, Math.ceil(characters / naturalChunk));
  const betweenMs = Math.min(6, Math.max(1, naturalTotalMs / chunks));
  return { chunkCharacters: naturalChunk, firstMs: betweenMs, betweenMs };
}

/** The hash mapped to [0, 1). */
function hashFraction(text: string): number {
  return mix(hashText(text)) / 2 ** 32;
}

/** Spreads texts that differ only in their last character. */
function mix(hash: number): number {
  let mixed = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}
