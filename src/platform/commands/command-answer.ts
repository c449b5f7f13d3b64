import { isStoreFailure } from '../database/store-failure.js';
import { messageOf } from '../errors/error-text.js';
import {
  type ErrorKind,
  ForbiddenError,
  NotFoundError,
  OfficeError,
  RefusedError,
  TooLargeError,
  TooManyError,
  UnavailableError,
} from '../errors/office-error.js';

/** The stored outcome of a command: its result, or why it failed. */
export type CommandAnswer =
  | { readonly result: unknown }
  /** `kind` is null for a fault of the service. */
  | { readonly refusal: string; readonly kind: ErrorKind | null };

const errors: Readonly<Record<ErrorKind, new (message: string) => OfficeError>> = {
  refused: RefusedError,
  forbidden: ForbiddenError,
  'not-found': NotFoundError,
  'too-large': TooLargeError,
  'too-many': TooManyError,
  unavailable: UnavailableError,
};

/** True if another attempt may end differently, so that the answer must not be kept. */
export function mayPass(thrown: unknown): boolean {
  const isBusy = thrown instanceof UnavailableError || thrown instanceof TooManyError;
  return isBusy || isStoreFailure(thrown);
}

export function failureOf(thrown: unknown): CommandAnswer {
  const kind = thrown instanceof OfficeError ? thrown.kind : null;
  return { refusal: messageOf(thrown), kind };
}

/** The result of an answer. @throws the stored refusal */
export function resultOf(answer: CommandAnswer): unknown {
  if ('result' in answer) return answer.result;
  if (answer.kind === null) throw new Error(answer.refusal);
  throw new errors[answer.kind](answer.refusal);
}
