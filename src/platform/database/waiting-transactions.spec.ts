import { expect, it } from '@jest/globals';
import { openStore } from '../../../test/runs/support/open-store.js';
import { healthTexts } from '../../protocol/texts/process.js';
import { inWork } from '../telemetry/work-context.js';
import { isStoreFailure } from './store-failure.js';

const opened = openStore('sqlite');

it('of requests no more than a thousand wait for a silent store; those of runs always do', async () => {
  const { transactions } = opened();
  const silence = Promise.withResolvers<void>();
  const first = transactions.run(() => silence.promise);
  const ask = (): Promise<string> => transactions.run(async () => 'done');
  const waiting = Array.from({ length: 1000 }, ask);
  const refused: unknown = await ask().catch((thrown: unknown) => thrown);
  expect(refused).toMatchObject({ kind: 'unavailable', message: healthTexts.storeBusy });
  expect(isStoreFailure(refused)).toBe(true);
  const ofRuns = [inWork({ runId: 'run_1' }, ask), transactions.share(async () => 'done')];
  silence.resolve();
  await first;
  expect(new Set(await Promise.all([...waiting, ...ofRuns]))).toEqual(new Set(['done']));
  expect(await ask()).toBe('done');
});
