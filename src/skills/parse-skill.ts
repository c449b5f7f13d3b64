import type { Skill } from '../protocol/records/skills.js';
import { processTexts } from '../protocol/texts/process.js';
import { listOf, numberOf, splitFrontMatter, textOf } from './front-matter.js';

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
