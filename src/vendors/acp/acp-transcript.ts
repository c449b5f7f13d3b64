import { z } from 'zod';
import { cleaned } from '../../platform/text/cleaned.js';
import { clip } from '../../platform/text/clip.js';
import { acceptedItems, anything, lenient } from '../../platform/text/foreign-fields.js';
import { readableText } from '../command/read-text-output.js';
import { looksLikePath } from '../command/reported-paths.js';
import { vendorLimits } from '../vendor-limits.js';

/** An action of the agent, done or requested. */
interface AgentAction {
  readonly title: string | null;
  readonly kind: string | null;
  readonly status: string | null;
  /** As written by the agent. */
  readonly paths: readonly string[];
  /** Its arguments, or else what it shows of its work, as far as displayable. */
  readonly input: string | null;
}

const text = lenient(z.string());

const chunkSchema = z.object({ text }).catch({});

const callSchema = z.object({
  toolCallId: text,
  title: text,
  kind: text,
  status: text,
  rawInput: anything,
  content: anything,
  locations: anything,
});

const updateSchema = callSchema.extend({ sessionUpdate: text }).catch({});

type ToolCall = z.output<typeof callSchema>;

/** Paths of locations, or of the diffs that an action shows. */
const pathsSchema = acceptedItems(z.object({ path: z.string() }));

/** Kinds of actions that change no files. */
const harmlessKinds = new Set(['read', 'search', 'think', 'fetch', 'switch_mode']);

const nothingKnown: AgentAction = { title: null, kind: null, status: null, paths: [], input: null };

/**
 * The agent's texts and actions in a session, collected from its unvalidated updates, with limits.
 */
export class AcpTranscript {
  private readonly said: string[] = [];
  private saidCharacters = 0;
  private readonly actions = new Map<string, AgentAction>();

  take(update: unknown): void {
    const { sessionUpdate, ...call } = updateSchema.parse(update);
    if (sessionUpdate === 'agent_message_chunk') this.addText(call.content);
    if (sessionUpdate === 'tool_call' || sessionUpdate === 'tool_call_update') this.note(call);
  }

  /** The agent's text. */
  get text(): string {
    return readableText(this.said.join(''));
  }

  /** Paths of actions that may have changed something. */
  get paths(): readonly string[] {
    const changing = [...this.actions.values()].filter(
      ({ kind }) => !harmlessKinds.has(kind ?? ''),
    );
    return [...new Set(changing.flatMap(({ paths }) => paths))].slice(0, vendorLimits.paths);
  }

  /** An action merged with what is known from earlier updates. */
  describe(call: unknown): AgentAction {
    const read = callSchema.safeParse(call);
    return read.success ? this.completed(read.data) : nothingKnown;
  }

  private completed(call: ToolCall): AgentAction {
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
    const { text = '' } = chunkSchema.parse(content);
    const left = vendorLimits.stdoutCharacters - this.saidCharacters;
    const kept = clip(text, Math.max(left, 0));
    this.saidCharacters += kept.length;
    if (kept !== '') this.said.push(kept);
  }

  private note(call: ToolCall): void {
    const id = idOf(call);
    if (!this.actions.has(id) && this.actions.size >= vendorLimits.toolCalls) return;
    this.actions.set(id, this.completed(call));
  }
}

function idOf({ toolCallId = '' }: ToolCall): string {
  return clip(toolCallId, vendorLimits.titleCharacters);
}

function inputOf({ rawInput, content }: ToolCall): string | null {
  const input = rawInput ?? content;
  if (input === undefined || input === null) return null;
  try {
    const written = JSON.stringify(input, beginningOf, 2);
    return cleaned(written, vendorLimits.inputCharacters, '…');
  } catch {
    // Nested too deep to be serialised.
    return null;
  }
}

/** The beginning of a text, because one long text would be serialised and then cut. */
function beginningOf(_name: string, value: unknown): unknown {
  return typeof value === 'string' ? clip(value, 4 * vendorLimits.inputCharacters) : value;
}

/** Paths of its locations and of its diffs. */
function pathsOf({ locations, content }: ToolCall): readonly string[] {
  return [locations, content]
    .flatMap((list) => pathsSchema.parse(list).map(({ path }) => path))
    .filter(looksLikePath);
}

function shortText(value = ''): string | null {
  return cleaned(value.trim(), vendorLimits.titleCharacters, '…').trim() || null;
}
