import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { noDecisions, readDecisions } from './plugin-decisions.js';

const source = {
  id: 'src_1',
  label: 'Mine',
  url: 'https://a.example/catalog.json',
  enabled: false,
  lastFetchedAt: 7,
  lastError: 'no',
  pluginCount: 2,
};

describe('readDecisions', () => {
  it('keeps what is sound', () => {
    const decisions = {
      enabled: { 'a.b': false },
      settings: { 'a.b': { x: 1 } },
      sources: [source],
      toolOwners: { a_b_tool: 'a.b' },
      confirmedKeys: { 'a.b': [{ providerId: 'p', variable: 'P_KEY', host: 'p.example' }] },
      installed: { 'a.b': 'f00d' },
      removed: { 'c.d': 'beef' },
    };
    expect(readDecisions(decisions)).toEqual({ decisions, ignored: [] });
    expect(readDecisions(null)).toEqual({ decisions: noDecisions, ignored: [] });
    expect(readDecisions({})).toEqual({ decisions: noDecisions, ignored: [] });
  });

  it('completes a source of an older version', () => {
    const { decisions } = readDecisions({ sources: [{ id: 's', url: 'https://a.example/x' }] });
    expect(decisions.sources).toEqual([
      {
        id: 's',
        label: 'a.example',
        url: 'https://a.example/x',
        enabled: true,
        lastFetchedAt: null,
        lastError: null,
        pluginCount: 0,
      },
    ]);
  });

  it.each([
    ['x', ['the saved plugin state is not an object']],
    [
      { enabled: [], settings: 7, sources: {} },
      ['enabled is not an object', 'settings is not an object', 'sources is not an array'],
    ],
    [{ enabled: { 'a.b': 'yes', 'c.d': true } }, ['enabled["a.b"] is not a boolean']],
    [{ toolOwners: { a_b: 7, c_d: 'c.d' } }, ['toolOwners["a_b"] is not a string']],
    [
      { installed: { 'a.b': null }, removed: [] },
      ['installed["a.b"] is not a string', 'removed is not an object'],
    ],
    [
      { confirmedKeys: { 'a.b': [{ providerId: 'p' }], 'c.d': 7 } },
      [
        'confirmedKeys["a.b"] is not a list of provider, variable and host',
        'confirmedKeys["c.d"] is not a list of provider, variable and host',
      ],
    ],
    [{ settings: { 'a.b': [] } }, ['settings["a.b"] is not an object']],
    [
      { sources: [7, { id: 's' }, source] },
      ['sources[0] is not an object', 'sources[1] has no id or no url'],
    ],
  ])('names what it leaves out of %j', (document, ignored) => {
    expect(readDecisions(document).ignored).toEqual(ignored);
  });

  it('never throws, and reads its own result again unchanged', () => {
    const hostile = fc.record(
      {
        enabled: fc.anything(),
        settings: fc.anything(),
        sources: fc.anything(),
        toolOwners: fc.anything(),
        installed: fc.anything(),
        removed: fc.anything(),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.oneof(fc.anything(), hostile), (document) => {
        const { decisions } = readDecisions(document);
        expect(readDecisions(decisions)).toEqual({ decisions, ignored: [] });
      }),
    );
  });
});
