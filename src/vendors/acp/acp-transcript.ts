import { isPlainObject } from '../../platform/config/entry-values.js';
import { clip } from '../../platform/text/clip.js';
import { sanitizeOutput } from '../../tools/sanitize-output.js';
import { looksLikePath } from '../command/reported-paths.js';
import { vendorLimits } from '../vendor-limits.js';

/** Something the agent does or wants to do. */
export interface AgentAction {
  readonly title: string | null;
  readonly kind: string | null;
  readonly status: string | null;
  /** As the agent wrote them. */
  readonly paths: readonly string[];
}

/** Kinds of actions that leave files as they are. */
const harmlessKinds = new Set(['read', 'search', 'think', 'fetch', 'switch_mode']);

const nothingKnown: AgentAction = { title: null, kind: null, status: null, paths: [] };

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
    if (update.sessionUpdate === 'agent_message_chunk') this.hear(update.content);
    if (update.sessionUpdate === 'tool_call' || update.sessionUpdate === 'tool_call_update') {
      this.note(update);
    }
  }

  /** The agent's own words. */
  get text(): string {
    return sanitizeOutput(this.said.join('')).trim();
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
    const known = this.actions.get(String(call.toolCallId)) ?? nothingKnown;
    return {
      title: shortText(call.title) ?? known.title,
      kind: shortText(call.kind) ?? known.kind,
      status: shortText(call.status) ?? known.status,
      paths: [...new Set([...known.paths, ...pathsOf(call)])].slice(0, vendorLimits.paths),
    };
  }

  private hear(content: unknown): void {
    if (!isPlainObject(content) || typeof content.text !== 'string') return;
    const left = vendorLimits.stdoutBytes - this.saidCharacters;
    const heard = clip(content.text, Math.max(left, 0));
    this.saidCharacters += heard.length;
    if (heard !== '') this.said.push(heard);
  }

  private note(call: Readonly<Record<string, unknown>>): void {
    const id = clip(String(call.toolCallId), vendorLimits.titleCharacters);
    if (!this.actions.has(id) && this.actions.size >= vendorLimits.toolCalls) return;
    this.actions.set(id, this.describe(call));
  }
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
  return clip(sanitizeOutput(value).trim(), vendorLimits.titleCharacters, '…') || null;
}
