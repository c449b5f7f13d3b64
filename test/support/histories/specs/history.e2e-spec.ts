import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type HistoryEntry, historyOf, historyText } from '../history.js';
import { HistoryRecorder } from '../history-recorder.js';
import { judge } from '../judge.js';

describe('a history as text', () => {
  const settings = fc.record(
    { maxConcurrency: fc.nat(), logLevel: fc.constantFrom('info', 'warn') },
    { requiredKeys: [] },
  );
  const entry = fc.record({
    entry: fc.constant('operation'),
    client: fc.string(),
    replica: fc.string(),
    kind: fc.constant('settings.write'),
    input: fc.record({ patch: settings }),
    invoked: fc.nat(),
    answered: fc.option(fc.nat()),
    answer: fc.option(fc.record({ ok: fc.constant(true), value: settings })),
  }) as fc.Arbitrary<HistoryEntry>;

  it('has one line for each entry, and is read as it was written', () => {
    fc.assert(
      fc.property(fc.array(entry), (history) => {
        const text = historyText(history);
        expect(text.split('\n')).toHaveLength(history.length + 1);
        expect(historyOf(text)).toEqual(JSON.parse(JSON.stringify(history)));
      }),
    );
  });

  it('is the same for equal entries, in whatever order their fields were set', () => {
    fc.assert(
      fc.property(entry, (one) => {
        const other = Object.fromEntries(Object.entries(one).reverse()) as unknown as HistoryEntry;
        expect(historyText([other])).toBe(historyText([one]));
      }),
    );
  });
});

describe('a recorder', () => {
  it('keeps the order of what it is told, and operations that nobody answered', () => {
    const recorder = new HistoryRecorder();
    const place = { client: 'one', replica: 'p' };
    const first = recorder.begin({ ...place, kind: 'floor.select', input: { floor: 'default' } });
    recorder.begin({ ...place, kind: 'floor.close', input: { floor: 'garden' } });
    recorder.note({ entry: 'effect', run: 'r', call: 'c' });
    first({ ok: true, value: {} });
    const orders = recorder.history.map((entry) =>
      'order' in entry ? [entry.order] : [entry.invoked, entry.answered],
    );
    expect(orders).toEqual([[3], [1, 4], [2, null]]);
    expect(judge(recorder.history).map(({ oracle }) => oracle)).toEqual(['effects']);
    expect(() => first({ ok: true, value: {} })).toThrow('answered twice');
  });
});
