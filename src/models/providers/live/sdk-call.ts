import { causesOf } from '#platform/errors/error-text.js';
import type { ToolSchema } from '../../gateway/model-call.js';
import type { ModelTraits } from '../../catalogue/model-traits.js';
import type { ProviderRequest } from '../model-provider.js';
import { Answered } from './answer-fetch.js';
import type { SdkCall, SdkOptions, SdkTarget } from './sdk.js';
import { sdkPrompt } from './sdk-prompt.js';

type SdkTool = NonNullable<SdkCall['tools']>[number];

/** A request in the SDK's format. */
export function sdkCall(
  request: ProviderRequest,
  { providerId, traits }: { readonly providerId: string; readonly traits: ModelTraits },
  abortSignal: AbortSignal,
): SdkCall {
  const { model } = request;
  const sees = model.capabilities.vision || traits.input?.includes('image') === true;
  // The Anthropic dialect requires a limit.
  const fallback = traits.endpoint === 'messages' ? model.maxOutputTokens : undefined;
  const maxOutputTokens = request.maxOutputTokens ?? fallback;
  const providerOptions = optionsOf(traits, providerId, request.cacheKey ?? 'office');
  return {
    prompt: sdkPrompt(request.messages, {
      providerId,
      modelId: model.id,
      traits,
      sees,
      refusesReasoning: request.refusesReasoning === true,
    }),
    ...toolsOf(request, providerId),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(providerOptions && { providerOptions }),
    abortSignal,
  };
}

/** Providers without a tool choice, which would keep calling tools that they are shown. */
const knowsNoChoice = ['local'];

/**
 * Tools stay listed even if they must not be called, because prompt caches and bound reasoning
 * depend on the list.
 */
function toolsOf(
  { tools, toolChoice }: ProviderRequest,
  providerId: string,
): Pick<SdkCall, 'tools' | 'toolChoice'> {
  const leftOut = toolChoice === 'none' && knowsNoChoice.includes(providerId);
  if (tools.length === 0 || leftOut) return {};
  return {
    tools: tools.map((tool) => sdkTool(tool, providerId)),
    toolChoice: { type: toolChoice ?? 'auto' },
  };
}

/**
 * Nothing is stored at the provider: reasoning comes encrypted and is sent back with the
 * conversation.
 */
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

/** Providers that refuse a schema with `additionalProperties`. */
const takesNoMaps: readonly string[] = ['gemini'];

function sdkTool({ name, description, parameters, withMaps }: ToolSchema, to: string): SdkTool {
  const inputSchema = takesNoMaps.includes(to) ? parameters : (withMaps ?? parameters);
  return { type: 'function', name, description, inputSchema };
}

/**
 * Sends a request built by the SDK and takes the answer before the SDK reads it.
 * @throws the SDK's error for a refusal
 */
export async function askProvider(
  { model }: SdkTarget,
  call: SdkCall,
  mode: 'streamed' | 'whole',
): Promise<Response> {
  try {
    await (mode === 'streamed' ? model.doStream(call) : model.doGenerate(call));
  } catch (thrown) {
    const answered = causesOf(thrown).find((cause) => cause instanceof Answered);
    if (answered !== undefined) return answered.response;
    throw thrown;
  }
  throw new Error('the SDK answered by itself');
}
