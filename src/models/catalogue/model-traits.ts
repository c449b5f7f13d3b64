import type { ProviderEndpoint, ProviderKind } from '../../platform/config/office-config.js';
import { type KnownModel, knownModelOf, modelDataOf } from './model-data.js';

/** How a vendor wants to be asked for one of its models. */
export type ModelTraits = Pick<KnownModel, 'endpoint' | 'reasoning' | 'compat'> &
  Partial<Pick<KnownModel, 'input'>>;

/** What every server of the OpenAI dialect understands. */
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
 * The endpoint that all of OpenAI's models have, and the parameters that none of them refuses there:
 * for one that is newer than the data.
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

/** Which provider is asked, and how. */
interface AskedProvider {
  readonly id: string;
  readonly kind: ProviderKind;
  /** An operator's choice for a proxy that knows one endpoint only; `auto`: by the data. */
  readonly endpoint: ProviderEndpoint;
}

/** By the data where it knows the model, else as the provider's other models. */
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

/** A model of the Responses API behind a proxy that has chat completions only. */
function overChat({ reasoning, compat, input }: ModelTraits): ModelTraits {
  const { returnReasoning: _, ...others } = compat;
  return {
    endpoint: 'chat',
    ...(reasoning && { reasoning }),
    ...(input && { input }),
    // A proxy need not know what OpenAI's caches are told.
    compat: { ...others, maxTokens: 'max_completion_tokens', cache: 'automatic' },
  };
}
