import { providerTexts } from '#protocol/texts/models.js';
import { runTexts } from '#protocol/texts/runs.js';
import type { ModelTraits } from '../../catalogue/model-traits.js';
import { ProviderFailure } from '../model-provider.js';
import type { ModelProvider, ProviderAnswer, ProviderRequest } from '../model-provider.js';
import type { ProviderDefinition } from '../provider-definition.js';
import { AnswerSoFar } from './answer-so-far.js';
import { answerItems } from './answers/answer-items.js';
import type { AnswerPiece, AnswerReader } from './answers/answer-reader.js';
import { ChatReader } from './answers/chat-reader.js';
import { MessagesReader } from './answers/messages-reader.js';
import { ResponsesReader } from './answers/responses-reader.js';
import { askProvider, sdkCall } from './sdk-call.js';
import { callDeadlines } from './call-deadlines.js';
import type { CallDeadlines } from './call-deadlines.js';
import { embeddingRows } from './embedding-rows.js';
import { endingFault, providerFailure, reportedFailure } from './provider-failure.js';
import { requestedWaitMs } from './requested-wait.js';
import type { SdkCall, SdkTarget, SdkProvider } from './sdk.js';
import { StreamWatch } from './stream-watch.js';
import type { ReachedLimit } from './stream-watch.js';
import { ThinkTags, Untagged } from './think-tags.js';
import { reportIn } from './provider-report.js';
import { wireModelId } from './wire-model-id.js';

/**
 * A real provider, in either dialect, behind the SDK, which is loaded on first use: an office
 * without live models never loads it.
 */
export class LiveProvider implements ModelProvider {
  readonly id: string;
  private readonly sdk: Promise<SdkProvider>;

  constructor(
    private readonly definition: ProviderDefinition,
    private readonly deadlines: CallDeadlines = callDeadlines,
  ) {
    this.id = definition.id;
    this.sdk = this.connect();
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
    const { embedder: embedderOf } = await this.sdk;
    if (embedderOf === null) {
      throw new ProviderFailure(providerTexts.noEmbeddings(this.id), { retryable: false });
    }
    const embedder = embedderOf(wireModelId(this.id, modelId));
    return this.withinDeadline(signal, null, async (abortSignal) =>
      embeddingRows(await embedder.doEmbed({ values: [...inputs], abortSignal }), inputs.length),
    );
  }

  private async connect(): Promise<SdkProvider> {
    const { sdkProvider } = await import('./sdk.js');
    return sdkProvider(this.definition);
  }

  private async askWhole(request: ProviderRequest): Promise<ProviderAnswer> {
    const target = await this.targetOf(request);
    const under = this.underWay(request, target);
    await this.withinDeadline(request.signal, under.answer, async (signal) => {
      const call = this.sdkCall(request, target, signal);
      await this.follow(await askProvider(target, call, 'whole'), request, under, () => {});
    });
    return this.usable(under);
  }

  private async targetOf(request: ProviderRequest): Promise<SdkTarget> {
    return (await this.sdk).target(this.wireIdOf(request));
  }

  private underWay(request: ProviderRequest, target: SdkTarget): AnswerUnderWay {
    const reader = readerFor(target.traits.endpoint, this.wireIdOf(request));
    return { reader, answer: new AnswerSoFar(reader), untagged: this.untagged(target) };
  }

  private wireIdOf({ model }: ProviderRequest): string {
    return wireModelId(this.id, model.id);
  }

  private sdkCall(request: ProviderRequest, { traits }: SdkTarget, signal: AbortSignal): SdkCall {
    return sdkCall(request, { providerId: this.id, traits }, signal);
  }

  /** Local models write `<think>` anywhere; others only at the beginning, if at all. */
  private untagged({ traits }: SdkTarget): Untagged {
    if (traits.endpoint !== 'chat') return new Untagged(null);
    const { local, keyless } = this.definition;
    return new Untagged(new ThinkTags(local || keyless ? 'anywhere' : 'first'));
  }

  private async withinDeadline<T>(
    caller: AbortSignal,
    answer: AnswerSoFar | null,
    ask: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const deadline = AbortSignal.timeout(this.deadlines.wholeMs);
    const partial = (): ProviderAnswer | null => answer?.partial() ?? null;
    try {
      return await ask(AbortSignal.any([caller, deadline]));
    } catch (thrown) {
      if (caller.aborted) throw cancelled(partial());
      if (deadline.aborted) {
        const message = providerTexts.timedOut(this.id, this.deadlines.wholeMs);
        throw new ProviderFailure(message, { retryable: true, partial: partial() });
      }
      throw this.broken(thrown, partial());
    }
  }

