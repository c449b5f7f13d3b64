import { z } from 'zod';
import { cleaned } from '../../platform/text/cleaned.js';
import { parseForeignJson } from '../../platform/text/foreign-json.js';
import { logLevels } from '../../protocol/records/enums.js';
import { pluginLimits } from '../plugin-limits.js';
import { fileOperations } from './messages.js';
import type { FromPlugin } from './messages.js';

const number = z.int().nonnegative();
const text = z.string().max(pluginLimits.messageBytes);
const path = z.string().max(4096);

/** Cleaned for display in logs and records. */
const shownText = text.transform((said) => cleaned(said, pluginLimits.logLineCharacters));

const toolName = z.string().regex(/^[a-z0-9_]{1,64}$/);
const eventType = z.string().regex(/^[\w.-]{1,100}$/);

/** As defined by HTTP (RFC 9110). */
const token = z.string().regex(/^[\w!#$%&'*+.^`|~-]{1,200}$/);
const headerValue = z.string().max(pluginLimits.fetchHeaderBytes);

const outcome = z.object({
  ok: z.boolean(),
  content: z.string().max(pluginLimits.toolContentCharacters),
  preview: shownText.optional(),
  affectsPaths: z.array(path).max(pluginLimits.affectedPaths).optional(),
});

const answer = z.union([
  z.object({ answer: number, error: shownText }),
  z.object({ answer: number, interrupted: z.literal(true) }),
  z.object({ answer: number, outcome: outcome.optional() }),
]);

const tell = z.discriminatedUnion('tell', [
  z.object({
    tell: z.literal('tool'),
    name: toolName,
    description: text,
    parameters: z.record(z.string(), z.unknown()),
  }),
  z.object({ tell: z.enum(['subscribe', 'unsubscribe']), eventType }),
  z.object({ tell: z.literal('log'), level: z.enum(logLevels), message: shownText }),
  z.object({ tell: z.literal('cancel'), request: number }),
  z.object({ tell: z.literal('interrupted') }),
  z.object({ tell: z.literal('fault'), message: shownText }),
]);

const request = z.discriminatedUnion('request', [
  z.object({
    request: z.enum(fileOperations),
    id: number,
    call: number,
    path,
    content: text.optional(),
  }),
  z.object({
    request: z.literal('fetch'),
    id: number,
    url: z.string().max(8192),
    method: token,
    headers: z.array(z.tuple([token, headerValue])).max(pluginLimits.fetchHeaders),
    body: z.base64().max(pluginLimits.messageBytes).optional(),
  }),
]);

const message: z.ZodType<FromPlugin> = z.union([answer, tell, request]);

/** Parses a plugin's line, or null if it is invalid. Never throws. */
export function readMessage(line: string): FromPlugin | null {
  try {
    const read = message.safeParse(parseForeignJson(line));
    return read.success ? read.data : null;
  } catch {
    return null;
  }
}
