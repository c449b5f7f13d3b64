import { messageOf } from '../../platform/errors/error-text.js';
import type { CallObserver } from './call-observer.js';
import { failedToConnect } from './failed-to-connect.js';
import { ProviderFailure } from './model-provider.js';
import type { ModelProvider, ProviderAnswer, ProviderRequest } from './model-provider.js';
import { refusesTools } from './refuses-tools.js';

/**
 * A provider whose calls are watched for what they tell of it. A model that is known to have no
 * tools is asked without; a runtime on this machine that does not run is not asked again and again.
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
    const asked = request.model.capabilities.tools ? request : { ...request, tools: [] };
    try {
      const answer = await this.provider.complete(asked);
      this.observer.answered(this.id);
      return answer;
    } catch (thrown) {
      if (!request.signal.aborted) this.observe(thrown, asked);
      throw this.keyless && failedToConnect(thrown) ? withoutRetry(thrown) : thrown;
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
