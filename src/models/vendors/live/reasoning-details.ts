import type { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { JSONValue } from '@ai-sdk/provider';
import { z } from 'zod';
import { messageFields } from './message-fields.js';

type MetadataExtractor = NonNullable<
  Parameters<typeof createOpenAICompatible>[0]['metadataExtractor']
>;

type Detail = Record<string, JSONValue>;

const details = z.array(z.record(z.string(), z.json())).catch([]);
const holder = z.object({ reasoning_details: details.optional() }).catch({});
const body = z.object({
  choices: z.array(z.object({ message: holder.optional(), delta: holder.optional() })),
});

/** What of a stream is kept at most: more would not fit the vendor's own limits. */
const most = 10_000;

/**
 * OpenRouter's `reasoning_details`, which go back with the message they came with: signed or sealed
 * reasoning of the vendor behind it (https://openrouter.ai/docs/use-cases/reasoning-tokens).
 */
export const reasoningDetails: MetadataExtractor = {
  extractMetadata: ({ parsedBody }) => Promise.resolve(metadata(detailsIn(parsedBody))),
  createStreamExtractor: () => {
    const kept: Detail[] = [];
    return {
      processChunk: (chunk) => {
        for (const detail of detailsIn(chunk)) if (kept.length < most) keep(kept, detail);
      },
      buildMetadata: () => metadata(kept),
    };
  },
};

function detailsIn(parsed: unknown): Detail[] {
  const { success, data } = body.safeParse(parsed);
  const [choice] = success ? data.choices : [];
  return (choice?.message ?? choice?.delta)?.reasoning_details ?? [];
}

/** A stream tells one detail in pieces: those with the same index and type are put together. */
function keep(kept: Detail[], piece: Detail): void {
  const last = kept.at(-1);
  const { index, type } = piece;
  if (last === undefined || index === undefined || last.index !== index || last.type !== type) {
    kept.push({ ...piece });
    return;
  }
  for (const [name, value] of Object.entries(piece)) {
    const before = last[name];
    const isText = ['text', 'summary', 'data'].includes(name);
    if (isText && typeof before === 'string' && typeof value === 'string') {
      last[name] = before + value;
    } else if (value !== null && value !== undefined) last[name] = value;
  }
}

function metadata(kept: Detail[]) {
  return kept.length === 0 ? undefined : { [messageFields]: { reasoning_details: kept } };
}
