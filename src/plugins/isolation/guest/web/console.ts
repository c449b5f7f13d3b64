import type { LogLevel } from '#protocol/records/enums.js';
import { format } from './format.js';

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
