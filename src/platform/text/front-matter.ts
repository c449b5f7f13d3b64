import { isMap, isScalar, parseDocument } from 'yaml';

/** A Markdown document and the YAML between two `---` lines at its top. */
interface FrontMatter {
  /** What the YAML says; empty without front matter. */
  readonly values: Readonly<Record<string, unknown>>;
  /** The rest, trimmed. */
  readonly body: string;
  /** Why the YAML could not be read; null: it was. */
  readonly problem: string | null;
}

const fence = '---';
/** Beyond it, reading nested YAML keeps the process busy for too long. */
const mostCharacters = 8000;

/** Foreign front matter: bounded, without aliases, and never an exception. */
export function readFrontMatter(source: string): FrontMatter {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  const end =
    lines[0]?.trimEnd() === fence
      ? lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence)
      : -1;
  if (end === -1) return { values: {}, body: source.trim(), problem: null };
  const body = lines
    .slice(end + 1)
    .join('\n')
    .trim();
  const yaml = lines.slice(1, end).join('\n');
  if (yaml.length > mostCharacters) {
    return { values: {}, body, problem: `it is longer than ${mostCharacters} characters` };
  }
  return { ...valuesOf(yaml), body };
}

function valuesOf(yaml: string): Pick<FrontMatter, 'values' | 'problem'> {
  try {
    // The library compares every name with every other one, so names are compared here.
    const options = { prettyErrors: false, uniqueKeys: false, logLevel: 'error' } as const;
    const document = parseDocument(yaml, options);
    const [error] = document.errors;
    if (error !== undefined) return { values: {}, problem: error.message };
    if (hasNameTwice(document.contents)) return { values: {}, problem: 'a name stands twice' };
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    if (value === null) return { values: {}, problem: null };
    if (typeof value !== 'object' || Array.isArray(value)) {
      return { values: {}, problem: 'it is no list of names and values' };
    }
    return { values: value as Record<string, unknown>, problem: null };
  } catch (thrown) {
    return { values: {}, problem: thrown instanceof Error ? thrown.message : 'it cannot be read' };
  }
}

function hasNameTwice(contents: unknown): boolean {
  if (!isMap(contents)) return false;
  const names = contents.items.map(({ key }) => String(isScalar(key) ? key.value : key));
  return new Set(names).size < names.length;
}
