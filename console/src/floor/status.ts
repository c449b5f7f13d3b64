import type { EmployeeStatus } from '#protocol/records/enums.js';
import type { Tone } from '../ui/pieces.js';

export const statusWords: Readonly<Record<EmployeeStatus, string>> = {
  offline: 'away',
  idle: 'ready',
  thinking: 'thinking',
  working: 'at work',
  talking: 'talking',
  blocked: 'waits for you',
  error: 'in trouble',
};

export const statusTones: Readonly<Record<EmployeeStatus, Tone>> = {
  offline: 'plain',
  idle: 'plain',
  thinking: 'think',
  working: 'busy',
  talking: 'good',
  blocked: 'wait',
  error: 'bad',
};

/** The initials of the first and last name. */
export function initialsOf(name: string): string {
  const words = name.split(' ').filter((word) => word !== '');
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`;
}
