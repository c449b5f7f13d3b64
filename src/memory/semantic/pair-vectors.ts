import type { EmbeddedFact } from '../persistence/vectors.repository.js';
import type { UnitVector } from './vector.js';

/** The facts with their vectors, without those that have none. */
export function pairVectors(
  facts: readonly { readonly id: string }[],
  made: readonly (UnitVector | null | undefined)[],
): readonly EmbeddedFact[] {
  return facts.flatMap(({ id }, place) => {
    const vector = made[place];
    return vector ? [{ factId: id, vector }] : [];
  });
}
