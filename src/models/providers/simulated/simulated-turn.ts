import { withoutEnd } from '#platform/text/without-end.js';
import type { StageKind } from '#protocol/records/enums.js';
import type { ModelMessage, ToolRequest, ToolSchema } from '../../gateway/model-call.js';
import { hashText } from './hash-text.js';

/** Length of the beginning of a role's prompt that identifies the speaker. */
const speakerCharacters = 500;

/** Heading of the role's part, which names files that are not work of the run. */
const rolePart = '\n# Your role\n';

/** What was in the workspace before the run: a list of names, and whole files. */
const foundParts = /<untrusted-content source=(?:repository|files)>[\s\S]*?<\/untrusted-content>/g;

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
  /** Files that the prompt mentions; in a report without those that were there before the run. */
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
  const isWork = asks[0]?.includes(rolePart) ?? false;
  // A conversation of a run began with the brief, however it goes on.
  const whole = (isWork ? asks[0] : asks.at(-1)) ?? '';
  const [ask = '', ...own] = whole.split(rolePart);
  const later = isWork ? asks.slice(1) : [];
  const excerpt = excerptOf(ask);
  const speaker = (own.length > 0 ? own.join(rolePart) : system).slice(0, speakerCharacters);
  const variant = hashText([seed, speaker, excerpt].join('\n'));
  const kind = turnKind(system, later.findLast((text) => text.includes('Stage: **')) ?? ask);
  const said = [ask, ...later].join('\n');
  return {
    kind,
    prompt: [system, ...asks].join('\n'),
    excerpt,
    slug: slugOf(excerpt),
    ask,
    earlierAsks: asks.slice(0, -1),
    // Files that were there before are not what a run reports on.
    paths: pathsIn(kind === 'report' ? said.replace(foundParts, '') : said),
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

/** The purpose of a simulated turn. */
export type TurnKind =
  | 'intake'
  | 'plan'
  | 'research'
  | 'debate'
  | 'implementation'
  | 'review'
  | 'test'
  | 'report'
  | 'conversation';

const byStage: Readonly<Record<StageKind, TurnKind>> = {
  intake: 'intake',
  plan: 'plan',
  design: 'plan',
  architect: 'plan',
  research: 'research',
  debate: 'debate',
  workshop: 'debate',
  build: 'implementation',
  integrate: 'implementation',
  review: 'review',
  test: 'test',
  report: 'report',
};

/** Tried in this order if no stage is named. */
const byKeyword: readonly (readonly [TurnKind, RegExp])[] = [
  ['debate', /\b(debate|argue|rebut|workshop)/],
  ['intake', /\b(intake|restate|ambiguit)/],
  ['research', /\b(research|prior art|sources?)\b/],
  ['review', /\breview/],
  ['test', /\b(test|verify|verification)/],
  ['plan', /\b(plan|design|architect)/],
  ['implementation', /\b(implement|build|code)/],
  ['report', /\breport/],
];

const stageLine = /^Stage: \*\*.*\*\* \((\w+)/m;

/** Determines the kind of a turn from its prompt. */
export function turnKind(system: string, ask: string): TurnKind {
  const stage = stageLine.exec(ask)?.[1];
  if (stage !== undefined && stage in byStage) return byStage[stage as StageKind];
  if (system.includes(conversationMark)) return 'conversation';
  const text = `${system}\n${ask}`.toLowerCase();
  return byKeyword.find(([, pattern]) => pattern.test(text))?.[0] ?? 'report';
}

/**
 * Marks the system text of a conversation, so that the simulated employee converses instead of
 * playing a stage.
 */
export const conversationMark = 'This is a conversation, not a stage of a run.';

const excerptCharacters = 160;
const slugCharacters = 48;

/** The first meaningful line of a prompt, which the simulated employee refers to. */
export function excerptOf(prompt: string): string {
  for (const line of prompt.split('\n')) {
    const said = plain(line);
    if (isSubstantive(said)) return said.slice(0, excerptCharacters).trim();
  }
  return 'the work described in the brief';
}

/** A file name derived from the excerpt. */
export function slugOf(excerpt: string): string {
  const slug = excerpt
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, slugCharacters)
    .replace(/^-/, '');
  return withoutEnd(slug, '-') === '' ? 'feature' : withoutEnd(slug, '-');
}

/** Relative paths in a prompt, in order, without duplicates. */
export function pathsIn(prompt: string): string[] {
  const lines = prompt.split('\n').filter((line) => line.includes('/'));
  const found = lines.join('\n').matchAll(/(?:^|[\s`("])((?:[\w.-]+\/)+[\w-]+\.[a-z]{1,6})\b/gm);
  return [...new Set([...found].map((match) => match[1] ?? ''))];
}

function plain(line: string): string {
  return line.trim().replace(/^[>*-]\s+/, '');
}

/** False for headings, rules, fences, bold labels, `Word:` lines and short introductions. */
function isSubstantive(line: string): boolean {
  if (line.length < 3 || /^(#|```|[-=*_]{3,})/.test(line)) return false;
  if (/^\*\*[^*]*\*\*:?$/.test(line) || /^<\/?[\w-][^>]*>$/.test(line)) return false;
  if (/^\w+:(\s|$)/.test(line)) return false;
  return !(line.endsWith(':') && line.length < 60);
}

/** A simulated answer: text and an optional tool call. */
export interface ScriptedAnswer {
  readonly text: string;
  readonly toolCall?: ToolRequest;
}
