import type { BriefArgument } from '../records/floor-offers.js';
import { offerTexts } from '../texts/floor-offers.js';

/** Placeholders for arguments in commands and prompts of other tools. */
const places = /\$\{input:([\w-]{1,64})(?::([^}\n]{0,200}))?\}|\$ARGUMENTS(?:\[\d\])?|\$\d(?!\d)/g;

const mostArguments = 20;

/** The arguments of a brief in order of their first place, each once. */
export function argumentsOf(brief: string, hint = ''): readonly BriefArgument[] {
  const found = new Map<string, string>();
  for (const [token, name, placeholder] of brief.matchAll(places)) {
    if (found.size === mostArguments) break;
    if (!found.has(token)) found.set(token, labelOf(token, name, placeholder ?? '', hint));
  }
  return [...found].map(([token, label]) => ({ token, label }));
}

function labelOf(token: string, name: string | undefined, placeholder: string, hint: string) {
  if (name !== undefined) return placeholder === '' ? name : placeholder;
  const [digit] = /\d/.exec(token) ?? [];
  if (digit === undefined) return hint === '' ? offerTexts.all : hint;
  const first = token.startsWith('$ARGUMENTS') ? Number(digit) + 1 : Number(digit);
  return offerTexts.position(first);
}

/** The brief with its arguments; placeholders inside given values are not replaced. */
export function fillBrief(brief: string, given: Readonly<Record<string, string>>): string {
  return brief.replace(places, (token) =>
    Object.hasOwn(given, token) ? (given[token] ?? token) : token,
  );
}
