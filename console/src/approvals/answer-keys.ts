/** What a key press says to the request that is shown. */
export type KeyAnswer = 'approve' | 'approve-run' | 'refuse';

/** What counts of an event of the keyboard. */
interface Press {
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly repeat: boolean;
  readonly code: string;
  readonly key: string;
}

const answers: Readonly<Record<string, KeyAnswer>> = {
  KeyY: 'approve',
  KeyR: 'approve-run',
  KeyN: 'refuse',
};

/** Whether the press is one of the keys for approvals; with AltGr they write letters. */
export function answerOf({
  altKey,
  ctrlKey,
  metaKey,
  code,
}: Omit<Press, 'repeat' | 'key'>): KeyAnswer | null {
  if (!altKey || ctrlKey || metaKey) return null;
  return answers[code] ?? null;
}

/** Whether the press would write another letter than that of its key, as Option does on macOS. */
export function writesOther({ code, key }: Pick<Press, 'code' | 'key'>): boolean {
  return code !== `Key${key.toUpperCase()}`;
}

/** What follows from a key for approvals. */
export type Reaction = 'answer' | 'unfold' | 'ignore';

/** A key that is held, or was meant for the request before, answers nothing. */
export function reactionTo(
  { repeat }: Pick<Press, 'repeat'>,
  { isFolded, isReady }: { readonly isFolded: boolean; readonly isReady: boolean },
): Reaction {
  if (repeat) return 'ignore';
  if (isFolded) return 'unfold';
  return isReady ? 'answer' : 'ignore';
}
