import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { parsedOrUndefined } from '#platform/text/parsed-or-undefined.js';
import { fieldsOf } from './foreign-values.js';

/** Most of an answer that is read, bytes. */
const mostBytes = 64 * 1024 * 1024;

/** Where an answer was expected, a page for people came. */
export class WebPageAnswer extends Error {
  constructor(readonly page: string) {
    super('a web page');
    this.name = 'WebPageAnswer';
  }
}

type Form = 'events' | 'json' | 'page';

/**
 * The JSON values of an answer, by what its body is and not by what it is labelled: the data of
 * server-sent events as they come, or the whole body at its end. What is no JSON is left out.
 * @param onBytes something arrived, be it a comment
 * @throws WebPageAnswer where the body is a page
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
  // The last event may lack the blank line behind it.
  else for (const event of events.take(`${held}\n\n`)) if (!isLast(event)) yield* eventIn(event);
}

/** The events in a text that goes on, whatever ends its lines. */
class Events {
  private read: EventSourceMessage[] = [];
  private readonly parser = createParser({ onEvent: (event) => this.read.push(event) });

  take(text: string): readonly EventSourceMessage[] {
    this.read = [];
    this.parser.feed(text);
    return this.read;
  }
}

/** The name of an event stands for the type that its data leaves out. */
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

/** By the first character that is no blank; null: none has come yet. */
function formOf(beginning: string): Form | null {
  const first = beginning.trimStart().at(0);
  if (first === undefined) return null;
  if (first === '<') return 'page';
  return first === '{' || first === '[' ? 'json' : 'events';
}

/** The last word of a stream, however it is written. */
function isLast({ data }: EventSourceMessage): boolean {
  return /^\s*["']?\[done\]["']?\s*$/i.test(data);
}

/** A list is a list of events; lines of JSON are one event each. */
function* jsonIn(text: string): Generator<unknown> {
  const whole = parsedOrUndefined(text);
  if (Array.isArray(whole)) yield* whole;
  else if (whole !== undefined) yield whole;
  else if (text.includes('\n')) yield* text.split('\n').map(parsedOrUndefined).filter(isValue);
}

function isValue(value: unknown): boolean {
  return value !== undefined;
}
