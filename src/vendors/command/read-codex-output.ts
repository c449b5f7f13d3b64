import { isPlainObject } from '../../platform/config/entry-values.js';
import { sanitizeOutput } from '../../tools/sanitize-output.js';
import { reportedPaths } from './reported-paths.js';
import { readTextOutput, type ReadOutput } from './read-text-output.js';

type Event = Readonly<Record<string, unknown>>;

/**
 * Output that is one JSON event a line, as `codex exec --json` writes it, in the shapes of its
 * versions. The answer is the completed messages of the agent, else the pieces it streamed, else
 * the output as it came (behaviour-plugins.md 5.4).
 */
export function readCodexOutput(stdout: string): ReadOutput {
  const events = stdout.split('\n').flatMap(parseEvent);
  const messages = events.flatMap((event) => completedMessage(event) ?? []);
  const deltas = events.flatMap((event) => delta(event) ?? []);
  const said = messages.length > 0 ? messages.join('\n\n') : deltas.join('');
  const text = sanitizeOutput(said).trim();
  const turnStatus = events.flatMap((event) => statusOfTurn(event) ?? []).at(-1) ?? null;
  const paths = reportedPaths(events);
  if (text === '') return { ...readTextOutput(stdout), paths, turnStatus };
  return { text, paths, turnStatus, parsed: true };
}

function parseEvent(line: string): Event[] {
  try {
    const event: unknown = JSON.parse(line);
    return isPlainObject(event) ? [event] : [];
  } catch {
    return [];
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
  if (!isPlainObject(source) || !/message.*delta$/i.test(type)) return undefined;
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
