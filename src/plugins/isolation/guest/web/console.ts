import type { LogLevel } from '#protocol/records/enums.js';

const levels = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'debug',
} as const;

type Print = (...parts: unknown[]) => void;

/** Redirects `console` to the log. */
export function consoleTo(log: (level: LogLevel, message: string) => void): object {
  const printing = Object.entries(levels).map(([method, level]) => {
    const print: Print = (...parts) => log(level, format(parts));
    return [method, print] as const;
  });
  const assert = (condition: unknown, ...parts: unknown[]): void => {
    if (!condition) log('error', format(['Assertion failed', ...parts]));
  };
  return { ...Object.fromEntries(printing), assert };
}

const maxDepth = 4;
const maxItems = 100;

/** Formats like `console`: `%s`, `%d`, `%i`, `%f`, `%j`, `%o`, then the rest. */
function format(parts: readonly unknown[]): string {
  const [first, ...rest] = parts;
  if (typeof first !== 'string') return parts.map(shown).join(' ');
  const waiting = [...rest];
  const filled = first.replace(/%[sdifjoO%]/g, (mark) => {
    if (mark === '%%') return '%';
    return waiting.length === 0 ? mark : filledIn(mark, waiting.shift());
  });
  return [filled, ...waiting.map(shown)].join(' ');
}

function filledIn(mark: string, value: unknown): string {
  switch (mark) {
    case '%s':
      return shown(value);
    case '%d':
    case '%f':
      return String(Number(value));
    case '%i':
      return String(Math.trunc(Number(value)));
    case '%j':
      return JSON.stringify(value);
    default:
      return inspect(value, maxDepth);
  }
}

/** Text as it is, anything else like code. */
function shown(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, maxDepth);
}

function inspect(value: unknown, depth: number): string {
  if (typeof value === 'string') return `'${value}'`;
  if (typeof value === 'function') return `[Function: ${value.name || 'anonymous'}]`;
  if (typeof value === 'bigint') return `${value}n`;
  if (typeof value !== 'object' || value === null) return String(value);
  if (value instanceof Error) return `${value.name}: ${value.message}`;
  if (value instanceof Date) return value.toISOString();
  if (value instanceof RegExp) return String(value);
  if (depth === 0) return Array.isArray(value) ? '[Array]' : '[Object]';
  return members(value, depth - 1);
}

function members(value: object, depth: number): string {
  const item = (each: unknown): string => inspect(each, depth);
  const pair = ([key, each]: readonly [unknown, unknown]): string =>
    `${item(key)} => ${item(each)}`;
  if (Array.isArray(value)) return enclosed('[', value.map(item), ']');
  if (value instanceof Set) return enclosed(`Set(${value.size}) {`, [...value].map(item), '}');
  if (value instanceof Map) return enclosed(`Map(${value.size}) {`, [...value].map(pair), '}');
  const fields = Object.entries(value).map(([key, each]) => `${key}: ${item(each)}`);
  return enclosed('{', fields, '}');
}

function enclosed(open: string, items: readonly string[], close: string): string {
  if (items.length === 0) return open + close;
  const more = items.length > maxItems ? [`... ${items.length - maxItems} more`] : [];
  return `${open} ${[...items.slice(0, maxItems), ...more].join(', ')} ${close}`;
}
