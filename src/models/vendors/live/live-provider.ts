import { providerTexts } from '../../../protocol/texts/models.js';
import { runTexts } from '../../../protocol/texts/runs.js';
import { ProviderFailure } from '../model-provider.js';
import type { ModelProvider, ProviderAnswer, ProviderRequest } from '../model-provider.js';
import type { ProviderDefinition } from '../provider-definition.js';
import { AnswerSoFar, wholeAnswer } from './answer-so-far.js';
import type { AnswerEnding } from './answer-so-far.js';
import { fetchStream, fetchWhole, UnstreamedAnswer } from './answer-fetch.js';
import { callDeadlines } from './call-deadlines.js';
import type { CallDeadlines } from './call-deadlines.js';
import { embeddingRows } from './embedding-rows.js';
import { endingFault } from './ending-fault.js';
import { causesOf } from '../../../platform/errors/error-text.js';
import { sdkCall } from './sdk-call.js';
import type { SdkCall, SdkStream, SdkStreamPart, SdkTarget, SdkVendor } from './sdk.js';
import { StreamWatch } from './stream-watch.js';
import { ThinkTags } from './think-tags.js';
import { Untagged } from './untagged.js';
import { reportedFailure, reportFrom, vendorFailure } from './vendor-failure.js';
import { endsAnswer, reportIn } from './vendor-report.js';
import type { VendorReport } from './vendor-report.js';
import { wireModelId } from './wire-model-id.js';

/**
 * A real vendor, in either dialect, behind the SDK (behaviour-engine.md 6.2 to 6.4, 3.7). The SDK is
 * loaded with the first of them: an office without live models never does.
 */
export class LiveProvider implements ModelProvider {
  readonly id: string;
  private readonly vendor: Promise<SdkVendor>;
  private readonly streaming: Promise<SdkVendor>;

  constructor(
    private readonly definition: ProviderDefinition,
    private readonly deadlines: CallDeadlines = callDeadlines,
  ) {
    this.id = definition.id;
    this.vendor = this.connect(fetchWhole);
    this.streaming = this.connect(fetchStream);
  }

  get canEmbed(): boolean {
    return this.definition.kind !== 'anthropic';
  }

  async complete(request: ProviderRequest): Promise<ProviderAnswer> {
    return request.onDelta === undefined ? this.askWhole(request) : this.askStreamed(request);
  }

  async embed(
    modelId: string,
    inputs: readonly string[],
    signal: AbortSignal,
  ): Promise<number[][]> {
    const { embedder: embedderOf } = await this.vendor;
    if (embedderOf === null) {
      throw new ProviderFailure(providerTexts.noEmbeddings(this.id), { retryable: false });
    }
    const embedder = embedderOf(wireModelId(this.id, modelId));
    return this.withinDeadline(signal, async (abortSignal) =>
      embeddingRows(await embedder.doEmbed({ values: [...inputs], abortSignal }), inputs.length),
    );
  }

  private async connect(answerFetch: typeof fetch): Promise<SdkVendor> {
    const { sdkVendor } = await import('./sdk.js');
    return sdkVendor(this.definition, answerFetch);
  }

  private async askWhole(request: ProviderRequest): Promise<ProviderAnswer> {
    const answer = await this.withinDeadline(request.signal, async (signal) =>
      this.wholeFrom(await this.vendor, request, signal),
    );
    this.throwIfUseless(answer);
    return answer.whole();
  }

  private async wholeFrom(
    vendor: SdkVendor,
    request: ProviderRequest,
    signal: AbortSignal,
  ): Promise<AnswerSoFar> {
    const target = vendor.target(this.wireIdOf(request));
    const answer = await target.model.doGenerate(this.sdkCall(request, target, signal));
    return wholeAnswer(answer, this.untagged(target));
  }

  private wireIdOf({ model }: ProviderRequest): string {
    return wireModelId(this.id, model.id);
  }

  private sdkCall(request: ProviderRequest, { traits }: SdkTarget, signal: AbortSignal): SdkCall {
    return sdkCall(request, { providerId: this.id, traits }, signal);
  }

