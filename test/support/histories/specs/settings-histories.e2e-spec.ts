import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { settingsTexts } from '#protocol/texts/settings.js';
import type { Settings } from '../history.js';
import { linearize } from '../linearizable.js';
import { settingsModel, type SettingsOperation } from '../models/settings-model.js';
import { type Done, ok, refused } from './done.js';
import { afterwards, madeBy } from './schedules.js';

const soft = (value: number): Settings => ({ softSpendApprovalUsd: value });
const wrote = (value: number): never => ok('settings.write', { patch: soft(value) }, soft(value));
const read = (value: number): never => ok('settings.read', {}, soft(value));

const isOfSettings = (operations: readonly SettingsOperation[]): string =>
  linearize(settingsModel, operations).is;

describe('settings in a history', () => {
  const patch: fc.Arbitrary<Settings | null> = fc.option(
    fc.record(
      {
        maxConcurrency: fc.integer({ min: 1, max: 18 }),
        autoApproveShell: fc.boolean(),
        disabledModelIds: fc.array(fc.constantFrom('a', 'b'), { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ),
  );
  const real = () => {
    let all: Settings = { maxConcurrency: 4, autoApproveShell: false, disabledModelIds: [] };
    return (given: Settings | null): Done<SettingsOperation> => {
      if (given === null) return ok('settings.read', {}, all);
      if ((given.maxConcurrency ?? 1) > 16) {
        return refused('settings.write', { patch: given }, settingsTexts.concurrency);
      }
      all = { ...all, ...given };
      return ok('settings.write', { patch: given }, all);
    };
  };
  const given = madeBy<SettingsOperation['kind'], Settings | null>(patch, real) as fc.Arbitrary<
    readonly SettingsOperation[]
  >;

  it('pass whatever one row can answer', () => {
    fc.assert(
      fc.property(given, (operations) => {
        expect(isOfSettings(operations)).toBe('linearizable');
      }),
    );
  });

  it.each<[string, readonly never[]]>([
    ['a write is lost', [wrote(1), wrote(2), read(1)]],
    ['a read is stale after a newer one', [wrote(1), wrote(2), read(2), read(1)]],
    [
      'half of a write shows',
      [
        ok('settings.write', { patch: { softSpendApprovalUsd: 1, approvalTimeoutMs: 1000 } }, {}),
        ok('settings.write', { patch: { softSpendApprovalUsd: 2, approvalTimeoutMs: 2000 } }, {}),
        ok('settings.read', {}, { softSpendApprovalUsd: 2, approvalTimeoutMs: 1000 }),
      ],
    ],
    ['a value comes from nowhere', [wrote(1), read(7)]],
    [
      'a refused write shows',
      [wrote(1), refused('settings.write', { patch: { softSpendApprovalUsd: 2 } }, 'No.'), read(2)],
    ],
  ])('fail where %s', (_, more) => {
    fc.assert(
      fc.property(given, (operations) => {
        expect(isOfSettings(afterwards(operations as never, ...more) as never)).toBe('impossible');
      }),
    );
  });

  it('let a replica show what is older, but neither go back nor forget its own answers', () => {
    const at = (place: number, replica: string, each: never, shown?: true): SettingsOperation => ({
      ...(afterwards<SettingsOperation['kind']>([], each)[0]! as SettingsOperation),
      replica,
      invoked: place * 10,
      answered: place * 10 + 5,
      ...(shown && { shown }),
    });
    const written = [at(0, 'one', read(0)), at(1, 'one', wrote(1)), at(2, 'one', wrote(2))];
    const is = (...reads: SettingsOperation[]): string => isOfSettings([...written, ...reads]);
    expect(is(at(3, 'two', read(1), true), at(4, 'two', read(2), true))).toBe('linearizable');
    expect(is(at(3, 'two', read(2), true), at(4, 'two', read(1), true))).toBe('impossible');
    expect(is(at(3, 'one', read(1), true))).toBe('impossible');
    expect(is(at(3, 'two', read(1)))).toBe('impossible');
  });
});
