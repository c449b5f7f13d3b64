import type { Tool } from '../tool.js';

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
  const words = { name: wordsOf(tool.name), description: wordsOf(tool.description) };
  known.set(tool, words);
  return words;
}

/** Lower case; `createIssue` and `create_issue` are two words each. */
function wordsOf(text: string): ReadonlySet<string> {
  const parted = text.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase();
  return new Set(parted.match(/[\p{L}\p{N}]+/gu) ?? []);
}
