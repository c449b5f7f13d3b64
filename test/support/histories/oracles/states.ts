import { entriesOf, type HistoryEntry } from '../history.js';
import type { Problem } from './problem.js';

/** What a client makes of events is what the service shows at the same number. */
export function statesEqual(history: readonly HistoryEntry[]): readonly Problem[] {
  return entriesOf(history, 'state')
    .filter(({ different }) => different.length > 0)
    .map(({ client, seq, different }) => ({
      oracle: 'states',
      about: client,
      message: `at ${seq} it shows otherwise: ${different.join(', ')}`,
    }));
}
