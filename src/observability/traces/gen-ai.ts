import type { ModelTried } from '../../platform/telemetry/observations.js';
import type { UsageRecord } from '../../protocol/records/work.js';
import type { Attributes } from './span.js';

/**
 * Attribute names of OpenTelemetry's generative AI conventions, which still change: they stand only
 * here. No text of prompts or answers is included.
 */
const providerNames: Readonly<Record<string, string>> = {
  anthropic: 'anthropic',
  deepseek: 'deepseek',
  gemini: 'gcp.gemini',
  mistral: 'mistral_ai',
  openai: 'openai',
};

type CalledModel = Pick<ModelTried, 'providerId' | 'modelId' | 'usage' | 'firstOutputMs'>;

/** Attributes of a model request. */
export function modelCallAttributes(call: CalledModel): Attributes {
  const { providerId, modelId, usage, firstOutputMs } = call;
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': providerNames[providerId] ?? providerId,
    'gen_ai.request.model': modelId,
    'gen_ai.response.time_to_first_chunk':
      firstOutputMs === null ? undefined : firstOutputMs / 1000,
    ...usageAttributes(usage),
  };
}

/** Attributes of an employee's turn. */
export function agentAttributes(roleId: string, usage: UsageRecord): Attributes {
  return {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.id': roleId,
    ...usageAttributes(usage),
  };
}

/** Attributes of a tool call, without arguments and result. */
export function toolAttributes(name: string, callId: string): Attributes {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    'gen_ai.tool.call.id': callId,
  };
}

function usageAttributes(usage: UsageRecord): Attributes {
  return {
    'gen_ai.usage.input_tokens': usage.tokensIn,
    'gen_ai.usage.output_tokens': usage.tokensOut,
    'gen_ai.usage.cache_read.input_tokens': usage.cachedTokens,
    'gen_ai.usage.cache_creation.input_tokens': usage.cacheWriteTokens,
    'gen_ai.usage.reasoning.output_tokens': usage.reasoningTokens,
  };
}
