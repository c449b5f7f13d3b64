import { z } from 'zod';
import { openAiToolText } from './core/openai-words.js';
import { tokensOf } from './core/prompt-cache.js';
import type { Answer, Usage } from './core/reply.js';
import { idFrom, seal } from './core/signatures.js';
import { toolProblem } from './core/tool-limits.js';
import type { Call, Json, Turn } from './core/provider-rules.js';
import { effortOf, invalidOpenAi, openAiModel } from './openai-models.js';
import type { OpenAiModel } from './openai-models.js';
import { framesOf } from './openai-responses-events.js';
import { checkItems, inputItem, messagesOf, reasoningSeal } from './openai-responses-input.js';
import type { Stored } from './openai-responses-input.js';

const bodySchema = z.looseObject({
  model: z.string(),
  input: z.union([z.string(), z.array(inputItem)]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  store: z.boolean().nullish(),
  include: z.array(z.string()).nullish(),
  reasoning: z
    .looseObject({ effort: z.string().nullish(), summary: z.string().nullish() })
    .nullish(),
  tools: z
    .array(
      z.looseObject({
        type: z.literal('function'),
        name: z.string(),
        description: z.string().nullish(),
        parameters: z.record(z.string(), z.unknown()).nullish(),
      }),
    )
    .nullish(),
  tool_choice: z.unknown().optional(),
  max_output_tokens: z.number().nullish(),
  temperature: z.number().nullish(),
  prompt_cache_key: z.string().nullish(),
});
type Body = z.infer<typeof bodySchema>;

const fields = new Set(
  [
    'model input instructions stream stream_options store include reasoning tools tool_choice',
    'parallel_tool_calls max_output_tokens max_tool_calls temperature top_p metadata text truncation',
    'previous_response_id prompt_cache_key prompt_cache_retention prompt_cache_options background',
    'safety_identifier service_tier user conversation prompt top_logprobs context_management',
  ].flatMap((line) => line.split(' ')),
);
/** Fields of chat completions that have other names here. */
const moved: Readonly<Record<string, string>> = {
  reasoning_effort: 'reasoning.effort',
  max_tokens: 'max_output_tokens',
  max_completion_tokens: 'max_output_tokens',
  response_format: 'text.format',
  messages: 'input',
};
const leastOutput = 16;

/** OpenAI's Responses API. */
export function openAiResponses(call: Call, stored: Stored): Turn {
  const body = read(call);
  const model = openAiModel(body.model, 'responses');
  const effort = effortOf(model, body.reasoning?.effort, 'reasoning.effort');
  checkParameters(body, model, effort);
  checkTools(body);
  const items = itemsOf(body);
  checkItems(items, stored, call);
  const segments = [...(body.tools ?? []), body.instructions ?? '', ...items].map((entry) => ({
    text: JSON.stringify(entry),
  }));
  if (tokensOf(segments) > model.context) {
    const message =
      'Your input exceeds the context window of this model. Please adjust your input and try again.';
    throw invalidOpenAi('context', { message, param: 'input', code: 'context_length_exceeded' });
  }
  const closed = body.tool_choice === 'none';
  return {
    conversation: {
      provider: 'openai',
      model: body.model,
      messages: messagesOf(body.instructions, items),
      toolNames: closed ? [] : (body.tools ?? []).map(({ name }) => name),
    },
    segments,
    cacheLane: `${body.model} ${body.prompt_cache_key ?? segments[0]?.text.slice(0, 1000)}`,
    billsCacheWrites: model.billsCacheWrites,
    streamed: body.stream === true,
    thinks: effort !== 'none' && model.efforts.length > 0,
    outputLimit: body.max_output_tokens ?? model.mostOutput,
    callId: (_name, index) => `call_${idFrom(`responses ${call.number} ${index}`, 24)}`,
    frames: (answer, usage) => framesOf(response(call, body, answer, usage, stored)),
    whole: (answer, usage) => response(call, body, answer, usage, stored),
  };
}

function itemsOf({ input }: Body): z.infer<typeof inputItem>[] {
  return typeof input === 'string' ? [{ role: 'user', content: input }] : input;
}

function read({ body: given }: Call): Body {
  for (const name of Object.keys(given)) {
    const place = moved[name];
    if (place !== undefined) {
      const message = `Unsupported parameter: '${name}'. In the Responses API, this parameter has moved to '${place}'. Try again with the new parameter. See the API documentation for more information: https://platform.openai.com/docs/api-reference/responses/create.`;
      throw invalidOpenAi('moved-field', { message, param: name, code: 'unsupported_parameter' });
    }
    if (!fields.has(name)) {
      const message = `Unknown parameter: '${name}'.`;
      throw invalidOpenAi('unknown-field', { message, param: name, code: 'unknown_parameter' });
    }
  }
  const parsed = bodySchema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const param = issue?.path.join('.') ?? '';
  throw invalidOpenAi('shape', {
    message: `Invalid type for '${param}': ${issue?.message}`,
    param,
    code: 'invalid_type',
  });
}

function checkParameters(body: Body, model: OpenAiModel, effort: string): void {
  const { temperature, max_output_tokens: limit } = body;
  const samples = temperature !== undefined && temperature !== null;
  if (samples && model.efforts.length > 0 && effort !== 'none') {
    const message = "Unsupported parameter: 'temperature' is not supported with this model.";
    throw invalidOpenAi('temperature', { message, param: 'temperature', code: null });
  }
  // https://github.com/OpenHands/software-agent-sdk/pull/1208
  if (model.efforts.length === 0 && body.include?.includes('reasoning.encrypted_content')) {
    const message = 'Encrypted content is not supported with this model.';
    throw invalidOpenAi('encrypted', { message, param: 'include', code: null });
  }
  if (limit !== undefined && limit !== null && limit < leastOutput) {
    const message = `Invalid 'max_output_tokens': integer below minimum value. Expected a value >= ${leastOutput}, but got ${limit} instead.`;
    const param = 'max_output_tokens';
    throw invalidOpenAi('output-limit', { message, param, code: 'integer_below_min_value' });
  }
}

function checkTools(body: Body): void {
  const tools = (body.tools ?? []).map(({ parameters, ...tool }) => ({
    ...tool,
    schema: parameters,
  }));
  const problem = toolProblem(tools);
  if (problem !== null) throw invalidOpenAi(`tools: ${problem.kind}`, openAiToolText(problem, ''));
}

/** The response as it is at its end. */
function response(call: Call, body: Body, answer: Answer, usage: Usage, stored: Stored): Json {
  const seed = `responses ${call.number}`;
  const output = outputOf(seed, body, answer);
  remember(output, body, stored);
  const { ending } = answer;
  const cut = ending === 'length' || ending === 'filtered';
  const reason = ending === 'filtered' ? 'content_filter' : 'max_output_tokens';
  return {
    id: `resp_${idFrom(seed, 48)}`,
    object: 'response',
    created_at: 1_795_000_000,
    status: cut ? 'incomplete' : 'completed',
    error: null,
    incomplete_details: cut ? { reason } : null,
    model: body.model,
    output,
    parallel_tool_calls: true,
    reasoning: { effort: body.reasoning?.effort ?? null, summary: body.reasoning?.summary ?? null },
    store: body.store ?? true,
    tool_choice: 'auto',
    tools: body.tools ?? [],
    usage: {
      input_tokens: usage.input,
      input_tokens_details: { cached_tokens: usage.cached, cache_write_tokens: usage.written },
      output_tokens: usage.output,
      output_tokens_details: { reasoning_tokens: usage.reasoning },
      total_tokens: usage.input + usage.output,
    },
  };
}

function outputOf(seed: string, body: Body, { reasoning, text, calls, ending }: Answer): Json[] {
  const sealed = body.include?.includes('reasoning.encrypted_content') === true;
  const summarised = typeof body.reasoning?.summary === 'string' && reasoning !== null;
  const said =
    ending === 'refused'
      ? { type: 'refusal', refusal: text }
      : { type: 'output_text', text, annotations: [], logprobs: [] };
  return [
    ...(reasoning === null
      ? []
      : [
          {
            id: `rs_${idFrom(`${seed} rs`, 48)}`,
            type: 'reasoning',
            summary: summarised ? [{ type: 'summary_text', text: reasoning }] : [],
            ...(sealed && { encrypted_content: seal(reasoningSeal, reasoning) }),
          },
        ]),
    ...(text === ''
      ? []
      : [
          {
            id: `msg_${idFrom(`${seed} msg`, 48)}`,
            type: 'message',
            status: 'completed',
            role: 'assistant',
            content: [said],
          },
        ]),
    ...calls.map(({ id, name, arguments: args }, index) => ({
      id: `fc_${idFrom(`${seed} fc ${index}`, 48)}`,
      type: 'function_call',
      status: 'completed',
      call_id: id,
      name,
      arguments: args,
    })),
  ];
}

function remember(output: readonly Json[], { store }: Body, stored: Stored): void {
  const reasoning = output.find(({ type }) => type === 'reasoning');
  if (reasoning === undefined) return;
  const id = String(reasoning['id']);
  if (store !== false) stored.reasoning.set(id, { sealed: '' });
  for (const { type, call_id: callId } of output) {
    if (type === 'function_call') stored.beforeCall.set(String(callId), id);
  }
}
