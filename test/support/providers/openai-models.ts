import { Refusal } from './core/refusal.js';
import type { Worded } from './core/openai-words.js';

/** Properties of a model at OpenAI's endpoints. */
export interface OpenAiModel {
  readonly id: string;
  readonly context: number;
  readonly mostOutput: number;
  /** Accepted efforts; empty: it does not reason. */
  readonly efforts: readonly string[];
  /** The effort of a request without one. */
  readonly defaultEffort: string;
  /** Endpoints that serve it. */
  readonly endpoints: readonly ('chat' | 'responses')[];
  /** True if chat completions accept tools only with effort `none`. */
  readonly toolsNeedResponses: boolean;
  /** True if cache writes are billed, as since GPT-5.6. */
  readonly billsCacheWrites: boolean;
}

const full = ['none', 'low', 'medium', 'high', 'xhigh'];
const always = ['low', 'medium', 'high', 'xhigh', 'max'];
const both = ['chat', 'responses'] as const;
const responsesOnly = ['responses'] as const;

function newest(id: string, efforts: readonly string[]): OpenAiModel {
  return {
    id,
    context: 1_050_000,
    mostOutput: 128_000,
    efforts,
    defaultEffort: 'medium',
    endpoints: both,
    toolsNeedResponses: true,
    billsCacheWrites: true,
  };
}

function gpt5(
  id: string,
  efforts: readonly string[],
  rest: Partial<OpenAiModel> = {},
): OpenAiModel {
  return {
    ...newest(id, efforts),
    context: 400_000,
    defaultEffort: efforts.includes('none') ? 'none' : 'medium',
    toolsNeedResponses: false,
    billsCacheWrites: false,
    ...rest,
  };
}

function plain(id: string, context: number, mostOutput: number): OpenAiModel {
  return { ...gpt5(id, []), context, mostOutput, defaultEffort: 'none' };
}

function pro(id: string): OpenAiModel {
  return gpt5(id, ['medium', 'high', 'xhigh'], { endpoints: responsesOnly, context: 1_050_000 });
}

const oSeries = { context: 200_000, mostOutput: 100_000 };
const threeEfforts = ['low', 'medium', 'high'];

/** https://developers.openai.com/api/docs/models */
const conversational: readonly OpenAiModel[] = [
  newest('gpt-6-astra', always),
  newest('gpt-6.1-sol', always),
  newest('gpt-6.1-terra', [...full, 'max']),
  newest('gpt-6-sol', [...full, 'max']),
  newest('gpt-6-luna', [...full, 'max']),
  newest('gpt-5.6-sol', [...full, 'max']),
  newest('gpt-5.6-terra', [...full, 'max']),
  newest('gpt-5.6-luna', [...full, 'max']),
  pro('gpt-5.5-pro'),
  gpt5('gpt-5.5', full, { toolsNeedResponses: true, context: 1_050_000 }),
  gpt5('gpt-5.5-2026-04-23', full, { toolsNeedResponses: true, context: 1_050_000 }),
  pro('gpt-5.4-pro'),
  gpt5('gpt-5.4', full, { toolsNeedResponses: true, context: 1_050_000 }),
  gpt5('gpt-5.4-mini', full, { toolsNeedResponses: true }),
  gpt5('gpt-5.4-nano', full, { toolsNeedResponses: true }),
  gpt5('gpt-5.3-codex', full, { endpoints: responsesOnly }),
  gpt5('gpt-5.2', full),
  pro('gpt-5.2-pro'),
  gpt5('gpt-5.1', ['none', ...threeEfforts]),
  gpt5('gpt-5', ['minimal', ...threeEfforts]),
  gpt5('gpt-5-mini', ['minimal', ...threeEfforts]),
  gpt5('gpt-5-nano', ['minimal', ...threeEfforts]),
  gpt5('o3', threeEfforts, oSeries),
  gpt5('o4-mini', threeEfforts, oSeries),
  gpt5('o3-mini', threeEfforts, oSeries),
  gpt5('o3-pro', threeEfforts, { ...oSeries, endpoints: responsesOnly }),
  plain('gpt-4.1', 1_047_576, 32_768),
  plain('gpt-4.1-mini', 1_047_576, 32_768),
  plain('gpt-4.1-nano', 1_047_576, 32_768),
  plain('gpt-4o', 128_000, 16_384),
  plain('gpt-4o-mini', 128_000, 16_384),
  plain('gpt-4-turbo', 128_000, 4096),
  plain('gpt-3.5-turbo', 16_385, 4096),
];

