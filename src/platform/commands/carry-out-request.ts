import type { IncomingHttpHeaders } from 'node:http';
import { requestIdTexts } from '../../protocol/texts/http.js';
import { RefusedError } from '../errors/office-error.js';
import { resultOf } from './command-answer.js';
import { fingerprintOf } from './fingerprint.js';
import type { Once } from './once.js';
import { readRequestId } from './request-id.js';

/**
 * Carries out a request, only once if it has an `Idempotency-Key`.
 * @param content identifies the request with all its parameters
 * @throws RefusedError if the key is malformed or belongs to another request
 */
export async function carryOutRequest<T>(
  once: Once,
  headers: IncomingHttpHeaders,
  content: unknown,
  work: () => Promise<T>,
): Promise<T> {
  const idName = requestIdTexts.idempotencyKey;
  const given = readRequestId(idName, headers['idempotency-key']);
  if ('refusal' in given) throw new RefusedError(given.refusal);
  const { id } = given;
  if (id === null) return work();
  const asker = `http ${headers.origin ?? ''}`;
  const fingerprint = fingerprintOf(content);
  const failure: { thrown?: unknown } = {};
  const named = { asker, id, idName, fingerprint, resultOf: (value: unknown) => value };
  const answer = await once.carryOut(named, () =>
    work().catch((thrown: unknown) => {
      failure.thrown = thrown;
      throw thrown;
    }),
  );
  // The first failure is rethrown with its cause, for the log; repeats get the stored refusal.
  if ('refusal' in answer && failure.thrown !== undefined) throw failure.thrown as Error;
  return resultOf(answer) as T;
}
