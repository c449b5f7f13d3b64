import type { TokenCounts } from '../gateway/usage.js';
import { reportedCounts } from '../gateway/usage.js';
import {
  type ModelProvider,
  type ProviderAnswer,
  ProviderFailure,
  type ProviderRequest,
} from '../vendors/model-provider.js';
import type { TokenEstimates } from './token-estimates.js';

/**
 * A provider whose answers always carry counts: the vendor's own, from which the estimates learn,
 * and an estimate flagged as such for each that is missing or cannot be true.
 */
export class CountedProvider implements ModelProvider {
  constructor(
    private readonly provider: ModelProvider,
    private readonly estimates: TokenEstimates,
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
    const { tokensIn, tokensOut } = reportedCounts(answer.counts, request.messages, answer);
    await this.estimates.prepare(request);
    // An image counts differently with every vendor, and not at all where it was not sent.
    const hasImages = request.messages.some(({ images }) => images !== undefined);
    if (tokensIn !== undefined && !hasImages) this.estimates.learn(request, model, tokensIn);
    if (tokensIn !== undefined && tokensOut !== undefined) return answer.counts;
    return {
      ...answer.counts,
      tokensIn: tokensIn ?? this.estimates.input(request, [model]),
      tokensOut: tokensOut ?? this.estimates.output(answer, model),
      estimated: true,
    };
  }
}
