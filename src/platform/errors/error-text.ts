/** What every error has; those of the runtime itself need not be instances of our `Error`. */
export interface ErrorLike {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** Longer chains of causes are cut here. */
const deepest = 8;

/** The error and what caused it, outermost first, at most eight. */
export function causesOf(thrown: unknown): ErrorLike[] {
  const causes: ErrorLike[] = [];
  let current = thrown;
  while (causes.length < deepest && isErrorLike(current) && !causes.includes(current)) {
    causes.push(current);
    current = current.cause;
  }
  return causes;
}

/** The message of anything that was thrown; errors of another realm (a worker, a sandbox) are none of ours. */
export function messageOf(thrown: unknown): string {
  const hasMessage = typeof thrown === 'object' && thrown !== null && 'message' in thrown;
  return hasMessage ? String(thrown.message) : String(thrown);
}

/** The message of the innermost cause that has one: undici itself says only `fetch failed`. */
export function innermostMessage(thrown: unknown): string {
  return causesOf(thrown).findLast(({ message }) => message !== '')?.message ?? String(thrown);
}

/**
 * The different messages of the error and its causes, outermost first, joined by colons. An error
 * without a message is shown by its code or its name.
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
