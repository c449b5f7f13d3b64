import { type CommandPart, partsOf } from './command-line.js';

/** Words allowed for a filter; any other may read or write a file, or start a program. */
interface FilterWords {
  readonly option: RegExp;
  /** Options whose value is the next word, and the form of the value. */
  readonly valued?: readonly [option: RegExp, value: RegExp];
  /** True: one operand, or any number of `-e`, is a pattern. */
  readonly hasPattern?: true;
}

const count = /^[-+]?\d+$/;

const filters: ReadonlyMap<string, FilterWords> = new Map<string, FilterWords>([
  [
    'head',
    {
      option: /^-(?:[qv]|\d+|[nc]-?\d+|-(?:lines|bytes)=-?\d+|-quiet|-silent|-verbose)$/,
      valued: [/^-(?:[nc]|-lines|-bytes)$/, count],
    },
  ],
  [
    'tail',
    {
      option: /^-(?:[qv]|\d+|[nc][-+]?\d+|-(?:lines|bytes)=[-+]?\d+|-quiet|-silent|-verbose)$/,
      valued: [/^-(?:[nc]|-lines|-bytes)$/, count],
    },
  ],
  [
    'grep',
    {
      option:
        /^-(?:[EFGPivwxcnohHsaq]+|[ABCm]\d+|-colou?r(?:=\w+)?|-(?:max-count|(?:after-|before-)?context)=\d+|-(?:invert-match|ignore-case|count|quiet|line-number|only-matching|extended-regexp|fixed-strings|word-regexp|line-regexp|text))$/,
      valued: [/^-(?:[ABCm]|-(?:max-count|(?:after-|before-)?context))$/, count],
      hasPattern: true,
    },
  ],
  ['wc', { option: /^-(?:[lwcmL]+|-(?:lines|words|bytes|chars|max-line-length))$/ }],
  ['cat', { option: /^-(?:[AbeEnstTuv]+|-number|-show-all|-squeeze-blank)$/ }],
  [
    'sort',
    {
      option:
        /^-(?:[bdfgiMhnRrVuzsc]+|k[\d.,a-z]+|t.|-(?:numeric-sort|reverse|unique|ignore-case|human-numeric-sort|stable)|-key=[\d.,a-z]+)$/,
      valued: [/^-(?:k|-key)$/, /^[\d.,a-z]+$/],
    },
  ],
  [
    'uniq',
    {
      option: /^-(?:[cdDuiz]+|[fsw]\d+|-count|-repeated|-unique|-ignore-case)$/,
      valued: [/^-[fsw]$/, count],
    },
  ],
]);

const quietRedirections: ReadonlySet<string> = new Set(['2>&1', '2>/dev/null']);
const quietEnd = /(?<=\s)2>(?:&1| ?\/dev\/null)$/;

/** A command without filters of its output at the end, such as `| tail -5`. */
export function withoutFilters(command: string): string {
  const line = command.trim();
  const parts = [...(partsOf(line) ?? [])];
  while (parts.length > 1 && isFilter(parts.at(-1))) parts.pop();
  const last = parts.at(-1);
  if (last === undefined) return line;
  const redirections = [...last.redirections];
  let core = line.slice(0, last.end).trimEnd();
  while (quietRedirections.has(redirections.pop() ?? '')) {
    const shorter = core.replace(quietEnd, '');
    if (shorter === core) break;
    core = shorter.trimEnd();
  }
  return core;
}

function isFilter(part: CommandPart | undefined): boolean {
  if (part?.after !== '|' || part.expands) return false;
  if (part.redirections.some((one) => !quietRedirections.has(one))) return false;
  const [name = '', ...rest] = part.words;
  const filter = filters.get(name);
  return filter !== undefined && areAllowed(rest, filter);
}

function areAllowed(words: readonly string[], { option, valued, hasPattern }: FilterWords) {
  let plain = 0;
  let named = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (hasPattern && word === '-e') {
      at++;
      if (words[at] === undefined) return false;
      named++;
    } else if (valued?.[0].test(word) === true) {
      at++;
      if (!valued[1].test(words[at] ?? '')) return false;
    } else if (!word.startsWith('-')) plain++;
    else if (!option.test(word)) return false;
  }
  return plain <= (hasPattern && named === 0 ? 1 : 0);
}
