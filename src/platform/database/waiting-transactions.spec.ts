import { afterEach, expect, it, jest } from '@jest/globals';
import { openStore } from '#test/runs/support/open-store.js';
import { healthTexts } from '../../protocol/texts/process.js';
import { inWork } from '../telemetry/work-context.js';
import { isStoreFailure } from './store-failure.js';

const opened = openStore('sqlite');
const ask = (): Promise<string> => opened().transactions.run(async () => 'done');
const askOften = (): Promise<string>[] => Array.from({ length: 1000 }, ask);
const refusal = (): Promise<unknown> => ask().catch((thrown: unknown) => thrown);

afterEach(() => {
  jest.restoreAllMocks();
});

/** Advances `performance.now()` by `ms`. */
function pass(ms: number): void {
  const later = performance.now() + ms;
  jest.spyOn(performance, 'now').mockReturnValue(later);
}

/** A transaction that blocks the store until `answers` is called. */
async function silentStore(): Promise<{ readonly answers: () => Promise<void> }> {
  const [silence, begun] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const first = opened().transactions.run(async () => {
    begun.resolve();
    await silence.promise;
  });
  await begun.promise;
  return {
    answers: async () => {
      silence.resolve();
      await first;
    },
  };
}

it('of requests no more than a thousand wait for a silent store; those of runs always do', async () => {
  const silent = await silentStore();
  const waiting = askOften();
  pass(2001);
  const refused = await refusal();
  expect(refused).toMatchObject({ kind: 'unavailable', message: healthTexts.storeBusy });
  expect(isStoreFailure(refused)).toBe(true);
  const { transactions } = opened();
  const ofRuns = [inWork({ runId: 'run_1' }, ask), transactions.share(async () => 'done')];
  await silent.answers();
  expect(new Set(await Promise.all([...waiting, ...ofRuns]))).toEqual(new Set(['done']));
  expect(await ask()).toBe('done');
});

it('any number waits for a store that has answered lately, or was asked nothing for long', async () => {
  pass(60_000);
  const working = await silentStore();
  const waiting = [...askOften(), ...askOften()];
  await working.answers();
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['done']));
});
