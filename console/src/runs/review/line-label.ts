import type { LinePlace } from './viewed.js';

/** What the number of a line does. */
export function lineLabel({ path, side, line }: LinePlace): string {
  return `Comment on line ${line}${side === 'old' ? ' before the change' : ''} of ${path}`;
}
