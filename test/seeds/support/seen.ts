import type { SimulatedClient } from './client.js';
import type { History } from './history.js';
import type { Plan } from './plan.js';
import type { SimulatedStore } from './store.js';

/** What was seen, and what is stored at the end. */
export interface Seen {
  readonly history: History;
  readonly store: SimulatedStore;
  readonly plan: Plan;
  readonly clients: readonly SimulatedClient[];
}