/** Models in the list that cannot converse. */
const others = [
  'babbage-002',
  'davinci-002',
  'gpt-3.5-turbo-instruct',
  'text-embedding-3-small',
  'text-embedding-3-large',
  'text-embedding-ada-002',
  'omni-moderation-latest',
  'whisper-1',
  'tts-1',
  'tts-1-hd',
  'gpt-4o-mini-tts',
  'gpt-4o-transcribe',
  'gpt-4o-mini-transcribe',
  'gpt-audio',
  'gpt-audio-mini',
  'gpt-realtime-2',
  'gpt-realtime-mini',
  'gpt-image-1',
  'gpt-image-2.6-flare',
  'gpt-image-2.6-sunburst',
  'sora-2',
  'sora-2-pro',
  'o3-deep-research',
  'o4-mini-deep-research',
  'gpt-4o-search-preview',
  'gpt-4o-mini-search-preview',
  'computer-use-preview',
];

const byId = new Map(conversational.map((model) => [model.id, model]));

/** https://developers.openai.com/api/reference/resources/models: only ids and dates. */
export function openAiModelList(): unknown {
  const ids = [...byId.keys(), ...others];
  const data = ids.map((id) => ({
    id,
    object: 'model',
    created: 1_780_000_000,
    owned_by: 'system',
  }));
  return { object: 'list', data };
}

export function openAiError(
  rule: string,
  status: number,
  { message, param, code }: { message: string; param: string | null; code: string | null },
  type = 'invalid_request_error',
): Refusal {
  return new Refusal(rule, status, { error: { message, type, param, code } });
}

export function invalidOpenAi(rule: string, worded: Worded): Refusal {
  return openAiError(rule, 400, worded);
}

/** The model, if this endpoint serves it. */
export function openAiModel(id: string, endpoint: 'chat' | 'responses'): OpenAiModel {
  const model = byId.get(id);
  if (model === undefined) throw unknown(id, endpoint);
  if (model.endpoints.includes(endpoint)) return model;
  // https://github.com/openai/openai-node: models of only the Responses API.
  const message = 'This model is only supported in v1/responses and not in v1/chat/completions.';
  throw openAiError('endpoint', 404, { message, param: 'model', code: null });
}

function unknown(id: string, endpoint: string): Refusal {
  if (others.includes(id) && endpoint === 'chat') {
    const message =
      'This is not a chat model and thus not supported in the v1/chat/completions endpoint. Did you mean to use v1/completions?';
    return openAiError('conversational', 404, { message, param: 'model', code: null });
  }
  const message = `The model \`${id}\` does not exist or you do not have access to it.`;
  return openAiError('model', 404, { message, param: 'model', code: 'model_not_found' });
}

/** The effort of a request; refused if the model does not support it. */
export function effortOf(
  model: OpenAiModel,
  asked: string | null | undefined,
  param: string,
): string {
  if (asked === undefined || asked === null) return model.defaultEffort;
  if (model.efforts.length === 0) {
    const message = `Unsupported parameter: '${param}' is not supported with this model.`;
    throw invalidOpenAi('effort', { message, param, code: 'unsupported_parameter' });
  }
  if (model.efforts.includes(asked)) return asked;
  const known = model.efforts.map((effort) => `'${effort}'`).join(', ');
  const message = `Unsupported value: '${asked}' is not supported with the '${model.id}' model. Supported values are: ${known}.`;
  throw invalidOpenAi('effort', { message, param, code: 'unsupported_value' });
}
