import type { OfficeClient } from '../office-client.js';
import type { HistoryRecorder } from './history-recorder.js';
import type { OperationKind, OperationKinds } from './history.js';

/** An operation over HTTP. */
export interface RecordedCall<K extends OperationKind> {
  readonly kind: K;
  readonly input: OperationKinds[K]['input'];
  readonly shown?: true;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  /** What a success says, from the body of its answer. */
  readonly answer: (body: never) => OperationKinds[K]['value'];
}

/**
 * Makes the call and tells the recorder. Null: it was refused, or nobody knows whether it took
 * effect, as after a fault.
 */
export async function recordedCall<K extends OperationKind>(
  recorder: HistoryRecorder,
  office: OfficeClient,
  call: RecordedCall<K> & { readonly client: string; readonly replica: string },
): Promise<OperationKinds[K]['value'] | null> {
  const { kind, input, client, replica, shown, method, path, body } = call;
  const asked = { kind, input, client, replica, ...(shown && { shown }) };
  const answered = recorder.begin<K>(asked);
  const answer = await office.call(method, path, body && { body }).catch(() => null);
  if (answer === null || answer.status >= 500) return null;
  if (answer.status >= 400) {
    answered({ ok: false, error: (answer.body as { error: string }).error });
    return null;
  }
  const value = call.answer(answer.body as never);
  answered({ ok: true, value });
  return value;
}
