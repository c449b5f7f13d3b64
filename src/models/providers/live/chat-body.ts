import type { ModelTraits } from '../../catalogue/model-traits.js';

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
