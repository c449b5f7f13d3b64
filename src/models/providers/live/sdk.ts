import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import { type ModelTraits, traitsOf } from '../../catalogue/model-traits.js';
import type { ProviderDefinition } from '../provider-definition.js';
import { fetchAnswer, fetchWhole } from './answer-fetch.js';
import { imagesInChatResults } from './shown-images.js';

/** The model interface all dialects of the SDK share, by the names used here. */
export type SdkModel = ReturnType<OpenAICompatibleProvider['chatModel']>;
export type SdkEmbedder = ReturnType<OpenAICompatibleProvider['embeddingModel']>;
export type SdkCall = Parameters<SdkModel['doStream']>[0];
export type SdkPrompt = SdkCall['prompt'];
export type SdkOptions = NonNullable<SdkCall['providerOptions']>;

/** A model at its vendor. */
export interface SdkTarget {
  readonly model: Pick<SdkModel, 'doStream' | 'doGenerate'>;
  readonly traits: ModelTraits;
}

/** A vendor through the SDK. */
export interface SdkProvider {
  readonly target: (wireId: string) => SdkTarget;
  /** Null where the dialect has no embeddings. */
  readonly embedder: ((wireId: string) => SdkEmbedder) | null;
}

/** The vendor; whatever it answers a model's call with is thrown as `Answered`. */
export function sdkProvider(definition: ProviderDefinition): SdkProvider {
  return definition.kind === 'anthropic' ? anthropic(definition) : openAiCompatible(definition);
}

function anthropic(definition: ProviderDefinition): SdkProvider {
  const { baseUrl, key, headers } = definition;
  // An empty key keeps the SDK from looking for one in the environment.
  const vendor = createAnthropic({
    baseURL: baseUrl,
    apiKey: key ?? '',
    headers: { ...headers },
    fetch: fetchAnswer,
  });
  return {
    target: (wireId) => ({
      model: vendor.messages(wireId),
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

/** Providers that refuse to be asked for the usage of a stream; they tell it unasked. */
const tellsUsageUnasked = ['mistral'];

/** A request for chat completions, with its parameters by the names that the model knows. */
export function chatBody(body: Body, providerId: string, { compat }: ModelTraits): Body {
  const { max_tokens: limit, stream_options: streamOptions, ...rest } = body;
  return {
    ...rest,
    ...(limit !== undefined && { [limitName(compat)]: limit }),
    ...(streamOptions !== undefined &&
      !tellsUsageUnasked.includes(providerId) && { stream_options: streamOptions }),
  };
}

/** The name in the Responses API is none in chat completions. */
function limitName({ maxTokens }: ModelTraits['compat']): string {
  return maxTokens === 'max_output_tokens' ? 'max_completion_tokens' : maxTokens;
}
