import type { IncomingHttpHeaders } from 'node:http';
import { requestIdTexts } from '../../protocol/texts/http.js';
import { RefusedError } from '../errors/office-error.js';
import { resultOf } from './command-answer.js';
import { fingerprintOf } from './fingerprint.js';
import type { Once } from './once.js';
import { readRequestId } from './request-id.js';

/**
 * Carries out a request; once, where its `Idempotency-Key` names it.
 * @param content names what is asked, with all that came with it
 * @throws RefusedError when the key is none, or was given to another request
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
  // The first to fail is told with its cause, for the log.
  if ('refusal' in answer && failure.thrown !== undefined) throw failure.thrown as Error;
  return resultOf(answer) as T;
}