  private async askStreamed(request: ProviderRequest): Promise<ProviderAnswer> {
    const target = await this.targetOf(request);
    const under = this.underWay(request, target);
    const watch = new StreamWatch(request.signal, this.deadlines);
    try {
      const call = this.sdkCall(request, target, watch.signal);
      const response = await askProvider(target, call, 'streamed');
      await this.follow(response, request, under, watch.touch, () => watch.settle());
    } catch (thrown) {
      const partial = under.answer.partial();
      if (request.signal.aborted) throw cancelled(partial);
      if (watch.expired === null) throw this.broken(thrown, partial);
      throw this.fellSilent(watch.expired, under.answer);
    } finally {
      watch.stop();
    }
    return this.usable(under);
  }

  /** Passes pieces on as they arrive. Errors after the answer's end are ignored. */
  private async follow(
    response: Response,
    request: ProviderRequest,
    under: AnswerUnderWay,
    onBytes: () => void,
    onEnd: () => void = () => {},
  ): Promise<void> {
    onBytes();
    try {
      for await (const item of answerItems(response.body ?? noBytes(), onBytes)) {
        this.read(item, response, request, under);
        if (under.reader.ending !== null) onEnd();
      }
    } catch (thrown) {
      if (under.reader.ending === null || request.signal.aborted) throw thrown;
    }
    request.onAccepted?.();
    passOn(under.untagged.end(), request, under.answer);
  }

  /** @throws ProviderFailure for an error reported before the answer has ended */
  private read(
    item: unknown,
    { headers }: Response,
    request: ProviderRequest,
    { reader, answer, untagged }: AnswerUnderWay,
  ): void {
    const hadEnded = reader.ending !== null;
    const pieces = reader.take(item);
    passOn(
      pieces.flatMap((piece) => untagged.split(piece)),
      request,
      answer,
    );
    const report = hadEnded ? null : reportIn(item);
    if (report !== null) {
      const refused = { headers: Object.fromEntries(headers), body: JSON.stringify(item) };
      const partial = answer.partial();
      const waitMs = partial === null ? requestedWaitMs(refused, Date.now()) : null;
      const isEvent = !(headers.get('content-type') ?? '').includes('json');
      throw reportedFailure(report, this.definition, { partial, waitMs, isEvent });
    }
    if (!answer.hasBegun) request.onAccepted?.();
    answer.hasBegun = true;
  }

  /** @throws ProviderFailure if there is no answer, or one without a normal end */
  private usable({ reader, answer }: AnswerUnderWay): ProviderAnswer {
    const { ending } = reader;
    if (ending === null && !answer.hasOutput) throw this.missing(reader, answer);
    const fault = endingFault(this.id, ending);
    if (fault === null) return answer.whole();
    const mayHelp = fault.passing && !answer.hasOutput;
    throw new ProviderFailure(fault.message, {
      retryable: mayHelp,
      isFinal: !mayHelp,
      partial: answer.partial(),
    });
  }

  /** No answer arrived. An unreadable one would be no better on a retry. */
  private missing(reader: AnswerReader, answer: AnswerSoFar): ProviderFailure {
    const isUnreadable = answer.hasBegun && !reader.knowsShape;
    const message = isUnreadable
      ? providerTexts.unreadable(this.id)
      : providerTexts.noBody(this.id);
    return new ProviderFailure(message, { retryable: !isUnreadable, partial: answer.partial() });
  }

  private broken(thrown: unknown, partial: ProviderAnswer | null): ProviderFailure {
    if (thrown instanceof ProviderFailure) return thrown;
    return providerFailure(thrown, this.definition, partial);
  }

  private fellSilent(limit: ReachedLimit, answer: AnswerSoFar): ProviderFailure {
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

/** An answer that is being read. */
interface AnswerUnderWay {
  readonly reader: AnswerReader;
  readonly answer: AnswerSoFar;
  readonly untagged: Untagged;
}

function passOn(
  pieces: readonly AnswerPiece[],
  { onDelta, onReasoning }: ProviderRequest,
  answer: AnswerSoFar,
): void {
  for (const piece of pieces) {
    answer.take(piece);
    if (piece.type === 'call' || piece.text === '') continue;
    if (piece.type === 'text') onDelta?.(piece.text);
    else onReasoning?.(piece.text);
  }
}

async function* noBytes(): AsyncGenerator<Uint8Array> {
  // There is no body to cancel.
}

function cancelled(partial: ProviderAnswer | null): ProviderFailure {
  return new ProviderFailure(runTexts.cancelled, { retryable: false, partial });
}

/** A reader for an answer in the dialect of its request. */
function readerFor(endpoint: ModelTraits['endpoint'], modelId: string): AnswerReader {
  switch (endpoint) {
    case 'messages':
      return new MessagesReader();
    case 'responses':
      return new ResponsesReader();
    case 'chat':
      // Also behind a gateway.
      return new ChatReader(/gemini/i.test(modelId));
  }
}
