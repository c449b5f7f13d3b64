import type { JSONObject } from '@ai-sdk/provider';
import { z } from 'zod';
import type { ModelTraits } from '../../catalogue/model-traits.js';
import type { SdkOptions } from './sdk.js';

/** Under this name the SDK copies fields unchanged into a chat completions message. */
export const messageFields = 'openaiCompatible';

/** Option that holds the original field names of a piece of reasoning. */
export const reasoningFields = 'reasoningFields';

/** Reasoning of an answer that is returned to the provider. */
interface ReasoningPart {
  readonly text: string;
  readonly providerOptions?: SdkOptions;
}

/** The provider's requirements for returned reasoning. */
interface ReasoningReader {
  readonly traits: ModelTraits;
  readonly refusesReasoning: boolean;
}

const came = z.object({ [reasoningFields]: z.object({ fields: z.array(z.string()) }) });

/**
 * The fields of a message for its returned reasoning: those that the provider is known to require,
 * else the original ones.
 * @param metadata data of the whole message
 */
export function returnedReasoning(
  parts: readonly ReasoningPart[],
  metadata: JSONObject,
  { traits, refusesReasoning }: ReasoningReader,
): JSONObject {
  const { reasoning_details: details, ...others } = metadata;
  if (refusesReasoning) return others;
  const text = parts.map((part) => part.text).join('');
  switch (traits.compat.returnReasoning) {
    case 'reasoning_content':
      // The field is required, even if empty.
      return { reasoning_content: text };
    case 'reasoning_details':
      return details === undefined ? { ...others, ...asItCame(parts) } : metadata;
    case undefined:
      return { ...metadata, ...asItCame(parts) };
    default:
      return metadata;
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
