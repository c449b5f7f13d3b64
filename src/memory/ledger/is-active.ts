import type { MemoryFact } from '../../protocol/records/memory.js';

/** Neither retracted nor replaced. */
export function isActive({ invalidFrom, supersededBy }: MemoryFact): boolean {
  return invalidFrom === null && supersededBy === null;
}
