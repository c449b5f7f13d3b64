import type { ToolSchema } from '../../models/gateway/model-call.js';
import { clip } from '../../platform/text/clip.js';
import type { StageKind } from '../../protocol/records/enums.js';
import type { StageSpec } from '../../protocol/records/work.js';
import { toolFinderTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { schemaOf } from '../schema-of.js';
import { textsIn } from '../schema-parts.js';
import type { Tool, ToolParameters, ToolResult } from '../tool.js';

/** Weight of a query word by where it occurs. */
const weights = { name: 3, nameBeginning: 1.5, description: 1, descriptionBeginning: 0.5 };

/** Shorter words are not matched by prefix, and ignored beside longer ones. */
const shortestTerm = 3;

interface Words {
  readonly name: ReadonlySet<string>;
  readonly description: ReadonlySet<string>;
}

const known = new WeakMap<Tool, Words>();

/**
 * Tools that share a word with the query, the best first: words in names count more than in
 * descriptions, rare words more than common ones, and prefixes match too. Stable for equal scores.
 * Not a search library: it needs an index, and the tools differ from turn to turn.
 */
export function rankTools<T extends Tool>(query: string, tools: readonly T[]): readonly T[] {
  const words = [...wordsOf(query)];
  const telling = words.filter((word) => word.length >= shortestTerm);
  const terms = telling.length > 0 ? telling : words;
  const matches = tools.map((tool) => terms.map((term) => strength(term, wordsIn(tool))));
  const rarity = terms.map((_, place) => {
    const found = matches.filter((strengths) => (strengths[place] ?? 0) > 0).length;
    return Math.log(1 + tools.length / Math.max(1, found));
  });
  return tools
    .map((tool, index) => ({ tool, score: weighted(matches[index] ?? [], rarity) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ tool }) => tool);
}

function weighted(strengths: readonly number[], rarity: readonly number[]): number {
  return strengths.reduce((sum, value, place) => sum + value * (rarity[place] ?? 0), 0);
}

function strength(term: string, { name, description }: Words): number {
  if (name.has(term)) return weights.name;
  if (beginsLike(term, name)) return weights.nameBeginning;
  if (description.has(term)) return weights.description;
  return beginsLike(term, description) ? weights.descriptionBeginning : 0;
}

function beginsLike(term: string, words: ReadonlySet<string>): boolean {
  if (term.length < shortestTerm) return false;
  for (const word of words) {
    if (word.length < shortestTerm) continue;
    if (word.startsWith(term) || term.startsWith(word)) return true;
  }
  return false;
}

function wordsIn(tool: Tool): Words {
  const found = known.get(tool);
  if (found !== undefined) return found;
  const words = { name: wordsOf(tool.name), description: wordsOf(tool.told ?? tool.description) };
  known.set(tool, words);
  return words;
}

/** Lower case; `createIssue` and `create_issue` are two words each. */
function wordsOf(text: string): ReadonlySet<string> {
  const parted = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return new Set(parted.match(/[\p{L}\p{N}]+/gu) ?? []);
}

export const findToolsName = 'find_tools';
export const useToolName = 'use_tool';

const usualTools = 5;
const mostTools = 20;

/** Characters of an answer, below the limit of tool results. */
const answerCharacters = 7_500;
const descriptionCharacters = 600;

interface Query {
  readonly query: string;
  readonly limit: number;
}

/** `find_tools` over a role's tools. */
export function findToolsTool(held: readonly Tool[]): Tool {
  return builtInTool<Query>({
    name: findToolsName,
    description: toolFinderTexts.findDescription,
    required: ['query'],
    properties: {
      query: { type: 'string', minLength: 1, description: toolFinderTexts.queryArgument },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: mostTools,
        default: usualTools,
      },
    },
    readOnly: true,
    run: async ({ query, limit }) => answer(query, rankTools(query, held), limit),
  });
}

const useToolParameters: ToolParameters = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    arguments: { type: 'object', properties: {} },
  },
  required: ['name', 'arguments'],
};

const useToolSchema = (description: string): ToolSchema => ({
  name: useToolName,
  description,
  parameters: useToolParameters,
});

/** Schemas of the two tools that reach tools not shown; constant. */
const finderSchemas: readonly ToolSchema[] = [
  schemaOf(findToolsTool([])),
  useToolSchema(toolFinderTexts.useDescription),
];

