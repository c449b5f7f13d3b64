import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import { type ModelTraits, traitsOf } from '../../catalogue/model-traits.js';
import type { ProviderDefinition } from '../provider-definition.js';
import { fetchAnswer, fetchWhole } from './answer-fetch.js';
import { imagesInChatResults } from './shown-images.js';

/** The SDK's model interface common to all dialects, by the names used here. */
type SdkModel = ReturnType<OpenAICompatibleProvider['chatModel']>;
export type SdkEmbedder = ReturnType<OpenAICompatibleProvider['embeddingModel']>;
export type SdkCall = Parameters<SdkModel['doStream']>[0];
export type SdkPrompt = SdkCall['prompt'];
export type SdkOptions = NonNullable<SdkCall['providerOptions']>;

/** A model at its provider. */
export interface SdkTarget {
  readonly model: Pick<SdkModel, 'doStream' | 'doGenerate'>;
  readonly traits: ModelTraits;
}

/** A provider behind the SDK. */
export interface SdkProvider {
  readonly target: (wireId: string) => SdkTarget;
  /** Null if the dialect has no embeddings. */
  readonly embedder: ((wireId: string) => SdkEmbedder) | null;
}

/** The SDK's provider; its answers to model calls are thrown as `Answered`. */
export function sdkProvider(definition: ProviderDefinition): SdkProvider {
  return definition.kind === 'anthropic' ? anthropic(definition) : openAiCompatible(definition);
}

function anthropic(definition: ProviderDefinition): SdkProvider {
  const { baseUrl, key, headers } = definition;
  // An empty key keeps the SDK from reading one from the environment.
  const anthropicSdk = createAnthropic({
    baseURL: baseUrl,
    apiKey: key ?? '',
    headers: { ...headers },
    fetch: fetchAnswer,
  });
  return {
    target: (wireId) => ({
      model: anthropicSdk.messages(wireId),
      traits: traitsOf(definition, wireId),
    }),
    embedder: null,
  };
}

function openAiCompatible(definition: ProviderDefinition): SdkProvider {
  const { id, baseUrl, key, headers } = definition;
  const traitsOfModel = (wireId: string): ModelTraits => traitsOf(definition, wireId);
  const shared = {
    name: id,
    baseURL: baseUrl,
    ...(key !== null && { apiKey: key }),
    headers: { ...headers },
  };
  const embeddings = createOpenAICompatible({ ...shared, fetch: fetchWhole });
  const chat = createOpenAICompatible({
    ...shared,
    includeUsage: true,
    supportsMultiPartToolContent: imagesInChatResults.includes(id),
    fetch: fetchAnswer,
    transformRequestBody: (body) => chatBody(body, id, traitsOfModel(String(body['model']))),
  });
  const responses = createOpenAI({
    baseURL: baseUrl,
    apiKey: key ?? '',
    headers: { ...headers },
    fetch: fetchAnswer,
  });
  return {
    target: (wireId) => {
      const traits = traitsOfModel(wireId);
      const model =
        traits.endpoint === 'responses' ? responses.responses(wireId) : chat.chatModel(wireId);
      return { model, traits };
    },
    embedder: (wireId) => embeddings.embeddingModel(wireId),
  };
}

type Body = Record<string, unknown>;

/** Providers that refuse to be asked for a stream's usage and send it anyway. */
const tellsUsageUnasked = ['mistral'];

/** A chat completions request, with the parameter names that the model knows. */
export function chatBody(body: Body, providerId: string, { compat }: ModelTraits): Body {
  const { max_tokens: limit, stream_options: streamOptions, ...rest } = body;
  return {
    ...rest,
    ...(limit !== undefined && { [limitName(compat)]: limit }),
    ...(streamOptions !== undefined &&
      !tellsUsageUnasked.includes(providerId) && { stream_options: streamOptions }),
  };
}

/** Chat completions do not know the Responses API's name. */
function limitName({ maxTokens }: ModelTraits['compat']): string {
  return maxTokens === 'max_output_tokens' ? 'max_completion_tokens' : maxTokens;
}
