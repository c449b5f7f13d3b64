import { reportedCounts, type TokenCounts } from '../gateway/usage.js';
import type { CallObserver } from '../providers/call-observer.js';
import {
  type ModelProvider,
  type ProviderAnswer,
  ProviderFailure,
  type ProviderRequest,
} from '../providers/model-provider.js';
import { believedCounts, boundsOf } from './believed-counts.js';
import type { TokenEstimates } from './token-estimates.js';

/** Tokens of reasoning that some providers count beyond the answer's limit. */
const besideLimit = 4000;

/**
 * A provider whose answers always have counts: its own, from which the estimates learn, and flagged
 * estimates for missing or impossible ones.
 */
export class CountedProvider implements ModelProvider {
  constructor(
    private readonly provider: ModelProvider,
    private readonly estimates: TokenEstimates,
    private readonly observer: Pick<CallObserver, 'doubted'>,
  ) {}

  get id(): string {
    return this.provider.id;
  }

  get canEmbed(): boolean {
    return this.provider.canEmbed;
  }

  async complete(request: ProviderRequest): Promise<ProviderAnswer> {
    try {
      const answer = await this.provider.complete(request);
      return { ...answer, counts: await this.counted(request, answer) };
    } catch (thrown) {
      if (thrown instanceof ProviderFailure && thrown.partial !== null) {
        const { partial } = thrown;
        thrown.partial = { ...partial, counts: await this.counted(request, partial) };
      }
      throw thrown;
    }
  }

  embed(modelId: string, inputs: readonly string[], signal: AbortSignal): Promise<number[][]> {
    return this.provider.embed(modelId, inputs, signal);
  }

  private async counted(request: ProviderRequest, answer: ProviderAnswer): Promise<TokenCounts> {
    const { model } = request;
    const { counts, isDoubted } = this.believed(request, answer);
    const { tokensIn, tokensOut } = reportedCounts(counts, request.messages, answer);
    await this.estimates.prepare(request);
    // Images are counted differently by each provider, and not at all if they were not sent.
    const hasImages = request.messages.some(({ images }) => images !== undefined);
    if (tokensIn !== undefined && !hasImages) this.estimates.learn(request, model, tokensIn);
    if (tokensIn !== undefined && tokensOut !== undefined && !isDoubted) return counts;
    return {
      ...counts,
      tokensIn: tokensIn ?? this.estimates.input(request, [model]),
      tokensOut: tokensOut ?? this.estimates.output(answer, model),
      estimated: true,
    };
  }

  /** The counts within the call's bounds; doubts are reported. */
  private believed(
    request: ProviderRequest,
    { counts, ...answer }: ProviderAnswer,
  ): { readonly counts: TokenCounts; readonly isDoubted: boolean } {
    const { model, maxOutputTokens = model.maxOutputTokens } = request;
    const received = bytesOf(answer);
    const tokensIn = this.estimates.mostInput(request);
    const tokensOut = Math.max(maxOutputTokens, received) + besideLimit;
    const bounds = boundsOf(model, tokensIn, tokensOut);
    const believed = believedCounts(counts, bounds, model);
    for (const doubt of believed.doubts) this.observer.doubted(model, doubt);
    return { counts: believed.counts, isDoubted: believed.doubts.length > 0 };
  }
}

/** No tokenizer makes more than one token per byte. */
function bytesOf({ text, reasoning, toolCalls }: Omit<ProviderAnswer, 'counts'>): number {
  const calls = toolCalls.flatMap(({ name, argumentsJson }) => [name, argumentsJson]);
  return [text, reasoning ?? '', ...calls].reduce((sum, each) => sum + Buffer.byteLength(each), 0);
}
