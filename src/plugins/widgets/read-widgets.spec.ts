import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { widgetKinds } from '../../protocol/records/enums.js';
import { readWidgets } from './read-widgets.js';

const read = (...entries: readonly unknown[]) => readWidgets(entries);
const only = (entry: object) => read(entry).widgets[0];

describe('readWidgets', () => {
  it.each([
    [
      { kind: 'metric', value: ' 7 ' },
      { kind: 'metric', label: 'value', value: '7' },
    ],
    [
      { kind: 'metric', label: 'L', value: '7', unit: 'u', hint: 'h' },
      { kind: 'metric', label: 'L', value: '7', unit: 'u', hint: 'h' },
    ],
    [
      {
        kind: 'keyValue',
        rows: [{ key: 'k', value: ' ' }, { key: 'l' }, { value: 'x' }, { key: 'm', value: 7 }, 7],
      },
      {
        kind: 'keyValue',
        label: 'Details',
        rows: [
          { key: 'k', value: '—' },
          { key: 'l', value: '—' },
        ],
      },
    ],
    [
      { kind: 'table', columns: ['a', '', 7], rows: [['1'], ['1', '2', '3', '4'], 'x', [7]] },
      {
        kind: 'table',
        label: 'Table',
        columns: ['a', '—', '—'],
        rows: [
          ['1', '—', '—'],
          ['1', '2', '3'],
          ['—', '—', '—'],
        ],
      },
    ],
    [
      { kind: 'list', items: ['a', 7, ' ', 'b'] },
      { kind: 'list', label: 'Items', items: ['a', 'b'] },
    ],
    [
      { kind: 'list', items: [] },
      { kind: 'list', label: 'Items', items: [] },
    ],
    [
      {
        kind: 'bars',
        bars: [
          { label: 'a', value: 1, max: 2 },
          { value: -1, max: 0 },
          { label: 'c', value: '1' },
        ],
      },
      {
        kind: 'bars',
        label: 'Breakdown',
        bars: [
          { label: 'a', value: 1, max: 2 },
          { label: '—', value: -1 },
        ],
      },
    ],
    [
      { kind: 'note', text: 'a\u0007b\tc\nd\u009f' },
      { kind: 'note', text: 'ab\tc\nd' },
    ],
    [
      { kind: 'note', text: '<b>x</b>', html: '<script>' },
      { kind: 'note', text: '<b>x</b>' },
    ],
  ])('reads %j', (entry, widget) => {
    expect(read(entry)).toEqual({ widgets: [widget], dropped: 0 });
  });

  it.each([
    null,
    7,
    [],
    {},
    { kind: 'html', text: 'x' },
    { kind: 'constructor' },
    { kind: 'metric', value: 7 },
    { kind: 'metric', value: ' ' },
    { kind: 'keyValue', rows: [{ value: 'x' }] },
    { kind: 'table', columns: [] },
    { kind: 'table', columns: ['', 7] },
    { kind: 'list' },
    { kind: 'bars', bars: [] },
    { kind: 'note', text: '\u0000 ' },
  ])('drops and counts %j', (entry) => {
    expect(read(entry)).toEqual({ widgets: [], dropped: 1 });
  });

  it('cuts what is too much, and says so at the end of a text', () => {
    const long = 'x'.repeat(600);
    expect(only({ kind: 'note', text: long })).toEqual({
      kind: 'note',
      text: `${'x'.repeat(499)}…`,
    });
    expect(only({ kind: 'metric', label: long, value: long, unit: long })).toMatchObject({
      label: `${'x'.repeat(119)}…`,
      unit: `${'x'.repeat(23)}…`,
    });
    const many = Array.from({ length: 100 }, (_, index) => `${index}`);
    expect(only({ kind: 'list', items: many })).toMatchObject({ items: many.slice(0, 60) });
    const table = only({ kind: 'table', columns: many, rows: many.map(() => many) });
    expect(table).toMatchObject({ columns: many.slice(0, 8) });
    expect(table?.kind === 'table' && table.rows.length).toBe(60);
    const notes = many.map((text) => ({ kind: 'note', text }));
    expect(read(7, ...notes)).toMatchObject({ dropped: 1, widgets: notes.slice(0, 24) });
  });

  const hostile = fc.array(
    fc.oneof(
      fc.anything(),
      fc.record(
        {
          kind: fc.constantFrom(...widgetKinds),
          label: fc.anything(),
          value: fc.anything(),
          text: fc.string({ maxLength: 700, unit: 'binary' }),
          rows: fc.array(fc.anything()),
          columns: fc.array(fc.anything()),
          items: fc.array(fc.string({ unit: 'binary' })),
          bars: fc.array(fc.record({ value: fc.double(), max: fc.double() })),
        },
        { requiredKeys: ['kind'] },
      ),
    ),
  );

  it('never throws, and reads its own result again unchanged', () => {
    fc.assert(
      fc.property(hostile, (entries) => {
        const { widgets, dropped } = readWidgets(entries);
        expect(widgets.length + dropped).toBeLessThanOrEqual(entries.length);
        expect(readWidgets(widgets)).toEqual({ widgets, dropped: 0 });
      }),
    );
  });

  it('shows no control character and nothing over its limit', () => {
    fc.assert(
      fc.property(hostile, (entries) => {
        const text = JSON.stringify(readWidgets(entries).widgets);
        expect(text).not.toMatch(/\\u00(?:0[0-8]|0[b-f]|1)/);
        for (const match of text.matchAll(/"((?:[^"\\]|\\.)*)"/g)) {
          expect((JSON.parse(match[0]) as string).length).toBeLessThanOrEqual(500);
        }
      }),
    );
  });
});
