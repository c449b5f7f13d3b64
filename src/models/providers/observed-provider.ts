import { messageOf } from '../../platform/errors/error-text.js';
import type { CallObserver } from './call-observer.js';
import { failedToConnect } from './failed-to-connect.js';
import { ProviderFailure } from './model-provider.js';
import type { ModelProvider, ProviderAnswer, ProviderRequest } from './model-provider.js';
import { isRefusal, mayRefuseReasoning } from './refuses-reasoning.js';
import { refusesTools } from './refuses-tools.js';

/**
 * Observes a provider's calls. A model known to have no tools is called without them, one that
 * refuses returned reasoning without it; a local runtime that does not run is not called
 * repeatedly.
 */
export class ObservedProvider implements ModelProvider {
  constructor(
    private readonly provider: ModelProvider,
    private readonly observer: CallObserver,
    /** A runtime on this machine. */
    private readonly keyless: boolean,
  ) {}

  get id(): string {
    return this.provider.id;
  }

  get canEmbed(): boolean {
    return this.provider.canEmbed;
  }

  async complete(request: ProviderRequest): Promise<ProviderAnswer> {
    const { model } = request;
    const asked = {
      ...request,
      ...(!model.capabilities.tools && { tools: [] }),
      ...(this.observer.refusesReasoning(model) && { refusesReasoning: true }),
    };
    try {
      const answer = await this.askedTwice(asked);
      this.observer.answered(this.id);
      return answer;
    } catch (thrown) {
      if (!request.signal.aborted) this.observe(thrown, asked);
      throw this.keyless && failedToConnect(thrown) ? withoutRetry(thrown) : thrown;
    }
  }

  /**
   * A refusal possibly caused by reasoning is retried without it; a refused request costs nothing.
   */
  private async askedTwice(asked: ProviderRequest): Promise<ProviderAnswer> {
    try {
      return await this.provider.complete(asked);
    } catch (refused) {
      const mayHelp = asked.refusesReasoning !== true && mayRefuseReasoning(refused);
      if (!mayHelp || asked.signal.aborted) throw refused;
      const answer = await this.answeredWithout(asked);
      if (answer === null) throw refused;
      this.observer.refusedReasoning(asked.model, messageOf(refused));
      return answer;
    }
  }

  /** Null: the request is refused without the reasoning too. */
  private async answeredWithout(asked: ProviderRequest): Promise<ProviderAnswer | null> {
    try {
      return await this.provider.complete({ ...asked, refusesReasoning: true });
    } catch (thrown) {
      if (isRefusal(thrown)) return null;
      throw thrown;
    }
  }

  embed(modelId: string, inputs: readonly string[], signal: AbortSignal): Promise<number[][]> {
    return this.provider.embed(modelId, inputs, signal);
  }

  private observe(thrown: unknown, { model, tools }: ProviderRequest): void {
    if (failedToConnect(thrown)) this.observer.unreachable(this.id, messageOf(thrown));
    else this.observer.answered(this.id);
    if (tools.length > 0 && refusesTools(thrown)) {
      this.observer.refusedTools(model, messageOf(thrown));
    }
  }
}

function withoutRetry(thrown: unknown): ProviderFailure {
  const partial = thrown instanceof ProviderFailure ? thrown.partial : null;
  return new ProviderFailure(messageOf(thrown), { retryable: false, partial, cause: thrown });
}