function answer(query: string, found: readonly Tool[], limit: number): ToolResult {
  if (found.length === 0) return { ok: true, content: toolFinderTexts.nothingFound(query) };
  const entries: string[] = [];
  let left = answerCharacters;
  for (const tool of found.slice(0, limit)) {
    const whole = entryOf(tool);
    const entry = whole.length <= left ? whole : briefEntryOf(tool);
    if (entry.length > left) break;
    entries.push(entry);
    left -= entry.length;
  }
  const more = found.length - entries.length;
  if (more > 0) entries.push(toolFinderTexts.moreFound(more));
  return { ok: true, content: entries.join('\n\n'), preview: toolFinderTexts.found(found.length) };
}

function entryOf(tool: Tool): string {
  const { name, description, parameters } = schemaOf(tool);
  const what = clip(description, descriptionCharacters, '…');
  return toolFinderTexts.entry(name, what, JSON.stringify(parameters));
}

/** A short entry with only the names of the arguments. */
function briefEntryOf(tool: Tool): string {
  const { name, description, parameters } = schemaOf(tool);
  const names = Object.keys(parameters['properties'] ?? {}).join(', ');
  return clip(toolFinderTexts.entry(name, clip(description, 200, '…'), names), 1000, '…');
}

/** Tools in a request; further ones are reached with `find_tools` and `use_tool`. */
const mostShownTools = 40;

/** Built-in tools for doing work. A debate does not show them; `find_tools` finds them. */
const workTools: ReadonlySet<string> = new Set([
  'propose_fact',
  'write_file',
  'edit_file',
  'apply_patch',
  'run_shell',
  'shell_output',
  'shell_stop',
  'todo_write',
  'think',
]);

/**
 * Built-in tools that work on files seldom needs: prompts only name them. `grep` finds names too,
 * and `list_dir` shows the tree.
 */
const seldomTools: readonly string[] = [
  'glob',
  'read_skill',
  'propose_fact',
  'todo_write',
  'think',
  'shell_output',
  'shell_stop',
];

const webTools: readonly string[] = ['web_fetch', 'web_search'];

/**
 * Seldom needed tools by kind of stage with work on files. The list of a plan lasts longest,
 * because builders continue its conversation. A review needs `git` to see earlier versions.
 */
const seldomIn: ReadonlyMap<StageKind, ReadonlySet<string>> = new Map([
  ['plan', new Set([...seldomTools, ...webTools, 'git'])],
  ['build', new Set(seldomTools)],
  ['review', new Set([...seldomTools, ...webTools])],
  ['test', new Set([...seldomTools, ...webTools])],
  ['integrate', new Set(seldomTools)],
]);

/** Naming fewer would save nothing. */
const leastNamed = 3;

/**
 * The tools of a role that a model is shown, in a fixed order: built-in ones in registration order,
 * then all others by name. Schemas come first in a prompt, so a stable list keeps caches valid.
 * Tools not shown may be called too.
 * @param held in registration order
 */
export function shownTools(
  held: readonly Tool[],
  { kind, mode }: Partial<Pick<StageSpec, 'kind' | 'mode'>> = {},
): readonly ToolSchema[] {
  const useful = withoutDoubles(held);
  const needed = mode === 'debate' ? useful.filter(({ name }) => !workTools.has(name)) : useful;
  const ordered = inFixedOrder(needed);
  if (needed.length < useful.length || ordered.length > mostShownTools) {
    const shown = ordered.slice(0, mostShownTools - finderSchemas.length).map(schemaOf);
    return [...shown, ...finderSchemas];
  }
  const seldom = kind === undefined ? undefined : seldomIn.get(kind);
  const named = ordered.filter(({ name }) => seldom?.has(name));
  if (named.length < leastNamed) return ordered.map(schemaOf);
  return [
    ...ordered.filter((tool) => !named.includes(tool)).map(schemaOf),
    useToolSchema(toolFinderTexts.useNamed(named.map(callOf))),
  ];
}

/** A tool with its required arguments, or else all; its results explain the others. */
function callOf(tool: Tool): string {
  const { name, parameters } = schemaOf(tool);
  const required = textsIn(parameters, 'required');
  const names = required.length > 0 ? required : Object.keys(parameters['properties'] ?? {});
  return `${name} {${names.join(', ')}}`;
}

/** `grep` replaces `search_files`. */
function withoutDoubles(held: readonly Tool[]): readonly Tool[] {
  const greps = held.some(({ name }) => name === 'grep');
  return greps ? held.filter(({ name }) => name !== 'search_files') : held;
}

function inFixedOrder(tools: readonly Tool[]): readonly Tool[] {
  const others = tools.filter((tool) => !isBuiltIn(tool));
  return [
    ...tools.filter(isBuiltIn),
    ...others.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
  ];
}

/**
 * Names of servers' and harnesses' tools contain two underscores; plugins' tools have a plugin id.
 */
function isBuiltIn({ name, pluginId }: Tool): boolean {
  return pluginId === null && !name.includes('__');
}
