import { entriesOf, type HistoryEntry } from '../history.js';
import type { Problem } from './problem.js';

/**
 * What a client makes of events is what the service shows at the same number. A state may overtake
 * stored events on the way to the client, which then says nothing.
 */
export function statesEqual(history: readonly HistoryEntry[]): readonly Problem[] {
  const stored = new Set(entriesOf(history, 'message').map(({ seq }) => seq));
  const overtakes = (after: number, seq: number): boolean => {
    for (let number = after + 1; number <= seq; number += 1) if (stored.has(number)) return true;
    return false;
  };
  return entriesOf(history, 'state')
    .filter(({ different, after, seq }) => different.length > 0 && !overtakes(after, seq))
    .map(({ client, after, seq, different }) => ({
      oracle: 'states',
      about: client,
      message: `after ${after}, at ${seq} it shows otherwise: ${different.slice(0, 5).join(', ')}`,
    }));
}
