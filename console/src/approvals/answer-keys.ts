/** What a key press says to the request that is shown. */
export type KeyAnswer = 'approve' | 'approve-run' | 'refuse';

type Press = Pick<KeyboardEvent, 'altKey' | 'ctrlKey' | 'metaKey' | 'repeat' | 'code'>;

const answers: Readonly<Record<string, KeyAnswer>> = {
  KeyY: 'approve',
  KeyR: 'approve-run',
  KeyN: 'refuse',
};

/** Whether the press is one of the keys for approvals; with AltGr they write letters. */
export function answerOf({ altKey, ctrlKey, metaKey, code }: Press): KeyAnswer | null {
  if (!altKey || ctrlKey || metaKey) return null;
  return answers[code] ?? null;
}

/** What follows from a key for approvals. */
export type Reaction = 'answer' | 'unfold' | 'ignore';

/** A key that is held, or was meant for the request before, answers nothing. */
export function reactionTo(
  press: Pick<KeyboardEvent, 'repeat'>,
  { isFolded, isReady }: { readonly isFolded: boolean; readonly isReady: boolean },
): Reaction {
  if (press.repeat) return 'ignore';
  if (isFolded) return 'unfold';
  return isReady ? 'answer' : 'ignore';
}
