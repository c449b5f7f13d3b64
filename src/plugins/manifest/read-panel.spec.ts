import { describe, expect, it } from '@jest/globals';
import { readContribution } from '#test/support/plugins/read-contribution.js';
import { isColour } from './read-panel.js';

const note = { kind: 'note', text: 'n' };
const panel = { id: 'p', title: 'P', placement: 'runs' };
const read = (fields: object) => readContribution('uiPanels', [{ ...panel, ...fields }]);

describe('panels of a plugin', () => {
  it('hold a body, or an address with a bearable rhythm', () => {
    expect(read({ body: [note], summary: ' s ' })).toEqual({
      items: [{ ...panel, summary: 's', body: [note] }],
      warnings: [],
    });
    expect(read({ source: { url: ' https://a.example/p ' } }).items).toEqual([
      { ...panel, summary: '', source: { url: 'https://a.example/p', refreshMs: 30_000 } },
    ]);
  });

  it.each([
    [1, 5000],
    [-5, 5000],
    [5000.4, 5000],
    [60_000.6, 60_001],
    [1e9, 3_600_000],
    ['60000', 30_000],
  ])('are read every so often: %j ms is %d', (refreshMs, expected) => {
    const source = { url: 'http://a.example', refreshMs };
    expect(read({ source }).items?.[0]?.source?.refreshMs).toBe(expected);
  });

  it.each([{ id: '' }, { title: 7 }, { placement: 'ceiling' }])('are dropped with %j', (fields) => {
    expect(read({ ...fields, body: [note] })).toEqual({
      items: undefined,
      warnings: ['uiPanels[0] needs id, title and a known placement; dropped.'],
    });
  });

  it.each([
    [
      { body: [note, { kind: 'script' }, 7] },
      ['uiPanels[0].body: 2 widget(s) were not renderable and were dropped.'],
    ],
    [{ body: 'x' }, ['uiPanels[0].body has no renderable widget; the panel will be empty.']],
    [
      { body: [7] },
      [
        'uiPanels[0].body: 1 widget(s) were not renderable and were dropped.',
        'uiPanels[0].body has no renderable widget; the panel will be empty.',
      ],
    ],
    [{ body: [note], source: 'x' }, ['uiPanels[0].source is not an object; ignored.']],
    [
      { body: [note], source: { url: 'javascript:alert(1)' } },
      ['uiPanels[0].source.url must be an http(s) URL; ignored.'],
    ],
    [
      { source: { url: 'file:///x' } },
      [
        'uiPanels[0].source.url must be an http(s) URL; ignored.',
        'uiPanels[0] declares neither a body nor a source, so it has nothing to show.',
      ],
    ],
    [{ body: [note], tokens: [] }, ['uiPanels[0].tokens is not an object; ignored.']],
    [
      { body: [note], tokens: { accent: 'url(x)', border: 'red' } },
      [
        'uiPanels[0].tokens.accent is not a colour; ignored.',
        'uiPanels[0].tokens.border is not a token the console paints with; ignored. Known: accent, surface, text.',
      ],
    ],
  ])('are kept, with a warning, where they are like %j', (fields, warnings) => {
    const result = read(fields);
    expect(result.warnings).toEqual(warnings);
    expect(result.items).toHaveLength(1);
    expect(result.items?.[0]).not.toHaveProperty('tokens');
  });

  it('are painted with colours', () => {
    const tokens = { accent: '#fff', surface: 'rgb(1 2 3 / 50%)', text: 'var(--ink)' };
    expect(read({ body: [note], tokens }).items?.[0]?.tokens).toEqual(tokens);
  });
});

describe('isColour', () => {
  it.each([
    '#fff',
    '#FFFFFF80',
    'rgb(1, 2, 3)',
    'rgba(1 2 3 / 50%)',
    'hsl(+120 50% 50%)',
    'HSLA(1,2%,3%,.5)',
    'tomato',
    'currentcolor',
    'var(--ink-2)',
  ])('knows %s', (text) => {
    expect(isColour(text)).toBe(true);
  });

  it.each([
    '',
    '#ff',
    '#fffffffff',
    '#ggg',
    'rgb(1,2,3);background:url(x)',
    'rgb(calc(1))',
    'url(https://a.example)',
    'red blue',
    'expression(x)',
    'var(--ink, url(x))',
    'var(ink)',
    `var(--${'a'.repeat(41)})`,
    'a'.repeat(33),
    `rgb(${' '.repeat(70)})`,
    '</style>',
    'red\n',
  ])('refuses %j', (text) => {
    expect(isColour(text)).toBe(false);
  });
});
