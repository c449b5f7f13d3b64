import type { JSONObject } from '@ai-sdk/provider';
import { z } from 'zod';
import type { ModelTraits } from '../../catalogue/model-traits.js';
import type { SdkOptions } from './sdk.js';

/** Under this name the SDK puts what it is given into a message of chat completions as it is. */
export const messageFields = 'openaiCompatible';

/** Fields of chat completions in which vendors write reasoning as text, the usual one first. */
export const reasoningTexts = ['reasoning_content', 'reasoning'] as const;

/** Under this name a piece of reasoning keeps the fields in which it came. */
export const reasoningFields = 'reasoningFields';

/** Reasoning of an answer that goes back. */
interface ReasoningPart {
  readonly text: string;
  readonly providerOptions?: SdkOptions;
}

/** How the vendor wants it. */
interface ReasoningReader {
  readonly traits: ModelTraits;
  readonly refusesReasoning: boolean;
}

const came = z.object({ [reasoningFields]: z.object({ fields: z.array(z.string()) }) });

/**
 * The fields of a message in which its reasoning goes back: those that the vendor is known to want,
 * else those in which it came.
 * @param vendor what belongs to the message as a whole
 */
export function returnedReasoning(
  parts: readonly ReasoningPart[],
  vendor: JSONObject,
  { traits, refusesReasoning }: ReasoningReader,
): JSONObject {
  const { reasoning_details: details, ...others } = vendor;
  if (refusesReasoning) return others;
  const text = parts.map((part) => part.text).join('');
  switch (traits.compat.returnReasoning) {
    case 'reasoning_content':
      // It has to be there, be it empty.
      return { reasoning_content: text };
    case 'reasoning_details':
      return details === undefined ? { ...others, ...asItCame(parts) } : vendor;
    case undefined:
      return { ...vendor, ...asItCame(parts) };
    default:
      return vendor;
  }
}

function asItCame(parts: readonly ReasoningPart[]): JSONObject {
  const texts: Record<string, string> = {};
  for (const { text, providerOptions } of parts) {
    const read = came.safeParse(providerOptions);
    for (const field of read.success ? read.data[reasoningFields].fields : []) {
      texts[field] = (texts[field] ?? '') + text;
    }
  }
  return texts;
}
