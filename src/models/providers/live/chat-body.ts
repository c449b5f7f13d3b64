import type { ModelTraits } from '../../catalogue/model-traits.js';

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
