import type { OperationKind, OperationKinds, OperationOf } from '../history.js';

/** An operation as it was asked and answered. */
export type Done<O extends OperationOf<OperationKind>> = Pick<O, 'kind' | 'input' | 'answer'>;

export const ok = <K extends OperationKind>(
  kind: K,
  input: OperationKinds[K]['input'],
  value: OperationKinds[K]['value'],
): never => ({ kind, input, answer: { ok: true, value } }) as never;
export const refused = <K extends OperationKind>(
  kind: K,
  input: OperationKinds[K]['input'],
  error: string,
): never => ({ kind, input, answer: { ok: false, error } }) as never;
