import { isObject } from 'class-validator';
import { limits } from '../protocol/limits.js';
import { chatRoles } from '../protocol/records/enums.js';
import type { PlanTurn } from '../protocol/records/work.js';

/**
 * The used part of a planning history: the last 40 entries, each cut at 4,000 characters, without
 * blank ones and those of other authors than user and assistant.
 */
export function acceptHistory(given: readonly unknown[]): readonly PlanTurn[] {
  return given.slice(-limits.planHistoryTurns).flatMap(acceptTurn);
}

function acceptTurn(given: unknown): readonly PlanTurn[] {
  if (!isObject<{ role?: unknown; text?: unknown }>(given)) return [];
  const role = chatRoles.find((known) => known === given.role);
  const text = typeof given.text === 'string' ? given.text.trim() : '';
  if (role === undefined || text === '') return [];
  return [{ role, text: text.slice(0, limits.planTurnCharacters) }];
}
