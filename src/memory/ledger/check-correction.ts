import { RefusedError } from '../../platform/errors/office-error.js';
import type { MemoryFact } from '../../protocol/records/memory.js';
import { memoryTexts } from '../../protocol/texts.js';
import { type FactOwner, scopeKeyOf } from '../recall/readable-scopes.js';
import { isActive } from './is-active.js';

/**
 * Whether a fact may be replaced by one of this owner: it must be active, and a correction moves it
 * neither to another scope nor to another owner.
 * @throws RefusedError saying which of the two it is
 */
export function checkCorrection(original: MemoryFact, owner: FactOwner): void {
  const { id, scope, scopeId } = original;
  if (!isActive(original)) throw new RefusedError(memoryTexts.inactiveToSupersede(id));
  if (scopeKeyOf(original) !== scopeKeyOf(owner)) {
    throw new RefusedError(memoryTexts.cannotMove(id, scope, scopeId));
  }
}
