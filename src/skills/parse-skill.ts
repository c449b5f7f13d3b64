import type { Skill } from '../protocol/records/skills.js';
import { processTexts } from '../protocol/texts/process.js';

export type ParsedSkill =
  | { readonly ok: true; readonly skill: Skill }
  /** The reason is for the log. */
  | { readonly ok: false; readonly reason: string };

const requiredKeys = ['id', 'name', 'description'] as const;

/** Parses a skill document: front matter with at least id, name and description, then the body. */
export function parseSkill(source: string, sourcePath: string): ParsedSkill {
  const { values, body } = splitFrontMatter(source);
  const text = (key: string): string => textOf(values.get(key) ?? '').trim();
  const list = (key: string): readonly string[] => listOf(values.get(key) ?? '');

  const missing = requiredKeys.find((key) => text(key) === '');
  if (missing) return { ok: false, reason: processTexts.skillKeyMissing(sourcePath, missing) };
  const skill: Skill = {
    id: text('id'),
    name: text('name'),
    description: text('description'),
    tags: list('tags'),
    ...(values.has('taskClasses') && { taskClasses: list('taskClasses') }),
    ...(values.has('requiresTools') && { requiresTools: list('requiresTools') }),
    estimatedTokens: numberOf(values.get('estimatedTokens') ?? '') ?? skillTokens(body),
    ...(values.has('version') && { version: text('version') }),
    body,
    sourcePath,
  };
  return { ok: true, skill };
}

/** A skill's cost for display: one token per four characters, at least one. */
export function skillTokens(body: string): number {
  return Math.max(1, Math.ceil(body.length / 4));
}

/**
 * Not YAML: `description: see: this` and lines without a colon are allowed, which YAML parsers
 * refuse.
 */

/** A document and the values between two `---` lines at its top. */
interface FrontMatterDocument {
  /** Raw values by key; empty without closed front matter. */
  readonly values: ReadonlyMap<string, string>;
  /** The rest, trimmed. */
  readonly body: string;
}

const fence = '---';

/**
 * Splits front matter from its document: one `key: value` per line; `#` lines and lines without a
 * colon are ignored; no nesting. Values are interpreted by `textOf`, `listOf`, `numberOf`.
 */
function splitFrontMatter(source: string): FrontMatterDocument {
  const lines = source.replace(/^\uFEFF/, '').split(/\r\n|\n/);
  const end = lines[0]?.trimEnd() === fence ? closingLine(lines) : -1;
  if (end === -1) return { values: new Map(), body: lines.join('\n').trim() };
  const values = lines.slice(1, end).flatMap(keyAndValue);
  return {
    values: new Map(values),
    body: lines
      .slice(end + 1)
      .join('\n')
      .trim(),
  };
}

function closingLine(lines: readonly string[]): number {
  return lines.findIndex((line, index) => index > 0 && line.trimEnd() === fence);
}

function keyAndValue(line: string): [string, string][] {
  const colon = line.indexOf(':');
  if (colon === -1 || line.trimStart().startsWith('#')) return [];
  return [[line.slice(0, colon).trim(), line.slice(colon + 1).trim()]];
}

/** The value as text, without one pair of matching quotes. */
function textOf(value: string): string {
  return /^(["']).*\1$/.test(value) && value.length > 1 ? value.slice(1, -1) : value;
}

/** The items of `[a, "b, c"]`; any other value is a list of one, an empty one is an empty list. */
function listOf(value: string): readonly string[] {
  const inner = /^\[(.*)\]$/.exec(value)?.[1];
  const items = inner === undefined ? [value] : (inner.match(/(?:"[^"]*"|'[^']*'|[^,])+/g) ?? []);
  return items.map((item) => textOf(item.trim())).filter((item) => item !== '');
}

/** The number, or undefined if it is none. */
function numberOf(value: string): number | undefined {
  const number = Number(textOf(value));
  return value !== '' && Number.isFinite(number) ? number : undefined;
}
