import { limits } from '../../protocol/limits.js';
import { requestIdTexts, shapeTexts } from '../../protocol/texts/http.js';

/** A valid id of a command, or why it is not valid. */
type GivenId = { readonly id: string | null } | { readonly refusal: string };

/** @param name of the field, for the refusal */
export function readRequestId(name: string, given: unknown): GivenId {
  if (given === undefined) return { id: null };
  const most = limits.requestIdCharacters;
  const isId = typeof given === 'string' && given !== '' && [...given].length <= most;
  if (isId) return { id: given };
  return { refusal: shapeTexts.mustBe(name, requestIdTexts.shape(most)) };
}
