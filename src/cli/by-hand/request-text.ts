import { createHash } from 'node:crypto';
import { z } from 'zod';
import { anyList, anything, lenient } from '#platform/text/foreign-fields.js';

const shownCall = z.object({
  id: lenient(z.string()),
  function: lenient(z.object({ name: lenient(z.string()), arguments: lenient(z.string()) })),
});

const message = z.object({
  role: lenient(z.string()),
  content: anything,
  reasoning_content: lenient(z.string()),
  tool_call_id: lenient(z.string()),
  tool_calls: lenient(z.array(shownCall)),
});

const tool = z.object({
  function: lenient(
    z.object({ name: lenient(z.string()), description: lenient(z.string()), parameters: anything }),
  ),
});

const request = z.object({
  model: lenient(z.string()),
  messages: anyList,
  tools: anyList,
  tool_choice: anything,
  max_tokens: lenient(z.number()),
  max_completion_tokens: lenient(z.number()),
});

/** The readable parts of a file with any content. */
function readRequest(body: unknown): z.output<typeof request> {
  return request.safeParse(body).data ?? {};
}

/** Characters of the JSON of what a request sends. */
interface RequestSize {
  readonly messages: number;
  readonly tools: number;
}

/** A part of a request under its heading. */
interface Part {
  readonly heading: string;
  readonly text: string;
}

interface ShownRequest {
  readonly lines: readonly string[];
  /** The first request with each text, including this one. */
  readonly seen: Readonly<Record<string, string>>;
}

/** Characters from which a repeated text is shortened; a reference takes about as many. */
const shortest = 200;
const beginning = 80;

export function sizeOf(body: unknown): RequestSize {
  const { messages = [], tools = [] } = readRequest(body);
  return { messages: JSON.stringify(messages).length, tools: JSON.stringify(tools).length };
}

export function modelOf(body: unknown): string {
  return readRequest(body).model ?? 'unknown';
}

/**
 * A request as readable text. Texts of earlier requests are shortened to their beginning.
 * @param seen the first request with each text
 */
export function showRequest(
  number: string,
  body: unknown,
  seen: Readonly<Record<string, string>>,
): ShownRequest {
  const known: Record<string, string> = { ...seen };
  const { messages = [], tools = [], ...rest } = readRequest(body);
  const size = sizeOf(body);
  const lines = [
    `Request ${number}: model ${rest.model ?? 'unknown'}, ${messages.length} messages of ${size.messages} characters, ${tools.length} tools of ${size.tools}`,
    `tool_choice ${JSON.stringify(rest.tool_choice ?? null)}, at most ${rest.max_tokens ?? rest.max_completion_tokens ?? 'any number of'} tokens`,
  ];
  const parts = [...messages.map(messagePart), ...tools.map(toolPart)];
  for (const { heading, text } of parts) {
    lines.push('', `----- ${heading}`, ...shortened(text, number, known));
  }
  return { lines, seen: known };
}

function messagePart(value: unknown, index: number): Part {
  const read = message.safeParse(value);
  if (!read.success) return { heading: `[${index}]`, text: JSON.stringify(value) };
  const { role = '?', content, reasoning_content: reasoning, tool_calls: calls = [] } = read.data;
  const answers = read.data.tool_call_id;
  const texts = [
    ...(reasoning === undefined ? [] : [`(reasoning) ${reasoning}`]),
    ...(typeof content === 'string' ? [content] : []),
    ...(typeof content === 'object' && content !== null ? [JSON.stringify(content)] : []),
    ...calls.map(
      ({ id, function: called }) =>
        `CALL ${id ?? '?'} ${called?.name ?? '?'} ${called?.arguments ?? ''}`,
    ),
  ];
  const heading = `[${index}] ${role}${answers === undefined ? '' : ` (result of ${answers})`}`;
  return { heading, text: texts.join('\n\n') };
}

function toolPart(value: unknown): Part {
  const read = tool.safeParse(value).data?.function;
  if (read === undefined) return { heading: 'TOOL ?', text: JSON.stringify(value) };
  const { name = '?', description = '', parameters } = read;
  return { heading: `TOOL ${name}`, text: `${description}\n${JSON.stringify(parameters)}` };
}

/** Replaces neighbouring paragraphs of an earlier request by one line. */
function shortened(text: string, number: string, known: Record<string, string>): string[] {
  const lines: string[] = [];
  let run: { from: string; parts: string[] } | undefined;
  const close = () => {
    if (run !== undefined) lines.push(...referenceTo(run.from, run.parts.join('\n')));
    run = undefined;
  };
  for (const paragraph of text.split(/\n(?=#{1,6} |\n)/)) {
    const digest = createHash('sha256').update(paragraph).digest('base64url').slice(0, 16);
    const from = known[digest];
    if (from === undefined || from === number) {
      close();
      known[digest] = number;
      lines.push(paragraph);
    } else if (run?.from === from) {
      run.parts.push(paragraph);
    } else {
      close();
      run = { from, parts: [paragraph] };
    }
  }
  close();
  return lines;
}

function referenceTo(number: string, text: string): string[] {
  if (text.length < shortest) return [text];
  const begins = text.trimStart().slice(0, beginning).replaceAll(/\s+/g, ' ');
  return [`<<as in ${number}, ${text.length} characters: ${begins} …>>`];
}
