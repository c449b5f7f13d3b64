/** The used fields of a keyboard event. */
export interface Press {
  readonly key: string;
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly repeat: boolean;
  readonly isComposing: boolean;
}

/** The effect of a press: it completes keys, begins longer ones, or does nothing. */
export type KeyStep =
  | { readonly kind: 'done'; readonly keys: string }
  | { readonly kind: 'begun'; readonly keys: string }
  | { readonly kind: 'nothing' };

const nothing: KeyStep = { kind: 'nothing' };

/**
 * The character of a press without other modifiers: a small letter or `?`; null: none. On keyboards
 * of other scripts the place of the key counts.
 */
export function characterOf(press: Press): string | null {
  const { key, code, altKey, ctrlKey, metaKey, shiftKey, repeat, isComposing } = press;
  if (repeat || isComposing || altKey || ctrlKey || metaKey) return null;
  if (key === '?') return key;
  if (shiftKey) return null;
  const letter = key.toLowerCase();
  if (/^[a-z]$/.test(letter)) return letter;
  const isOtherLetter = /^\p{Letter}$/u.test(key);
  return isOtherLetter ? (/^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null) : null;
}

/** The effect of a character after the ones pressed before. */
export function keyStep(before: string, character: string, known: readonly string[]): KeyStep {
  const keys = before === '' ? character : `${before} ${character}`;
  if (known.includes(keys)) return { kind: 'done', keys };
  return known.some((each) => each.startsWith(`${keys} `)) ? { kind: 'begun', keys } : nothing;
}

/** True for the palette's key: Ctrl K, on macOS also Cmd K. */
export function opensPalette({ key, altKey, ctrlKey, metaKey, shiftKey, repeat }: Press): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey && !repeat;
}

/** True if an action's keys are single letters, which a person can turn off. */
export function isCharacterKeys(keys: string): boolean {
  return !/^(?:Alt|Ctrl) /.test(keys);
}