  /** Models on this machine write `<think>` anywhere; others, if at all, at the beginning. */
  private untagged({ traits }: SdkTarget): Untagged {
    if (traits.endpoint !== 'chat') return new Untagged(null);
    const { local, keyless } = this.definition;
    return new Untagged(new ThinkTags(local || keyless ? 'anywhere' : 'first'));
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
    const watch = new StreamWatch(request.signal, this.deadlines);
    let answer = new AnswerSoFar();
    try {
      answer = await this.stream(request, watch, answer);
    } catch (thrown) {
      if (request.signal.aborted) throw cancelled(answer.partial());
      if (watch.expired === null) throw this.broken(thrown, answer);
      throw this.fellSilent(watch.expired, answer);
    } finally {
      watch.stop();
    }
    if (!answer.hasOutput && isMissing(answer)) {
      throw new ProviderFailure(providerTexts.noBody(this.id), { retryable: true });
    }
    this.throwIfUseless(answer);
    return answer.whole();
  }

  /** Follows the stream into the answer; one that came in one piece instead is passed on whole. */
  private async stream(
    request: ProviderRequest,
    watch: StreamWatch,
    answer: AnswerSoFar,
  ): Promise<AnswerSoFar> {
    const target = (await this.streaming).target(this.wireIdOf(request));
    try {
      const call = this.sdkCall(request, target, watch.signal);
      const { stream } = await target.model.doStream({ ...call, includeRawChunks: true });
      request.onAccepted?.();
      await this.follow(stream, request, watch, answer, this.untagged(target));
      return answer;
    } catch (thrown) {
      const unstreamed = causesOf(thrown).find((cause) => cause instanceof UnstreamedAnswer);
      if (unstreamed === undefined) throw thrown;
      const vendor = await this.connect(() => Promise.resolve(unstreamed.response));
      const whole = await this.wholeFrom(vendor, request, watch.signal);
      const { text, reasoning } = whole.whole();
      if (reasoning !== null) request.onReasoning?.(reasoning);
      if (text !== '') request.onDelta?.(text);
      return whole;
    }
  }

  /** Passes the pieces on as they come. A line that cannot be read is no piece. */
  private async follow(
    stream: SdkStream,
    request: ProviderRequest,
    watch: StreamWatch,
    answer: AnswerSoFar,
    untagged: Untagged,
  ): Promise<void> {
    for await (const arrived of stream) {
      watch.touch();
      const report = errorIn(arrived);
      if (report !== null) throw reportedFailure(report, this.definition, answer.partial());
      if (arrived.type === 'raw' && endsAnswer(arrived.rawValue)) answer.isComplete = true;
      for (const part of untagged.split(arrived)) {
        answer.take(part);
        if (part.type === 'text-delta') request.onDelta?.(part.delta);
        if (part.type === 'reasoning-delta') request.onReasoning?.(part.delta);
      }
    }
  }

  /** @throws ProviderFailure where the answer did not end as it should (decisions.md E10) */
  private throwIfUseless(answer: AnswerSoFar): void {
    const { end, isComplete, hasOutput } = answer;
    const fault = endingFault({ providerId: this.id, isComplete, ...(end ?? noEnd) });
    if (fault === null) return;
    const mayHelp = fault.passing && !hasOutput;
    throw new ProviderFailure(fault.message, {
      retryable: mayHelp,
      isFinal: !mayHelp,
      partial: answer.partial(),
    });
  }

  private broken(thrown: unknown, answer: AnswerSoFar): ProviderFailure {
    if (thrown instanceof ProviderFailure) return thrown;
    return vendorFailure(thrown, this.definition, answer.partial());
  }

  private fellSilent(limit: 'idle' | 'ceiling', answer: AnswerSoFar): ProviderFailure {
    const { idleMs, streamMs } = this.deadlines;
    const message =
      limit === 'idle'
        ? providerTexts.idleStream(this.id, idleMs / 1000)
        : providerTexts.timedOut(this.id, streamMs);
    return new ProviderFailure(message, {
      retryable: false,
      isFinal: answer.hasOutput,
      partial: answer.partial(),
    });
  }
}

const noEnd: AnswerEnding = {
  finishReason: { unified: 'interrupted', raw: undefined },
  explanation: null,
};

function isMissing({ end, isComplete }: AnswerSoFar): boolean {
  return !isComplete && (end ?? noEnd).finishReason.raw === undefined;
}

/** What the vendor reports with this part of a stream, if it is an error. */
function errorIn(part: SdkStreamPart): VendorReport | null {
  if (part.type === 'raw') return reportIn(part.rawValue);
  return part.type === 'error' ? reportFrom(part.error) : null;
}

function cancelled(partial: ProviderAnswer | null): ProviderFailure {
  return new ProviderFailure(runTexts.cancelled, { retryable: false, partial });
}
