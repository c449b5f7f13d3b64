/** The fields of any error; errors of the runtime may not be instances of our `Error`. */
export interface ErrorLike {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Longest chain of causes that is followed. */
const deepest = 8;

/** The error and its causes, outermost first, at most eight. */
export function causesOf(thrown: unknown): ErrorLike[] {
  const causes: ErrorLike[] = [];
  let current = thrown;
  while (causes.length < deepest && isErrorLike(current) && !causes.includes(current)) {
    causes.push(current);
    current = current.cause;
  }
  return causes;
}

/**
 * The message of anything thrown; errors of other realms (workers, sandboxes) are not instances of
 * our `Error`.
 */
export function messageOf(thrown: unknown): string {
  const hasMessage = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  return hasMessage ? String(thrown.message) : String(thrown);
}

/** The message of the innermost cause that has one; undici's own is only `fetch failed`. */
export function innermostMessage(thrown: unknown): string {
  return causesOf(thrown).findLast(({ message }) => message !== '')?.message ?? String(thrown);
}

/**
 * The distinct messages of the error and its causes, outermost first, joined by colons. An error
 * without a message is shown by its code or name.
 */
export function messagesOfCauses(thrown: unknown): string {
  const messages = causesOf(thrown).map(({ message, code, name }) =>
    [message, code, name].find(isText),
  );
  const distinct = new Set(messages.filter((message) => message !== undefined));
  return distinct.size === 0 ? String(thrown) : [...distinct].join(': ');
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}

function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
