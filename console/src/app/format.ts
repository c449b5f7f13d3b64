import type { Isolation } from '#protocol/records/enums.js';

const twoDigits = { minimumSignificantDigits: 2, maximumSignificantDigits: 2 };

/** USD for people: `$0.42`, `$0.0031`, `$12.50`. */
export function dollars(usd: number): string {
  if (usd === 0) return '$0.00';
  if (Math.abs(usd) < 0.01) return `$${usd.toLocaleString('en', twoDigits)}`;
  return `$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** USD with all digits: `$1.005`, `$2.50`. */
export function exactDollars(usd: number): string {
  return `$${usd.toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 8 })}`;
}

export function count(value: number): string {
  return value.toLocaleString('en');
}

/** `850 ms`, `4.2 s`, `1 min 42 s`, `25 min`, `2 h 5 min`, `5 d`. */
export function duration(ms: number): string {
  const seconds = Math.round(ms / 1000);
  if (seconds >= 60 && seconds < 600) return inTwo(seconds, 60, 'min', 's');
  const minutes = Math.round(ms / 60_000);
  return minutes >= 60 && minutes < 1440 ? inTwo(minutes, 60, 'h', 'min') : roughly(ms);
}

function inTwo(value: number, each: number, large: string, small: string): string {
  const rest = value % each;
  return `${Math.floor(value / each)} ${large}${rest === 0 ? '' : ` ${rest} ${small}`}`;
}

/** A time in its largest unit alone. */
function roughly(ms: number): string {
  if (ms < 1000) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  if (ms < 59_500) return `${Math.round(ms / 1000)} s`;
  if (ms < 3_570_000) return `${Math.round(ms / 60_000)} min`;
  if (ms < 84_600_000) return `${Math.round(ms / 3_600_000)} h`;
  return `${Math.round(ms / 86_400_000)} d`;
}

export function ago(at: number, now: number): string {
  return now - at < 10_000 ? 'just now' : `${roughly(now - at)} ago`;
}

export function clockTime(at: number): string {
  return new Date(at).toLocaleTimeString('en-GB');
}

export function dateTime(at: number): string {
  return new Date(at).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
}

/** `1 run`, `3 runs`. */
export function plural(value: number, word: string): string {
  return `${count(value)} ${word}${value === 1 ? '' : 's'}`;
}

/** The first line of a text, shortened to this many characters, between words if possible. */
export function firstLine(text: string, most = 120): string {
  const line = text.trimStart().split('\n', 1)[0] ?? '';
  if (line.length <= most) return line;
  const cut = line.slice(0, most - 1);
  const lastBlank = cut.lastIndexOf(' ');
  return `${(lastBlank > most / 2 ? cut.slice(0, lastBlank) : cut).replace(/[,;:.]+$/, '')}…`;
}

/** Text in one line without Markdown marks around words and lines; `my_file` stays. */
export function plain(text: string): string {
  return text
    .replace(/(?<![\p{L}\p{N}])[#*_`>|]+|[#*_`>|]+(?![\p{L}\p{N}])/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Where runs work, in words. */
export const isolationNames: Readonly<Record<Isolation, string>> = {
  place: 'In the folder',
  worktree: 'In a git worktree of its own',
};
