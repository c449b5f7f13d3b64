import { clip } from '../../../platform/text/clip.js';

const maxCharacters = 2000;

/** What a plugin threw, in words, whatever it is. Never throws. */
export function messageOf(thrown: unknown): string {
  try {
    return clip(thrown instanceof Error ? thrown.message : String(thrown), maxCharacters);
  } catch {
    return 'something that cannot be shown';
  }
}
