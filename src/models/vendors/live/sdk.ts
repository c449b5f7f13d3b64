import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { OpenAICompatibleProvider } from '@ai-sdk/openai-compatible';
import type { ProviderDefinition } from '../provider-definition.js';

/** The model interface both dialects of the SDK share, by the names used here. */
export type SdkModel = ReturnType<OpenAICompatibleProvider['chatModel']>;
export type SdkEmbedder = ReturnType<OpenAICompatibleProvider['embeddingModel']>;
export type SdkCall = Parameters<SdkModel['doStream']>[0];
export type SdkPrompt = SdkCall['prompt'];
export type SdkAnswer = Awaited<ReturnType<SdkModel['doGenerate']>>;
export type SdkUsage = SdkAnswer['usage'];
export type SdkStream = Awaited<ReturnType<SdkModel['doStream']>>['stream'];
export type SdkStreamPart = SdkStream extends ReadableStream<infer Part> ? Part : never;

/** A vendor through the SDK. */
export interface SdkVendor {
  readonly model: (wireId: string) => SdkModel;
  /** Null where the dialect has no embeddings. */
  readonly embedder: ((wireId: string) => SdkEmbedder) | null;
}

export function sdkVendor(definition: ProviderDefinition): SdkVendor {
  return definition.kind === 'anthropic' ? anthropic(definition) : openAiCompatible(definition);
}

function anthropic({ baseUrl, key, headers }: ProviderDefinition): SdkVendor {
  // An empty key keeps the SDK from looking for one in the environment.
  const vendor = createAnthropic({
    baseURL: baseUrl,
    apiKey: key ?? '',
    headers: { ...headers },
    fetch: fetchWithoutRedirects,
  });
  return { model: (wireId) => vendor.messages(wireId), embedder: null };
}

function openAiCompatible({ id, baseUrl, key, headers }: ProviderDefinition): SdkVendor {
  const vendor = createOpenAICompatible({
    name: id,
    baseURL: baseUrl,
    ...(key !== null && { apiKey: key }),
    headers: { ...headers },
    includeUsage: true,
    fetch: fetchWithoutRedirects,
    ...(id === 'openai' && { transformRequestBody: renameTokenLimit }),
  });
  return {
    model: (wireId) => vendor.chatModel(wireId),
    embedder: (wireId) => vendor.embeddingModel(wireId),
  };
}

/** A redirect would carry the key to an address that is not configured. */
const fetchWithoutRedirects: typeof fetch = (input, init) =>
  fetch(input, { ...init, redirect: 'error' });

/** OpenAI's reasoning models refuse `max_tokens` and know the limit by another name. */
function renameTokenLimit(body: Record<string, unknown>): Record<string, unknown> {
  const { max_tokens: limit, ...rest } = body;
  if (limit === undefined || !/^(o\d|gpt-5)/.test(String(body['model']))) return body;
  return { ...rest, max_completion_tokens: limit };
}
