/** What every error has; those of the runtime itself need not be instances of our `Error`. */
export interface ErrorLike {
  readonly name: string;
  readonly message: string;
  readonly code?: unknown;
  readonly cause?: unknown;
}

/** The error and what caused it, outermost first. */
export function causesOf(thrown: unknown): ErrorLike[] {
  const causes: ErrorLike[] = [];
  let current = thrown;
  while (isErrorLike(current) && !causes.includes(current)) {
    causes.push(current);
    current = current.cause;
  }
  return causes;
}

/** The message that tells most: that of the innermost cause that has one. */
export function innermostMessage(thrown: unknown): string {
  return causesOf(thrown).findLast(({ message }) => message !== '')?.message ?? String(thrown);
}

function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string'
  );
}
