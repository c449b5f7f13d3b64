import type { ToolSchema } from '../../gateway/model-call.js';
import type { ModelTraits } from '../../catalogue/model-traits.js';
import type { ProviderRequest } from '../model-provider.js';
import type { SdkCall, SdkOptions } from './sdk.js';
import { sdkPrompt } from './sdk-prompt.js';

type SdkTool = NonNullable<SdkCall['tools']>[number];

/** A request in the words of the SDK (behaviour-engine.md 6.3, 6.4). */
export function sdkCall(
  request: ProviderRequest,
  { providerId, traits }: { readonly providerId: string; readonly traits: ModelTraits },
  abortSignal: AbortSignal,
): SdkCall {
  // The Anthropic dialect cannot do without a limit.
  const fallback = traits.endpoint === 'messages' ? request.model.maxOutputTokens : undefined;
  const maxOutputTokens = request.maxOutputTokens ?? fallback;
  const providerOptions = optionsOf(traits, providerId, request.cacheKey ?? 'office');
  return {
    prompt: sdkPrompt(request.messages, { providerId, modelId: request.model.id, traits }),
    ...(request.tools.length > 0 && {
      tools: request.tools.map(sdkTool),
      toolChoice: { type: 'auto' },
    }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(providerOptions && { providerOptions }),
    abortSignal,
  };
}

/** Nothing is kept at the vendor: reasoning comes sealed, and goes back with the conversation. */
function optionsOf(
  { endpoint, compat }: ModelTraits,
  providerId: string,
  cacheKey: string,
): SdkOptions | undefined {
  const keyed = compat.cache === 'key';
  if (endpoint === 'chat' && keyed) return { [providerId]: { prompt_cache_key: cacheKey } };
  if (endpoint !== 'responses') return undefined;
  const sealed = compat.returnReasoning === 'encrypted-items';
  return {
    openai: {
      store: false,
      ...(sealed && { include: ['reasoning.encrypted_content'] }),
      ...(keyed && { promptCacheKey: cacheKey }),
    },
  };
}

function sdkTool({ name, description, parameters }: ToolSchema): SdkTool {
  return { type: 'function', name, description, inputSchema: parameters };
}
