import { z } from 'zod';

const toolCall = z.strictObject({
  id: z.string().min(1).optional(),
  name: z.string(),
  /** An object, or the JSON text of the arguments as the model would write it. */
  arguments: z.union([z.string(), z.looseObject({})]).default({}),
});

const answerSchema = z.strictObject({
  content: z.string().optional(),
  reasoning: z.string().optional(),
  tool_calls: z.array(toolCall).optional(),
  finish_reason: z.enum(['stop', 'tool_calls', 'length', 'content_filter']).optional(),
  usage: z
    .strictObject({
      prompt_tokens: z.int().min(0),
      completion_tokens: z.int().min(0),
      cached_tokens: z.int().min(0).optional(),
      reasoning_tokens: z.int().min(0).optional(),
    })
    .optional(),
  /** Breaks off the stream after content; without content it is the whole answer. */
  error: z
    .strictObject({
      status: z.int().min(400).max(599).default(500),
      message: z.string().default('Refused by hand.'),
      code: z.string().optional(),
      headers: z.record(z.string(), z.string()).default({}),
    })
    .optional(),
});

/** What an answer file says. */
export type Answer = z.output<typeof answerSchema>;

/** The answer in a file, or a sentence on why it is invalid. */
export function readAnswer(text: string): Answer | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
  const read = answerSchema.safeParse(value);
  if (read.success) return read.data;
  return read.error.issues
    .map(({ path, message }) => (path.length > 0 ? `${path.join('.')}: ${message}` : message))
    .join('; ');
}

/** The request that an answer is to. */
interface Asked {
  readonly number: string;
  readonly model: string;
  readonly characters: number;
  readonly streamsUsage: boolean;
}

/** A chat completion in one piece. */
export function completionOf(answer: Answer, asked: Asked): object {
  const calls = callsOf(answer, asked);
  return {
    id: `chatcmpl-${asked.number}`,
    object: 'chat.completion',
    created: 0,
    model: asked.model,
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: answer.content ?? null,
          ...(answer.reasoning !== undefined && { reasoning_content: answer.reasoning }),
          ...(calls.length > 0 && { tool_calls: calls }),
        },
        finish_reason: finishOf(answer),
      },
    ],
    usage: usageOf(answer, asked),
  };
}

/** The same answer as chunks of a stream; a stream that ends in an error has no final chunk. */
export function chunksOf(answer: Answer, asked: Asked): object[] {
  const head = { id: `chatcmpl-${asked.number}`, object: 'chat.completion.chunk', created: 0 };
  const chunk = (delta: object, finish: string | null = null): object => ({
    ...head,
    model: asked.model,
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  const said = [
    chunk({ role: 'assistant', content: '' }),
    ...piecesOf(answer.reasoning).map((piece) => chunk({ reasoning_content: piece })),
    ...piecesOf(answer.content).map((piece) => chunk({ content: piece })),
    ...callsOf(answer, asked).map((call, index) => chunk({ tool_calls: [{ index, ...call }] })),
  ];
  if (answer.error !== undefined) return [...said, errorOf(answer.error)];
  const usage = { ...head, model: asked.model, choices: [], usage: usageOf(answer, asked) };
  return [...said, chunk({}, finishOf(answer)), ...(asked.streamsUsage ? [usage] : [])];
}

/** An error as the dialect words it. */
export function errorOf({ message, code }: NonNullable<Answer['error']>): object {
  return { error: { message, type: 'by_hand', code: code ?? null } };
}

/** Whether anything is said before the error, if there is one. */
export function saysSomething({ content, reasoning, tool_calls: calls }: Answer): boolean {
  return content !== undefined || reasoning !== undefined || calls !== undefined;
}

function callsOf({ tool_calls: calls = [] }: Answer, { number }: Asked) {
  return calls.map(({ id, name, arguments: given }, index) => ({
    id: id ?? `call_${number}_${index}`,
    type: 'function',
    function: { name, arguments: typeof given === 'string' ? given : JSON.stringify(given) },
  }));
}

function finishOf({ finish_reason: finish, tool_calls: calls = [] }: Answer): string {
  return finish ?? (calls.length > 0 ? 'tool_calls' : 'stop');
}

const charactersOfToken = 4;

/** Usage from the answer, else an estimate; cached tokens only if the answer names them. */
function usageOf({ usage, ...answer }: Answer, { characters }: Asked): object {
  const tokensIn = usage?.prompt_tokens ?? Math.ceil(characters / charactersOfToken);
  const tokensOut =
    usage?.completion_tokens ?? Math.ceil(JSON.stringify(answer).length / charactersOfToken);
  const { cached_tokens: cached, reasoning_tokens: reasoning } = usage ?? {};
  return {
    prompt_tokens: tokensIn,
    completion_tokens: tokensOut,
    total_tokens: tokensIn + tokensOut,
    ...(cached !== undefined && {
      prompt_tokens_details: { cached_tokens: cached },
      prompt_cache_hit_tokens: cached,
      prompt_cache_miss_tokens: Math.max(0, tokensIn - cached),
    }),
    ...(reasoning !== undefined && { completion_tokens_details: { reasoning_tokens: reasoning } }),
  };
}

function piecesOf(text = ''): readonly string[] {
  return text.match(/[^]{1,200}/gu) ?? [];
}
