import { QueryFailedError } from 'typeorm';

/** A store that is in no trouble. */
export const inOrder = {
  ...{ refusing: 0, losingAnswers: 0, losingCommits: 0, breaking: 0, failingReads: 0 },
} as const;

/** As the driver reports that the connection broke. */
export function broken(): QueryFailedError {
  const error = Object.assign(new Error('the connection broke'), { code: 'ECONNRESET' });
  return new QueryFailedError('', [], error);
}
