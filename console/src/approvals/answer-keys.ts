import { actions } from '../app/actions.js';

const keyAnswers = ['approve', 'approve-run', 'refuse'] as const;
/** The answer that a key gives to the shown approval. */
export type KeyAnswer = (typeof keyAnswers)[number];

/** The used fields of a keyboard event. */
interface Press {
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  readonly code: string;
  readonly key: string;
}

/** Answers by the code of the key that is pressed with Alt. */
const answers: ReadonlyMap<string, KeyAnswer> = new Map(
  keyAnswers.map((answer) => [codeOf(answer), answer]),
);

function codeOf(answer: KeyAnswer): string {
  const keys = actions.find(({ id }) => id === answer)?.keys ?? '';
  return keys.replace(/^Alt /, 'Key');
}

/**
 * The answer of a key press; null for keys other than those of approvals, and with AltGr, which
 * writes letters.
 */
export function answerOf({
  altKey,
  ctrlKey,
  metaKey,
  code,
}: Omit<Press, 'repeat' | 'key'>): KeyAnswer | null {
  if (!altKey || ctrlKey || metaKey) return null;
  return answers.get(code) ?? null;
}

/** True if the press writes another letter than its key's, as Option does on macOS. */
export function writesOther({ code, key }: Pick<Press, 'code' | 'key'>): boolean {
  return code !== `Key${key.toUpperCase()}`;
}

/** The effect of a key for approvals. */
export type Reaction = 'answer' | 'unfold' | 'ignore';

/** Ignores a key that is held or was meant for the previous request. */
export function reactionTo(
  { repeat }: Pick<Press, 'repeat'>,
  { isFolded, isReady }: { readonly isFolded: boolean; readonly isReady: boolean },
): Reaction {
  if (repeat) return 'ignore';
  if (isFolded) return 'unfold';
  return isReady ? 'answer' : 'ignore';
}
