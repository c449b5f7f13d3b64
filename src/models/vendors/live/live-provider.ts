import { providerTexts } from '../../../protocol/texts/models.js';
import { runTexts } from '../../../protocol/texts/runs.js';
import { ProviderFailure } from '../model-provider.js';
import type { ModelProvider, ProviderAnswer, ProviderRequest } from '../model-provider.js';
import type { ProviderDefinition } from '../provider-definition.js';
import { AnswerSoFar, wholeAnswer } from './answer-so-far.js';
import { callDeadlines } from './call-deadlines.js';
import type { CallDeadlines } from './call-deadlines.js';
import { embeddingRows } from './embedding-rows.js';
import { sdkCall } from './sdk-call.js';
import { sdkVendor } from './sdk.js';
import type { SdkStream, SdkTarget, SdkVendor } from './sdk.js';
import { StreamWatch } from './stream-watch.js';
import { reportedFailure, vendorFailure } from './vendor-failure.js';
import { wireModelId } from './wire-model-id.js';

/** A real vendor, in either dialect, behind the SDK (behaviour-engine.md 6.2 to 6.4, 3.7). */
export class LiveProvider implements ModelProvider {
  readonly id: string;
  private readonly vendor: SdkVendor;

  constructor(
    private readonly definition: ProviderDefinition,
    private readonly deadlines: CallDeadlines = callDeadlines,
  ) {
    this.id = definition.id;
    this.vendor = sdkVendor(definition);
  }

  get canEmbed(): boolean {
    return this.vendor.embedder !== null;
  }

  async complete(request: ProviderRequest): Promise<ProviderAnswer> {
    return request.onDelta === undefined ? this.askWhole(request) : this.askStreamed(request);
  }

  async embed(
    modelId: string,
    inputs: readonly string[],
    signal: AbortSignal,
  ): Promise<number[][]> {
    if (this.vendor.embedder === null) {
      throw new ProviderFailure(providerTexts.noEmbeddings(this.id), { retryable: false });
    }
    const embedder = this.vendor.embedder(wireModelId(this.id, modelId));
    return this.withinDeadline(signal, async (abortSignal) =>
      embeddingRows(await embedder.doEmbed({ values: [...inputs], abortSignal }), inputs.length),
    );
  }

  private async askWhole(request: ProviderRequest): Promise<ProviderAnswer> {
    const { model, traits } = this.targetOf(request);
    const reader = { providerId: this.id, traits };
    return this.withinDeadline(request.signal, async (signal) =>
      wholeAnswer(await model.doGenerate(sdkCall(request, reader, signal))),
    );
  }

  private targetOf({ model }: ProviderRequest): SdkTarget {
    return this.vendor.target(wireModelId(this.id, model.id));
  }

  private async withinDeadline<T>(
    caller: AbortSignal,
    ask: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const deadline = AbortSignal.timeout(this.deadlines.wholeMs);
    try {
      return await ask(AbortSignal.any([caller, deadline]));
    } catch (thrown) {
      if (caller.aborted) throw cancelled(null);
      if (deadline.aborted) {
        const message = providerTexts.timedOut(this.id, this.deadlines.wholeMs);
        throw new ProviderFailure(message, { retryable: true });
      }
      throw vendorFailure(thrown, this.definition, null);
    }
  }

  private async askStreamed(request: ProviderRequest): Promise<ProviderAnswer> {
    const { model, traits } = this.targetOf(request);
    const watch = new StreamWatch(request.signal, this.deadlines);
    const answer = new AnswerSoFar();
    try {
      const call = sdkCall(request, { providerId: this.id, traits }, watch.signal);
      const { stream } = await model.doStream(call);
      await this.follow(stream, request, watch, answer);
    } catch (thrown) {
      if (request.signal.aborted) throw cancelled(answer.partial());
      if (watch.expired === null) throw this.broken(thrown, answer);
    } finally {
      watch.stop();
    }
    // A stream that fell silent is worth what it said before.
    if (answer.hasOutput || (answer.isFinished && watch.expired === null)) return answer.whole();
    throw this.saidNothing(watch);
  }

  /** Passes the pieces on as they come. A line that cannot be read is no piece. */
  private async follow(
    stream: SdkStream,
    request: ProviderRequest,
    watch: StreamWatch,
    answer: AnswerSoFar,
  ): Promise<void> {
    for await (const part of stream) {
      watch.touch();
      answer.take(part);
      if (part.type === 'text-delta') request.onDelta?.(part.delta);
      if (part.type === 'reasoning-delta') request.onReasoning?.(part.delta);
      if (part.type === 'error') {
        const failure = reportedFailure(part.error, this.definition, answer.partial());
        if (failure !== null) throw failure;
      }
    }
  }

  private broken(thrown: unknown, answer: AnswerSoFar): ProviderFailure {
    if (thrown instanceof ProviderFailure) return thrown;
    return vendorFailure(thrown, this.definition, answer.partial());
  }

  private saidNothing(watch: StreamWatch): ProviderFailure {
    const { idleMs, streamMs } = this.deadlines;
    switch (watch.expired) {
      case 'idle':
        return new ProviderFailure(providerTexts.idleStream(this.id, idleMs / 1000), {
          retryable: false,
        });
      case 'ceiling':
        return new ProviderFailure(providerTexts.timedOut(this.id, streamMs), {
          retryable: false,
        });
      case null:
        return new ProviderFailure(providerTexts.noBody(this.id), { retryable: true });
    }
  }
}

function cancelled(partial: ProviderAnswer | null): ProviderFailure {
  return new ProviderFailure(runTexts.cancelled, { retryable: false, partial });
}
