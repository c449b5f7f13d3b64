import type { EmbeddedFact } from '../persistence/vectors.repository.js';
import type { UnitVector } from './vector.js';

/** The facts with the vectors that were made for them, without those for which there is none. */
export function pairVectors(
  facts: readonly { readonly id: string }[],
  made: readonly (UnitVector | null | undefined)[],
): readonly EmbeddedFact[] {
  return facts.flatMap(({ id }, place) => {
    const vector = made[place];
    return vector ? [{ factId: id, vector }] : [];
  });
}
