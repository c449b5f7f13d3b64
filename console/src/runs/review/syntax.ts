import type { Token } from './line-pieces.js';
import type { LineRow } from './patch-rows.js';

/** Characters of a patch above which it has no colours. */
const mostCharacters = 200_000;

const byEnding: Readonly<Record<string, string>> = {
  ...{ bash: 'bash', sh: 'bash', zsh: 'bash', c: 'c', h: 'c', cc: 'cpp', cpp: 'cpp', hpp: 'cpp' },
  ...{ cs: 'csharp', css: 'css', scss: 'css', less: 'css', go: 'go', ini: 'ini', toml: 'ini' },
  ...{ java: 'java', js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascript' },
  ...{ json: 'json', jsonc: 'json', kt: 'kotlin', kts: 'kotlin', md: 'markdown', php: 'php' },
  ...{ py: 'python', rb: 'ruby', rs: 'rust', sql: 'sql', swift: 'swift', ts: 'typescript' },
  ...{ mts: 'typescript', cts: 'typescript', tsx: 'typescript', html: 'xml', svg: 'xml' },
  ...{ xml: 'xml', vue: 'xml', yaml: 'yaml', yml: 'yaml', dockerfile: 'dockerfile' },
};

/** The grammar for a file, by its name; null: none. */
export function languageOf(path: string): string | null {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return byEnding[name.slice(name.lastIndexOf('.') + 1)] ?? null;
}

type Tokens = ReadonlyMap<LineRow, readonly Token[]>;
type Highlighted = (text: string, language: string) => readonly (readonly Token[])[];

/**
 * Colours of rows; the rows of one side are highlighted as one text. Grammars are loaded when
 * needed.
 */
export async function colours(
  path: string,
  groups: readonly (readonly LineRow[])[],
): Promise<Tokens> {
  const language = languageOf(path);
  const characters = groups.flat().reduce((sum, { text }) => sum + text.length, 0);
  if (language === null || characters > mostCharacters) return new Map();
  const { highlighted } = await import('./highlighter.js');
  return coloured(groups, language, highlighted);
}

function coloured(
  groups: readonly (readonly LineRow[])[],
  language: string,
  highlighted: Highlighted,
): Tokens {
  const tokens = new Map<LineRow, readonly Token[]>();
  for (const rows of groups) {
    for (const side of ['old', 'new'] as const) {
      const own = rows.filter((row) => row[side] !== null);
      const lines = highlighted(own.map(({ text }) => text).join('\n'), language);
      for (const [index, row] of own.entries()) tokens.set(row, lines[index] ?? []);
    }
  }
  return tokens;
}
