import { isPlainObject } from '../../platform/config/entry-values.js';
import { cleaned } from '../../platform/text/cleaned.js';
import { clip } from '../../platform/text/clip.js';
import { readableText } from '../command/read-text-output.js';
import { looksLikePath } from '../command/reported-paths.js';
import { vendorLimits } from '../vendor-limits.js';

/** Something the agent does or wants to do. */
export interface AgentAction {
  readonly title: string | null;
  readonly kind: string | null;
  readonly status: string | null;
  /** As the agent wrote them. */
  readonly paths: readonly string[];
  /** Its arguments, or else what it shows of its work, as far as a person can be shown it. */
  readonly input: string | null;
}

/** Kinds of actions that leave files as they are. */
const harmlessKinds = new Set(['read', 'search', 'think', 'fetch', 'switch_mode']);

const nothingKnown: AgentAction = { title: null, kind: null, status: null, paths: [], input: null };

/**
 * What an agent said and did in a session, collected from its updates. Nothing is taken for
 * granted about an update, and what is kept has a limit.
 */
export class AcpTranscript {
  private readonly said: string[] = [];
  private saidCharacters = 0;
  private readonly actions = new Map<string, AgentAction>();

  take(update: unknown): void {
    if (!isPlainObject(update)) return;
    if (update.sessionUpdate === 'agent_message_chunk') this.addText(update.content);
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
      this.note(update);
    }
  }

  /** The agent's own words. */
  get text(): string {
    return readableText(this.said.join(''));
  }

  /** Paths of the actions that may have changed something. */
  get paths(): readonly string[] {
    const changing = [...this.actions.values()].filter(
      ({ kind }) => !harmlessKinds.has(kind ?? ''),
    );
    return [...new Set(changing.flatMap(({ paths }) => paths))].slice(0, vendorLimits.paths);
  }

  /** An action with what is known of it from before. */
  describe(call: unknown): AgentAction {
    if (!isPlainObject(call)) return nothingKnown;
    const known = this.actions.get(idOf(call)) ?? nothingKnown;
    return {
      title: shortText(call.title) ?? known.title,
      kind: shortText(call.kind) ?? known.kind,
      status: shortText(call.status) ?? known.status,
      paths: [...new Set([...known.paths, ...pathsOf(call)])].slice(0, vendorLimits.paths),
      input: inputOf(call) ?? known.input,
    };
  }

  private addText(content: unknown): void {
    if (!isPlainObject(content) || typeof content.text !== 'string') return;
    const left = vendorLimits.stdoutCharacters - this.saidCharacters;
    const text = clip(content.text, Math.max(left, 0));
    this.saidCharacters += text.length;
    if (text !== '') this.said.push(text);
  }

  private note(call: Readonly<Record<string, unknown>>): void {
    const id = idOf(call);
    if (!this.actions.has(id) && this.actions.size >= vendorLimits.toolCalls) return;
    this.actions.set(id, this.describe(call));
  }
}

function idOf({ toolCallId }: Readonly<Record<string, unknown>>): string {
  return clip(typeof toolCallId === 'string' ? toolCallId : '', vendorLimits.titleCharacters);
}

function inputOf({ rawInput, content }: Readonly<Record<string, unknown>>): string | null {
  const input = rawInput ?? content;
  if (input === undefined || input === null) return null;
  try {
    const written = JSON.stringify(input, beginningOf, 2);
    return cleaned(written, vendorLimits.inputCharacters, '…');
  } catch {
    // Nested deeper than can be written.
    return null;
  }
}

/** Of a text, what is shown of it at most: the whole of one long text would be written and cut. */
function beginningOf(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? clip(value, 4 * vendorLimits.inputCharacters) : value;
}

/** Of its locations, and of the differences it shows. */
function pathsOf({ locations, content }: Readonly<Record<string, unknown>>): readonly string[] {
  return [locations, content]
    .flatMap((list) => (Array.isArray(list) ? (list as readonly unknown[]) : []))
    .flatMap((item) => (isPlainObject(item) && typeof item.path === 'string' ? [item.path] : []))
    .filter(looksLikePath);
}

function shortText(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return cleaned(value.trim(), vendorLimits.titleCharacters, '…').trim() || null;
}
