import { isPlainObject } from '../../platform/config/entry-values.js';
import { JsonMeter } from '../../platform/text/foreign-json.js';
import { vendorLimits } from '../vendor-limits.js';
import { reportedPaths } from './reported-paths.js';
import { readableText, readTextOutput, type ReadOutput } from './read-text-output.js';

type Event = Readonly<Record<string, unknown>>;

/**
 * Output that is one JSON event a line, as `codex exec --json` writes it, in the shapes of its
 * versions. The answer is the completed messages of the agent, else the pieces it streamed, else
 * the output as it came (behaviour-plugins.md 5.4).
 */
export function readCodexOutput(stdout: string): ReadOutput {
  const events = lastEvents(stdout);
  const messages = events.flatMap((event) => completedMessage(event) ?? []);
  const deltas = events.flatMap((event) => delta(event) ?? []);
  const said = messages.length > 0 ? messages.join('\n\n') : deltas.join('');
  const text = readableText(said);
  const turnStatus = events.flatMap((event) => statusOfTurn(event) ?? []).at(-1) ?? null;
  const paths = reportedPaths(events);
  if (text === '') return { ...readTextOutput(stdout), paths, turnStatus };
  return { text, paths, turnStatus, parsed: true };
}

/**
 * The events at the end of the output, in their order: as many as may be parsed at once. A harness
 * says its answer last.
 */
function lastEvents(stdout: string): readonly Event[] {
  const events: Event[] = [];
  const meter = new JsonMeter();
  let tried = 0;
  for (const line of linesFromEnd(stdout)) {
    if (!line.startsWith('{')) continue;
    meter.add(Buffer.from(line));
    tried += 1;
    if (meter.isTooMuch || tried > vendorLimits.events) break;
    const event = parseEvent(line);
    if (event !== null) events.push(event);
  }
  return events.reverse();
}

function* linesFromEnd(text: string): Generator<string> {
  let end = text.length;
  for (let lines = 0; end >= 0 && lines < vendorLimits.outputLines; lines += 1) {
    const start = end === 0 ? -1 : text.lastIndexOf('\n', end - 1);
    yield text.slice(start + 1, end);
    end = start;
  }
}

function parseEvent(line: string): Event | null {
  try {
    const event: unknown = JSON.parse(line);
    return isPlainObject(event) ? event : null;
  } catch {
    return null;
  }
}

/** `item.completed` with an agent's message, or the older `msg` of that type. */
function completedMessage(event: Event): string | undefined {
  const item = isPlainObject(event.item) ? event.item : {};
  if (event.type === 'item.completed' && isAgentMessage(item.type)) return text(item.text);
  const message = isPlainObject(event.msg) ? event.msg : {};
  return isAgentMessage(message.type) ? text(message.message) : undefined;
}

function isAgentMessage(type: unknown): boolean {
  return type === 'agent_message' || type === 'assistant_message' || type === 'agentMessage';
}

function delta(event: Event): string | undefined {
  const source = [event, event.msg, event.params].find(
    (part) => isPlainObject(part) && typeof part.delta === 'string',
  );
  const type = text(event.type) ?? text(event.method) ?? typeOf(event.msg) ?? '';
  if (!isPlainObject(source) || !isMessageDelta(type)) return undefined;
  return text(source.delta);
}

function typeOf(message: unknown): string | undefined {
  return isPlainObject(message) ? text(message.type) : undefined;
}

/** `turn: { status }`, or an event named for the end of the turn. */
function statusOfTurn(event: Event): string | undefined {
  const turn = isPlainObject(event.turn) ? event.turn : {};
  const named = text(event.type)?.match(/^turn\.(completed|failed|interrupted)$/)?.[1];
  return text(turn.status) ?? named;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** `message` somewhere before a `delta` at the end, in any case. */
function isMessageDelta(type: string): boolean {
  const name = type.toLowerCase();
  const start = name.indexOf('message');
  return (
    start >= 0 && name.endsWith('delta') && start + 'message'.length <= name.length - 'delta'.length
  );
}
