import type { ProviderEndpoint, ProviderKind } from '../../platform/config/office-config.js';
import { type KnownModel, knownModelOf, modelDataOf } from './model-data.js';

/** How a provider expects requests for one of its models. */
export type ModelTraits = Pick<KnownModel, 'endpoint' | 'reasoning' | 'compat'> &
  Partial<Pick<KnownModel, 'input'>>;

/** Supported by every server of the OpenAI dialect. */
const plainChat: ModelTraits = {
  endpoint: 'chat',
  compat: { maxTokens: 'max_tokens', cache: 'automatic' },
};

const plainMessages: ModelTraits = {
  endpoint: 'messages',
  input: ['text', 'image'],
  compat: { maxTokens: 'max_tokens', returnReasoning: 'signed-blocks', cache: 'markers' },
};

/**
 * For OpenAI models newer than the data: the endpoint that all of them have, and parameters that
 * none refuses.
 */
const newestOpenAi: ModelTraits = {
  endpoint: 'responses',
  input: ['text', 'image'],
  compat: {
    maxTokens: 'max_output_tokens',
    temperature: false,
    returnReasoning: 'encrypted-items',
    cache: 'key',
  },
};

/** The provider, as far as it determines the traits. */
interface AskedProvider {
  readonly id: string;
  readonly kind: ProviderKind;
  /** An operator's choice for a proxy with a single endpoint; `auto`: by the data. */
  readonly endpoint: ProviderEndpoint;
}

/** From the data if it knows the model, else as for the provider's other models. */
export function traitsOf(provider: AskedProvider, wireId: string): ModelTraits {
  if (provider.kind === 'anthropic') {
    return knownModelOf(provider.id, wireId) ?? plainMessages;
  }
  const traits = knownModelOf(provider.id, wireId) ?? unknownOf(provider.id);
  const { endpoint } = provider;
  if (endpoint === 'auto' || endpoint === traits.endpoint) return traits;
  return endpoint === 'chat' ? overChat(traits) : newestOpenAi;
}

function unknownOf(providerId: string): ModelTraits {
  if (providerId === 'openai') return newestOpenAi;
  const [sample] = modelDataOf(providerId)?.models ?? [];
  if (sample === undefined) return plainChat;
  return { endpoint: sample.endpoint, compat: sample.compat };
}

/** Traits of a Responses model behind a proxy that has only chat completions. */
function overChat({ reasoning, compat, input }: ModelTraits): ModelTraits {
  const { returnReasoning: _, ...others } = compat;
  return {
    endpoint: 'chat',
    ...(reasoning && { reasoning }),
    ...(input && { input }),
    // A proxy may not know OpenAI's cache parameters.
    compat: { ...others, maxTokens: 'max_completion_tokens', cache: 'automatic' },
  };
}
