import { APICallError } from '@ai-sdk/provider';
import { causesOf, messageOf } from '../../platform/errors/error-text.js';
import type { CallObserver } from './call-observer.js';
import { failedToConnect } from './failed-to-connect.js';
import { fieldsOf, listOf } from './live/answers/foreign-values.js';
import { refusesKey } from './live/provider-failure.js';
import { ProviderFailure } from './model-provider.js';
import type { ModelProvider, ProviderAnswer, ProviderRequest } from './model-provider.js';
import type { ProviderDefinition } from './provider-definition.js';

/**
 * Observes a provider's calls. A model known to have no tools is called without them, one that
 * refuses returned reasoning without it; a local runtime that does not run is not called
 * repeatedly.
 */
export class ObservedProvider implements ModelProvider {
  constructor(
    private readonly provider: ModelProvider,
    private readonly observer: CallObserver,
    private readonly definition: Pick<ProviderDefinition, 'id' | 'key' | 'keyless'>,
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
      this.observer.judgedKey(this.definition, null);
      return answer;
    } catch (thrown) {
      if (!request.signal.aborted) this.observe(thrown, asked);
      throw this.definition.keyless && failedToConnect(thrown) ? withoutRetry(thrown) : thrown;
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
    const { statusCode = 0, responseBody = '' } = refusalIn(thrown) ?? {};
    if (refusesKey(statusCode, responseBody))
      this.observer.judgedKey(this.definition, messageOf(thrown));
    if (tools.length > 0 && refusesTools(thrown)) {
      this.observer.refusedTools(model, messageOf(thrown));
    }
  }
}

function withoutRetry(thrown: unknown): ProviderFailure {
  const partial = thrown instanceof ProviderFailure ? thrown.partial : null;
  return new ProviderFailure(messageOf(thrown), { retryable: false, partial, cause: thrown });
}

const reasoningRefusals = [400, 422];
const reasoningField = /\breasoning(?:_content|_details)?\b/i;
/** The provider requires the field and says so. */
const reasoningDemand =
  /must be (?:passed|sent|provided|present)|is (?:missing|required)|field required/i;
/** Refusals for other reasons, which a shorter request might avoid. */
const otherReasons =
  /context (?:length|window)|maximum context|too (?:long|large|many)|api key|quota|billing|credit|max_tokens/i;

const reasoningFields = ['reasoning_content', 'reasoning', 'reasoning_details'];

/**
 * True if a provider may have refused a request because of returned reasoning: it names the field,
 * or gives no other reason. Only requests with such a field count.
 */
export function mayRefuseReasoning(thrown: unknown): boolean {
  const refusal = refusalIn(thrown);
  if (refusal === undefined || !reasoningRefusals.includes(refusal.statusCode ?? 0)) return false;
  const said = refusal.responseBody ?? '';
  const names = reasoningField.test(said);
  return (
    holdsReasoning(refusal.requestBodyValues) &&
    !(names ? reasoningDemand : otherReasons).test(said)
  );
}

/** True if the provider answered with an error status, so nothing was charged. */
export function isRefusal(thrown: unknown): boolean {
  return (refusalIn(thrown)?.statusCode ?? 0) >= 400;
}

function refusalIn(thrown: unknown): APICallError | undefined {
  return causesOf(thrown).find((cause) => APICallError.isInstance(cause));
}

function holdsReasoning(body: unknown): boolean {
  const messages = listOf(fieldsOf(body)['messages']).map(fieldsOf);
  return messages.some((message) => reasoningFields.some((name) => message[name] !== undefined));
}

/** Providers' wordings for models without tools; other tool errors do not match. */
const noToolsSayings = [
  // Ollama, DeepSeek.
  /does not support (?:tools|tool calling|tool use|function calling)/i,
  // Mistral, Groq, Gemini.
  /(?:tool|function) (?:calling|use) is (?:not (?:enabled|supported|available)|unsupported)/i,
  // OpenRouter.
  /no endpoints found that support tool use/i,
  // OpenAI.
  /\btools'? is not supported with this model/i,
  // vLLM, llama.cpp.
  /requires --(?:enable-auto-tool-choice|jinja)/i,
];

const toolRefusals = [400, 404, 405, 422, 500, 501];

/** True if a provider refused a call because its model has no tools, judged by its wording only. */
export function refusesTools(thrown: unknown): boolean {
  const refusal = refusalIn(thrown);
  if (!toolRefusals.includes(refusal?.statusCode ?? 0)) return false;
  const said = `${messageOf(thrown)} ${refusal?.responseBody ?? ''}`;
  return noToolsSayings.some((saying) => saying.test(said));
}
