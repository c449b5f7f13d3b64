import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { fieldsOf } from './foreign-values.js';
import { jsonValuesIn } from './json-values.js';

/** Limit of an answer, bytes. */
const mostBytes = 64 * 1024 * 1024;

/** A web page arrived instead of an answer. */
export class WebPageAnswer extends Error {
  constructor(readonly page: string) {
    super('a web page');
    this.name = 'WebPageAnswer';
  }
}

type Form = 'events' | 'json' | 'page';

/**
 * Parses an answer's JSON values by its actual format, not its declared type: server-sent events as
 * they arrive, or the whole body at its end. Invalid JSON is left out.
 * @param onBytes called for any data, including comments
 * @throws WebPageAnswer if the body is a web page
 */
export async function* answerItems(
  body: AsyncIterable<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<unknown> {
  const decoder = new TextDecoder();
  const events = new Events();
  let form: Form | null = null;
  let held = '';
  let total = 0;
  for await (const bytes of body) {
    onBytes();
    total += bytes.byteLength;
    if (total > mostBytes) throw new Error(`the answer was larger than ${mostBytes} bytes`);
    held += decoder.decode(bytes, { stream: true });
    form ??= formOf(held);
    if (form !== 'events') continue;
    for (const event of events.take(held)) {
      if (isLast(event)) return;
      yield* eventIn(event);
    }
    held = '';
  }
  held += decoder.decode();
  if (form === 'page') throw new WebPageAnswer(held);
  if (form === 'json') yield* jsonIn(held);
  // The last event may lack its final blank line.
  else for (const event of events.take(`${held}\n\n`)) if (!isLast(event)) yield* eventIn(event);
}

/** Splits a growing text into events, with any line ends. A line without a field is an event. */
class Events {
  private read: EventSourceMessage[] = [];
  private readonly parser = createParser({
    onEvent: (event) => this.read.push(event),
    onError: ({ type, line = '' }) => {
      if (type === 'unknown-field') this.read.push({ data: line.replace(/^\s*data:/i, '') });
    },
  });

  take(text: string): readonly EventSourceMessage[] {
    this.read = [];
    this.parser.feed(text);
    return this.read;
  }
}

/** An event's name replaces a missing type in its data. */
function* eventIn({ event: name, data }: EventSourceMessage): Generator<unknown> {
  if (name === undefined) {
    yield* jsonIn(data);
    return;
  }
  const values = [...jsonIn(data)];
  if (values.length === 0 && name === 'error') yield { type: name, message: data };
  for (const value of values) {
    const fields = fieldsOf(value);
    yield 'type' in fields || fields !== value ? value : { type: name, ...fields };
  }
}

/** Determined by the first non-blank character; null: none yet. */
function formOf(beginning: string): Form | null {
  const first = beginning.trimStart().at(0);
  if (first === undefined) return null;
  if (first === '<') return 'page';
  return first === '{' || first === '[' ? 'json' : 'events';
}

/** The end marker of a stream in any spelling. */
function isLast({ data }: EventSourceMessage): boolean {
  return /^\s*["']?\[done\]["']?\s*$/i.test(data);
}

/** A list is a list of events. */
function* jsonIn(text: string): Generator<unknown> {
  for (const value of jsonValuesIn(text)) {
    if (Array.isArray(value)) yield* value;
    else yield value;
  }
}
