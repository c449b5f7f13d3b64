import { format } from 'node:util';
import type { LogLevel } from '../../../protocol/records/enums.js';

const levels = {
  debug: 'debug',
  log: 'info',
  info: 'info',
  warn: 'warn',
  error: 'error',
  trace: 'debug',
} as const;

/** What a plugin prints goes to the office's log, like what it logs. */
export function sendConsoleTo(log: (level: LogLevel, message: string) => void): void {
  for (const [method, level] of Object.entries(levels)) {
    Reflect.set(console, method, (...parts: unknown[]) => log(level, format(...parts)));
  }
}
