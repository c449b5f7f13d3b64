import type { LogLevel } from '../../protocol/records/enums.js';

export interface LogEntry {
  readonly at: number;
  readonly level: LogLevel;
  readonly scope: string;
  readonly message: string;
}

/**
 * `HH:MM:SS.mmm LEVEL [scope] message`, in local time. Further lines are indented and control
 * characters removed, so that no message can imitate another line.
 */
export function formatLogLine({ at, level, scope, message }: LogEntry): string {
  return `${clockTime(at)} ${level.toUpperCase()} [${scope}] ${printable(message)}`;
}

function clockTime(at: number): string {
  const date = new Date(at);
  const pad = (value: number, width = 2): string => String(value).padStart(width, '0');
  const seconds = `${pad(date.getSeconds())}.${pad(date.getMilliseconds(), 3)}`;
  return `${pad(date.getHours())}:${pad(date.getMinutes())}:${seconds}`;
}

function printable(message: string): string {
  return message
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => line.replaceAll('\t', '  ').replace(/\p{Cc}/gu, ''))
    .join('\n    ');
}
