import { z } from 'zod';
import { lenient } from '../../platform/text/foreign-fields.js';
import { JsonMeter, parsedOrUndefined } from '../../platform/text/foreign-json.js';
import { vendorLimits } from '../vendor-limits.js';
import { reportedPaths } from './reported-paths.js';
import { readableText, readTextOutput, type ReadOutput } from './read-text-output.js';

const text = lenient(z.string().min(1));
const delta = lenient(z.string());

const eventSchema = z.object({
  type: text,
  method: text,
  delta,
  item: z.object({ type: text, text }).catch({}),
  msg: z.object({ type: text, message: text, delta }).catch({}),
  params: z.object({ delta }).catch({}),
  turn: z.object({ status: text }).catch({}),
});

type Event = z.output<typeof eventSchema>;

interface ReadLine {
  readonly event: Event;
  /** As parsed. */
  readonly whole: unknown;
}

/**
 * Parses one JSON event per line, as written by `codex exec --json` in its versions. The answer is
 * the agent's completed messages, else its streamed pieces, else the raw output.
 */
export function readCodexOutput(stdout: string): ReadOutput {
  const lines = lastLines(stdout);
  const events = lines.map(({ event }) => event);
  const messages = events.flatMap((event) => completedMessage(event) ?? []);
  const deltas = events.flatMap((event) => messageDelta(event) ?? []);
  const said = messages.length > 0 ? messages.join('\n\n') : deltas.join('');
  const answer = readableText(said);
  const turnStatus = events.flatMap((event) => statusOfTurn(event) ?? []).at(-1) ?? null;
  const paths = reportedPaths(lines.map(({ whole }) => whole));
  if (answer === '') return { ...readTextOutput(stdout), paths, turnStatus };
  return { text: answer, paths, turnStatus, parsed: true };
}

/** The last events of the output, in order, as many as may be parsed: the answer comes last. */
function lastLines(stdout: string): readonly ReadLine[] {
  const lines: ReadLine[] = [];
  const meter = new JsonMeter();
  let tried = 0;
  for (const line of linesFromEnd(stdout)) {
    if (!line.startsWith('{')) continue;
    meter.add(Buffer.from(line));
    tried += 1;
    if (meter.isTooMuch || tried > vendorLimits.events) break;
    const read = readLine(line);
    if (read !== null) lines.push(read);
  }
  return lines.reverse();
}

function* linesFromEnd(text: string): Generator<string> {
  let end = text.length;
  for (let lines = 0; end >= 0 && lines < vendorLimits.outputLines; lines += 1) {
    const start = end === 0 ? -1 : text.lastIndexOf('\n', end - 1);
    yield text.slice(start + 1, end);
    end = start;
  }
}

function readLine(line: string): ReadLine | null {
  const whole = parsedOrUndefined(line);
  const read = eventSchema.safeParse(whole);
  return read.success ? { event: read.data, whole } : null;
}

/** `item.completed` with an agent's message, or the older `msg` of that type. */
function completedMessage({ type, item, msg }: Event): string | undefined {
  if (type === 'item.completed' && isAgentMessage(item.type)) return item.text;
  return isAgentMessage(msg.type) ? msg.message : undefined;
}

function isAgentMessage(type: string | undefined): boolean {
  return type === 'agent_message' || type === 'assistant_message' || type === 'agentMessage';
}

function messageDelta(event: Event): string | undefined {
  const type = event.type ?? event.method ?? event.msg.type ?? '';
  return isMessageDelta(type) ? (event.delta ?? event.msg.delta ?? event.params.delta) : undefined;
}

/** `turn: { status }`, or an event named after the turn's end. */
function statusOfTurn({ type, turn }: Event): string | undefined {
  return turn.status ?? type?.match(/^turn\.(completed|failed|interrupted)$/)?.[1];
}

/** `message` followed by a final `delta`, in any case. */
function isMessageDelta(type: string): boolean {
  const name = type.toLowerCase();
  const start = name.indexOf('message');
  return (
    start >= 0 && name.endsWith('delta') && start + 'message'.length <= name.length - 'delta'.length
  );
}
