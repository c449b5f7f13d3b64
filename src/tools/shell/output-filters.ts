import { type CommandPart, partsOf } from './command-line.js';

/** A word that a filter may have; what is not named here may read a file, write one or start a program. */
interface FilterWords {
  readonly option: RegExp;
  /** Options whose value is the next word. */
  readonly valued?: RegExp;
  /** Words without a dash: a pattern. */
  readonly words?: number;
}

const count = /^\d+$/;

const filters: ReadonlyMap<string, FilterWords> = new Map([
  ['head', { option: /^-(?:q|v|\d+|[nc]-?\d+)$/, valued: /^-[nc]$/ }],
  ['tail', { option: /^-(?:q|v|\d+|[nc][-+]?\d+)$/, valued: /^-[nc]$/ }],
  ['grep', { option: /^-(?:[EFGPivwxcnohHsaq]+|[ABCm]\d+)$/, valued: /^-[ABCm]$/, words: 1 }],
  ['wc', { option: /^-[lwcmL]+$/ }],
  ['cat', { option: /^-[AbeEnstTuv]+$/ }],
  ['sort', { option: /^-(?:[bdfgiMhnRrVuzsc]+|k[\d.,a-z]+|t.)$/ }],
  ['uniq', { option: /^-(?:[cdDuiz]+|[fsw]\d+)$/ }],
]);

const quietRedirections: ReadonlySet<string> = new Set(['2>&1', '2>/dev/null']);

/** A command without what only chooses among its output at the end, such as `| tail -5`. */
export function withoutFilters(command: string): string {
  const line = command.trim();
  const parts = [...(partsOf(line) ?? [])];
  while (parts.length > 1 && isFilter(parts.at(-1))) parts.pop();
  const last = parts.at(-1);
  if (last === undefined) return line;
  const redirections = [...last.redirections];
  let core = line.slice(0, last.end).trimEnd();
  for (;;) {
    const redirection = redirections.pop() ?? '';
    const ends = core.endsWith(redirection) && /\s/.test(core.at(-redirection.length - 1) ?? '');
    if (!quietRedirections.has(redirection) || !ends) return core;
    core = core.slice(0, -redirection.length).trimEnd();
  }
}

function isFilter(part: CommandPart | undefined): boolean {
  if (part?.after !== '|' || part.expands) return false;
  if (part.redirections.some((one) => !quietRedirections.has(one))) return false;
  const [name = '', ...rest] = part.words;
  const filter = filters.get(name);
  return filter !== undefined && areAllowed(rest, filter);
}

function areAllowed(words: readonly string[], { option, valued, words: most = 0 }: FilterWords) {
  let plain = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? '';
    if (valued?.test(word) === true) {
      at++;
      if (!count.test(words[at]?.replace(/^[-+]/, '') ?? '')) return false;
    } else if (!word.startsWith('-')) plain++;
    else if (!option.test(word)) return false;
  }
  return plain <= most;
}
