import { z } from 'zod';
import { logLevels } from '../../protocol/records/enums.js';
import { pluginLimits } from '../plugin-limits.js';
import { fileOperations } from './messages.js';
import type { FromPlugin } from './messages.js';

const number = z.int().nonnegative();
const text = z.string().max(pluginLimits.messageBytes);
const name = z.string().min(1).max(200);
const path = z.string().max(4096);

const outcome = z.object({
  ok: z.boolean(),
  content: text,
  preview: text.optional(),
  affectsPaths: z.array(path).max(pluginLimits.affectedPaths).optional(),
});

const message: z.ZodType<FromPlugin> = z.union([
  z.object({ answer: number, error: text }),
  z.object({ answer: number, outcome: outcome.optional() }),
  z.discriminatedUnion('tell', [
    z.object({
      tell: z.literal('tool'),
      name,
      description: text,
      parameters: z.record(z.string(), z.unknown()),
    }),
    z.object({ tell: z.enum(['subscribe', 'unsubscribe']), eventType: name }),
    z.object({ tell: z.literal('log'), level: z.enum(logLevels), message: text }),
    z.object({ tell: z.literal('fault'), message: text }),
  ]),
  z.object({
    want: z.enum(fileOperations),
    id: number,
    call: number,
    path,
    content: text.optional(),
  }),
]);

/** One line of a plugin as a message, or null when it is none. Never throws. */
export function readMessage(line: string): FromPlugin | null {
  try {
    const read = message.safeParse(JSON.parse(line));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
