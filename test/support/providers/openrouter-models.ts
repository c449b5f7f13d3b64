/** One of OpenRouter's models: context, maximum output, and USD per million tokens. */
export interface RoutedModel {
  readonly context: number;
  readonly output: number;
  readonly price: { readonly in: number; readonly out: number; readonly cached: number };
  readonly tools: boolean;
  readonly reasons: boolean;
  readonly sees: boolean;
  /** Set if it answers with images or vectors instead of text. */
  readonly makes?: 'image' | 'embeddings';
}

type Row = readonly [number, number, number, number, number, string];

/** Part of https://openrouter.ai/api/v1/models, November 2026. */
const rows: Readonly<Record<string, Row>> = {
  'anthropic/claude-fable-5.2': [1000000, 128000, 8, 40, 0.2, 'tools reasoning image'],
  'anthropic/claude-opus-5.5': [1000000, 128000, 4, 20, 0.2, 'tools reasoning image'],
  'anthropic/claude-sonnet-5.5': [1000000, 128000, 2, 10, 0.1, 'tools reasoning image'],
  'anthropic/claude-haiku-5.5': [1000000, 128000, 0.1, 0.5, 0.01, 'tools reasoning image'],
  'openai/gpt-6-astra': [1050000, 128000, 10, 50, 1, 'tools reasoning image'],
  'openai/gpt-6.1-sol': [1050000, 128000, 2, 10, 0.1, 'tools reasoning image'],
  'openai/gpt-6.1-terra': [1050000, 128000, 1, 5, 0.05, 'tools reasoning image'],
  'openai/gpt-6-luna': [1050000, 128000, 0.1, 0.5, 0.01, 'tools reasoning image'],
  'openai/gpt-oss-120b': [131072, 65536, 0.15, 0.6, 0.075, 'tools reasoning'],
  'google/gemini-4-argon': [1048576, 943718, 2, 10, 0.1, 'tools reasoning image'],
  'google/gemini-3.8-flash': [1048576, 65536, 0.825, 4.125, 0.0825, 'tools reasoning image'],
  'google/gemini-3.5-flash-lite': [1048576, 65536, 0.3, 2.5, 0.03, 'tools reasoning image'],
  'google/gemma-4-31b-it:free': [262144, 32768, 0, 0, 0, 'tools reasoning image'],
  'deepseek/deepseek-v4.1-flash': [1048576, 943718, 0.006, 0.5, 0.005, 'tools reasoning image'],
  'deepseek/deepseek-v4-pro': [1024000, 384000, 0.95526, 1.91052, 0.079605, 'tools reasoning'],
  'deepseek/deepseek-chat': [163840, 16384, 0.32, 0.89, 0, 'tools'],
  'moonshotai/kimi-k3.1-pro': [1048576, 131072, 2, 10, 0.2, 'tools reasoning image'],
  'moonshotai/kimi-k3': [1048576, 131072, 0.192, 16, 0.182, 'tools reasoning image'],
  'x-ai/grok-4.7': [500000, 450000, 2, 6, 0.5, 'tools reasoning image'],
  'z-ai/glm-5.3': [1048576, 943718, 0.0699, 1.4, 0.0689, 'tools reasoning'],
  'z-ai/glm-5.3-flash': [1048575, 943717, 0.15, 0.5, 0.03, 'tools reasoning image'],
  'qwen/qwen3.8-27b': [262144, 235929, 0.15, 1.875, 0.0375, 'tools reasoning image'],
  'qwen/qwen3-coder': [262144, 65536, 0.3, 1, 0.1, 'tools'],
  'mistralai/mistral-large-4-0': [1048576, 262144, 0.7, 2.1, 0.07, 'tools reasoning image'],
  'mistralai/devstral-2512': [262144, 209715, 0.4, 2, 0.04, 'tools'],
  'meta-llama/llama-3.3-70b-instruct': [128000, 115200, 0.71, 0.71, 0.71, 'tools'],
  'minimax/minimax-m3': [524288, 512000, 0.3, 1.2, 0.06, 'tools reasoning image'],
  'nvidia/nemotron-3.5-lightning:free': [1000000, 65536, 0, 0, 0, 'tools reasoning'],
  'nousresearch/hermes-4-405b': [131072, 131072, 1, 3, 0, 'reasoning'],
  'google/gemini-3-pro-image': [65536, 32768, 2, 12, 0, 'image makes-images'],
  'openai/gpt-image-2.6-flare': [32768, 16384, 5, 20, 0, 'image makes-images'],
};

export const routedModels: Readonly<Record<string, RoutedModel>> = Object.fromEntries(
  Object.entries(rows).map(([id, [context, output, priceIn, priceOut, cached, flags]]) => [
    id,
    {
      context,
      output,
      price: { in: priceIn, out: priceOut, cached },
      tools: flags.includes('tools'),
      reasons: flags.includes('reasoning'),
      sees: /\bimage\b/.test(flags),
      ...(flags.includes('makes-images') && { makes: 'image' as const }),
    },
  ]),
);

/** An entry of the list: https://openrouter.ai/docs/api/api-reference/models/get-models */
export function listedModel([id, model]: [string, RoutedModel]): unknown {
  const perToken = (dollars: number): string => String(dollars / 1e6);
  const { context, output, price, tools, reasons, sees, makes } = model;
  const parameters = ['max_tokens', 'temperature', 'stop', 'seed'];
  return {
    id,
    canonical_slug: id,
    name: id,
    created: 1_790_000_000,
    context_length: context,
    architecture: {
      modality: `text${sees ? '+image' : ''}->${makes === 'image' ? 'text+image' : 'text'}`,
      input_modalities: sees ? ['text', 'image'] : ['text'],
      output_modalities: makes === 'image' ? ['image', 'text'] : ['text'],
      tokenizer: 'Other',
      instruct_type: null,
    },
    pricing: {
      prompt: perToken(price.in),
      completion: perToken(price.out),
      input_cache_read: perToken(price.cached),
      request: '0',
      image: '0',
    },
    top_provider: { context_length: context, max_completion_tokens: output, is_moderated: false },
    supported_parameters: [
      ...parameters,
      ...(tools ? ['tools', 'tool_choice'] : []),
      ...(reasons ? ['reasoning', 'include_reasoning'] : []),
    ],
  };
}
