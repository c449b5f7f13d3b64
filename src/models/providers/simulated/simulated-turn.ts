import type { ModelMessage, ToolSchema } from '../../gateway/model-call.js';
import { excerptOf, pathsIn, slugOf } from './excerpt.js';
import { hashText } from './hash-text.js';
import { turnKind } from './turn-kind.js';
import type { TurnKind } from './turn-kind.js';

/** Characters at the beginning of a role's part of the prompt that name the speaker. */
const speakerCharacters = 500;

/** Stands above what an employee is told of itself, which names files that are no work of the run. */
const rolePart = '\n# Your role\n';

/** The inputs of one simulated answer. */
export interface SimulatedTurn {
  readonly kind: TurnKind;
  /** All that the system and the user said. */
  readonly prompt: string;
  readonly excerpt: string;
  readonly slug: string;
  /** The last thing the user said. */
  readonly ask: string;
  /** Everything the user said before that, oldest first. */
  readonly earlierAsks: readonly string[];
  /** Files the prompt mentions. */
  readonly paths: readonly string[];
  readonly toolNames: ReadonlySet<string>;
  /** Results of tools called in this turn, in order. */
  readonly toolResults: readonly string[];
  /** One of the variants: always the same one for this speaker, brief and seed. */
  readonly pick: <T>(variants: readonly [T, ...T[]]) => T;
}

export function simulatedTurnOf(
  messages: readonly ModelMessage[],
  tools: readonly ToolSchema[],
  seed: number,
): SimulatedTurn {
  const system = contentsOf(messages, 'system').join('\n');
  const asks = contentsOf(messages, 'user');
  const isWork = asks[0]?.includes(rolePart) ?? false;
  // A conversation of a run began with the brief, however it goes on.
  const whole = (isWork ? asks[0] : asks.at(-1)) ?? '';
  const [ask = '', ...own] = whole.split(rolePart);
  const later = isWork ? asks.slice(1) : [];
  const excerpt = excerptOf(ask);
  const speaker = (own.length > 0 ? own.join(rolePart) : system).slice(0, speakerCharacters);
  const variant = hashText([seed, speaker, excerpt].join('\n'));
  return {
    kind: turnKind(system, later.findLast((text) => text.includes('Stage: **')) ?? ask),
    prompt: [system, ...asks].join('\n'),
    excerpt,
    slug: slugOf(excerpt),
    ask,
    earlierAsks: asks.slice(0, -1),
    paths: pathsIn([ask, ...later].join('\n')),
    toolNames: new Set(tools.map((tool) => tool.name)),
    toolResults: contentsOf(sinceAsked(messages), 'tool'),
    pick: (variants) => variants[variant % variants.length] ?? variants[0],
  };
}

/** What came after the user spoke last. */
function sinceAsked(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  return messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
}

function contentsOf(messages: readonly ModelMessage[], role: ModelMessage['role']): string[] {
  return messages.filter((message) => message.role === role).map((message) => message.content);
}
