import type { ModelMessage, ToolSchema } from '../../gateway/model-call.js';
import { excerptOf, pathsIn, slugOf } from './excerpt.js';
import { hashText } from './hash-text.js';
import { turnKind } from './turn-kind.js';
import type { TurnKind } from './turn-kind.js';

/** Length of the beginning of a role's prompt that identifies the speaker. */
const speakerCharacters = 500;

/** Heading of the role's part, which names files that are not work of the run. */
const rolePart = '\n# Your role\n';

/** The inputs of a simulated answer. */
export interface SimulatedTurn {
  readonly kind: TurnKind;
  /** All system and user text. */
  readonly prompt: string;
  readonly excerpt: string;
  readonly slug: string;
  /** The last user message. */
  readonly ask: string;
  /** Earlier user messages, oldest first. */
  readonly earlierAsks: readonly string[];
  /** Files that the prompt mentions. */
  readonly paths: readonly string[];
  readonly toolNames: ReadonlySet<string>;
  /** Results of the turn's tool calls, in order. */
  readonly toolResults: readonly string[];
  /** Picks a variant, always the same for a speaker, brief and seed. */
  readonly pick: <T>(variants: readonly [T, ...T[]]) => T;
}

export function simulatedTurnOf(
  messages: readonly ModelMessage[],
  tools: readonly ToolSchema[],
  seed: number,
): SimulatedTurn {
  const system = contentsOf(messages, 'system').join('\n');
  const asks = contentsOf(messages, 'user');
  const whole = asks.at(-1) ?? '';
  const [ask = '', ...own] = whole.split(rolePart);
  const excerpt = excerptOf(ask);
  const speaker = (own.length > 0 ? own.join(rolePart) : system).slice(0, speakerCharacters);
  const variant = hashText([seed, speaker, excerpt].join('\n'));
  return {
    kind: turnKind(system, ask),
    prompt: [system, ...asks].join('\n'),
    excerpt,
    slug: slugOf(excerpt),
    ask,
    earlierAsks: asks.slice(0, -1),
    paths: pathsIn(ask),
    toolNames: new Set(tools.map((tool) => tool.name)),
    toolResults: contentsOf(messages, 'tool'),
    pick: (variants) => variants[variant % variants.length] ?? variants[0],
  };
}

function contentsOf(messages: readonly ModelMessage[], role: ModelMessage['role']): string[] {
  return messages.filter((message) => message.role === role).map((message) => message.content);
}
