import { z } from 'zod';
import { acceptedItems } from '../platform/text/foreign-fields.js';
import { limits } from '../protocol/limits.js';
import { chatRoles } from '../protocol/records/enums.js';
import type { PlanTurn } from '../protocol/records/work.js';

const planTurns = acceptedItems<z.ZodType<PlanTurn>>(
  z.object({
    role: z.enum(chatRoles),
    text: z
      .string()
      .trim()
      .min(1)
      .transform((text) => text.slice(0, limits.planTurnCharacters)),
  }),
);

/**
 * What is replayed of a planning history: the last 40 entries, each cut at 4,000 characters. Blank
 * entries, and those of anyone but user and assistant, are dropped.
 */
export function acceptHistory(given: readonly unknown[]): readonly PlanTurn[] {
  return planTurns.parse(given.slice(-limits.planHistoryTurns));
}
