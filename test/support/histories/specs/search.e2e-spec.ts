import { describe, expect, it } from '@jest/globals';
import { linearize } from '../linearizable.js';
import { settingsModel, type SettingsOperation } from '../models/settings-model.js';

describe('the search', () => {
  const write = (place: number, answered: number | null, value = place): SettingsOperation => ({
    entry: 'operation',
    client: `client ${place}`,
    replica: 'replica',
    kind: 'settings.write',
    input: { patch: { softSpendApprovalUsd: value } },
    invoked: answered === null ? 0 : answered - 5,
    answered,
    answer: answered === null ? null : { ok: true, value: {} },
  });
  /** Reads what nobody wrote. */
  const lastly: SettingsOperation = {
    ...write(-1, 20_000),
    kind: 'settings.read',
    input: {},
    answer: { ok: true, value: { softSpendApprovalUsd: -1 } },
  };
  const many = (count: number, make: (place: number) => SettingsOperation) =>
    Array.from({ length: count }, (_, place) => make(place));

  it.each<[string, string, readonly SettingsOperation[]]>([
    ['a thousand in a row', 'linearizable', many(1000, (place) => write(place, 10 * place + 10))],
    ['sixty at once', 'linearizable', many(60, (place) => ({ ...write(place, 5), invoked: 0 }))],
    [
      'sixty at once, and a value from nowhere',
      'undecided',
      [...many(60, (place) => ({ ...write(place, 5), invoked: 0 })), lastly],
    ],
    [
      'a hundred without an answer, and a value from nowhere',
      'impossible',
      [...many(100, (place) => write(place, null, place % 2)), write(2, 10), lastly],
    ],
  ])('ends in time: %s', (_, verdict, operations) => {
    const from = process.cpuUsage();
    expect(linearize(settingsModel, operations).is).toBe(verdict);
    const { user } = process.cpuUsage(from);
    expect(user / 1e6).toBeLessThan(30);
  });
});
