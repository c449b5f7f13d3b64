import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import type { ModelSpec } from '../../protocol/records/models.js';
import { lookupTexts } from '../../protocol/texts/models.js';
import type { ModelMessage, ToolSchema } from '../gateway/model-call.js';
import {
  estimateInputTokens,
  estimateOutputTokens,
  imagesIn,
  type ModelOutput,
  textsOf,
} from '../gateway/usage.js';
import { LearnedRatios, reservationFactor } from './learned-ratios.js';
import { roughCount, type TokenCount, TokenCounter } from './token-counter.js';

/** The billed input of a call. */
interface CallInput {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ToolSchema[];
}

/** Tokens that providers add to each message, and to a list of tools. */
const tokensAroundMessage = 8;
const tokensAroundTools = 400;
/** Most tokens that gateways put before a conversation. */
const tokensOfProvider = 4000;
/** Characters counted before the event loop gets a turn. */
const charactersAtOnce = 16_384;

/**
 * Estimates by a tokenizer, corrected by the counts of each model's provider (docs/money.md). The
 * tokenizer is loaded once the service listens, or on first use. Simulated models do not use it:
 * they are charged one token per four characters.
 */
@Injectable()
export class TokenEstimates {
  private counter: TokenCounter | null = null;
  private loading: Promise<void> | null = null;
  private readonly logger: ScopedLogger;
  private readonly namesOfTools = new WeakMap<ToolSchema, string>();

  constructor(
    private readonly config: OfficeConfig,
    private readonly ratios: LearnedRatios,
    logger: OfficeLogger,
  ) {
    this.logger = logger.scope('models');
  }

  private get simulated(): boolean {
    return this.config.llm.mode === 'mock';
  }

  /** Counts the new parts of the input in small steps, so that the following estimates are fast. */
  async prepare(input: CallInput): Promise<void> {
    if (this.simulated) return;
    await this.load();
    let since = 0;
    for (const text of this.textsIn(input)) {
      this.count(text);
      since += text.length;
      if (since < charactersAtOnce) continue;
      since = 0;
      await setImmediate();
    }
  }

  /** Tokens to reserve money for, whichever of the models serves the call; includes a margin. */
  reserved(input: CallInput, models: readonly ModelSpec[]): number {
    if (this.simulated) return this.simulatedInput(input);
    const factors = models.map((model) => reservationFactor(this.ratios.of(model)));
    const factor = Math.max(...(factors.length > 0 ? factors : [reservationFactor(undefined)]));
    const { messages, tools } = input;
    const around =
      messages.length * tokensAroundMessage + (tools.length > 0 ? tokensAroundTools : 0);
    return Math.ceil(this.countInput(input).most * factor) + around;
  }

  /** The input tokens that the provider will probably count. */
  input(input: CallInput, models: readonly ModelSpec[]): number {
    if (this.simulated) return this.simulatedInput(input);
    return this.corrected(this.countInput(input).likely, models);
  }

  /** More than any provider counts: no tokenizer makes more than one token per byte. */
  mostInput({ messages, tools }: CallInput): number {
    const bytes = this.textsIn({ messages, tools }).reduce(
      (sum, text) => sum + Buffer.byteLength(text),
      0,
    );
    const around = messages.length * tokensAroundMessage + tokensAroundTools + tokensOfProvider;
    return bytes + imagesIn(messages) + around;
  }

  /** The output tokens that the provider will probably count. */
  output(output: ModelOutput, model: ModelSpec): number {
    if (this.simulated) return estimateOutputTokens(output);
    const { text, reasoning, toolCalls } = output;
    const calls = toolCalls.flatMap(({ name, argumentsJson }) => [name, argumentsJson]);
    const { likely } = this.sum([text, reasoning ?? '', ...calls]);
    return this.corrected(likely, [model]);
  }

  /** Learns from a provider's count of a call's input. */
  learn(input: CallInput, model: ModelSpec, tokensIn: number): void {
    if (!this.simulated) this.ratios.learn(model, tokensIn, this.countInput(input));
  }

  /** Loads the tokenizer, which blocks this thread for about 200 ms. Never rejects. */
  async load(): Promise<void> {
    if (this.simulated) return;
    this.loading ??= import('gpt-tokenizer/encoding/o200k_base').then(
      ({ countTokens }) => {
        // Names of special tokens are ordinary text in prompts.
        const options = { disallowedSpecial: new Set<string>() };
        this.counter = new TokenCounter((text) => countTokens(text, options));
      },
      (thrown: unknown) => this.logger.warn(lookupTexts.noTokenizer(messageOf(thrown))),
    );
    await this.loading;
  }

  private countInput(input: CallInput): TokenCount {
    const { likely, most } = this.sum(this.textsIn(input));
    const images = imagesIn(input.messages);
    return { likely: likely + images, most: most + images };
  }

  private textsIn({ messages, tools }: CallInput): readonly string[] {
    return [...messages.flatMap(textsOf), ...tools.map((tool) => this.textOfTool(tool))];
  }

  private textOfTool(tool: ToolSchema): string {
    const known = this.namesOfTools.get(tool) ?? JSON.stringify(tool);
    this.namesOfTools.set(tool, known);
    return known;
  }

  private sum(texts: readonly string[]): TokenCount {
    const counts = texts.map((text) => this.count(text));
    return {
      likely: counts.reduce((total, { likely }) => total + likely, 0),
      most: counts.reduce((total, { most }) => total + most, 0),
    };
  }

  private count(text: string): TokenCount {
    return this.counter === null ? roughCount(text) : this.counter.count(text);
  }

  /** Uses the model with the highest ratio. */
  private corrected(likely: number, models: readonly ModelSpec[]): number {
    const typical = models.map((model) => this.ratios.of(model)?.typical ?? 1);
    return Math.max(1, Math.round(likely * Math.max(...(typical.length > 0 ? typical : [1]))));
  }

  private simulatedInput({ messages, tools }: CallInput): number {
    const ofTools = tools.map((tool) => Math.ceil(this.textOfTool(tool).length / 4));
    return ofTools.reduce((sum, tokens) => sum + tokens, estimateInputTokens(messages));
  }
}
