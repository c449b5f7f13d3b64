import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostileManifest } from '#test/support/plugins/hostile-manifest.js';
import { manifestOf } from '#test/support/plugins/plugin-workshop.js';
import { accepted } from '#test/support/plugins/read-contribution.js';
import { validateManifest } from './validate-manifest.js';

const problemsOf = (document: unknown): readonly string[] => {
  const verdict = validateManifest(document);
  return verdict.ok ? [] : verdict.problems;
};

describe('validateManifest', () => {
  it('keeps what it knows, trimmed, and drops the rest', () => {
    const document = {
      ...manifestOf({ name: '  Sample ', author: ' Ada ', homepage: '', license: 7 }),
      secret: 'x',
      contributes: {},
    };
    expect(validateManifest(document)).toEqual({
      ok: true,
      manifest: { ...manifestOf(), author: 'Ada' },
      warnings: [],
    });
  });

  it.each([null, undefined, [], 'x', 7])('rejects %j, which is no object', (document) => {
    expect(problemsOf(document)).toEqual(['manifest: must be a JSON object.']);
  });

  it('tells of every problem of the first stage, and of nothing later', () => {
    const verdict = validateManifest({ contributes: 7, settings: 7 });
    expect(verdict).toMatchObject({
      ok: false,
      reason:
        'id: is required.; name: is required.; version: is required.; description: is required.; apiVersion: is required; this host implements "1".',
    });
  });

  it.each([
    ['id', '  ', 'is required.'],
    ['id', `a.${'b'.repeat(63)}`, 'must be 64 characters or fewer.'],
    ['name', ' ', 'is required.'],
    ['name', 7, 'is required.'],
    ['description', undefined, 'is required.'],
    ['apiVersion', '2', 'targets API "2", but this host implements "1".'],
    ['apiVersion', '0', 'targets API "0", but this host implements "1".'],
    ['apiVersion', '11', 'targets API "11", but this host implements "1".'],
    ['apiVersion', 'v1', 'targets API "v1", but this host implements "1".'],
    ['apiVersion', 'one', 'targets API "one", but this host implements "1".'],
    ['permissions', 'tools', 'must be an array.'],
    ['permissions', ['tools', 'fly', 7], 'unknown permission(s): fly, (number).'],
    ['entry', '', 'must be a non-empty relative path.'],
    ['entry', 7, 'must be a non-empty relative path.'],
    ['entry', '/x.mjs', 'must be relative to the plugin directory.'],
    ['entry', '\\x.mjs', 'must be relative to the plugin directory.'],
    ['entry', 'C:x.mjs', 'must be relative to the plugin directory.'],
    ['entry', 'a/../../x.mjs', 'may not escape the plugin directory.'],
    ['entry', 'a\\..\\x.mjs', 'may not escape the plugin directory.'],
  ])('rejects %s %j', (field, value, message) => {
    expect(problemsOf(manifestOf({ [field]: value }))).toEqual([`${field}: ${message}`]);
  });

  it.each(['single', 'Upper.case', 'a..b', '.a.b', 'a.b.', 'a._b', '-a.b', 'a.b c', 'ä.b'])(
    'rejects the id %j',
    (id) => {
      expect(problemsOf(manifestOf({ id }))).toEqual([
        'id: must be lowercase reverse-dns style with at least two segments, e.g. "office.hello-world".',
      ]);
    },
  );

  it.each(['a.b', '0.9', 'com.example.my-plugin', 'a-.b-', `a.${'b'.repeat(62)}`])(
    'takes the id %j',
    (id) => {
      expect(problemsOf(manifestOf({ id }))).toEqual([]);
    },
  );

  it.each(['1', '1.0', '1.0.0+build', 'v1.0.0', '1.0.0-', '1.0.0-a_b', 'x.y.z'])(
    'rejects the version %j',
    (version) => {
      expect(problemsOf(manifestOf({ version }))).toEqual([
        'version: must be semver, e.g. "1.0.0".',
      ]);
    },
  );

  it.each([['1'], ['1.4.9'], ['01']])('takes the API version %j', (apiVersion) => {
    expect(problemsOf(manifestOf({ apiVersion }))).toEqual([]);
  });

  it('warns of code without permissions, and of tools without code', () => {
    expect(accepted({ permissions: [] }).warnings).toEqual([
      'declares an entry module but no permissions.',
    ]);
    expect(accepted({ entry: undefined, permissions: ['tools'] }).warnings).toEqual([
      'asks for the "tools" permission but ships no code, so it cannot register one.',
    ]);
  });

  it('withholds what its permissions do not cover, and says so', () => {
    const { manifest, warnings } = accepted({
      permissions: ['skills'],
      contributes: {
        skills: [{ id: 's', name: 'S', description: 'd', body: 'b' }],
        models: [{ id: 'm', providerId: 'p', tier: 'small' }],
        uiPanels: [{ id: 'p', title: 'P', placement: 'runs', body: [{ kind: 'note', text: 'n' }] }],
        roleTemplates: [],
        toolNames: ['t'],
      },
      settings: [{ key: 'a', label: 'A', type: 'boolean', default: true }],
    });
    expect(Object.keys(manifest.contributes ?? {})).toEqual(['skills']);
    expect(manifest.settings).toBeUndefined();
    expect(warnings).toEqual([
      'contributes models without the "models" permission; withheld.',
      'contributes uiPanels without the "ui" permission; withheld.',
      'contributes toolNames without the "tools" permission; withheld.',
      'contributes settings without the "settings" permission; withheld.',
    ]);
  });

  it('warns of contributions that are no lists of objects', () => {
    expect(accepted({ contributes: [] }).warnings).toEqual([
      'contributes is not an object; ignored.',
    ]);
    const { manifest, warnings } = accepted({
      contributes: { models: {}, skills: [7], toolNames: 'echo' },
    });
    expect(manifest.contributes).toBeUndefined();
    expect(warnings).toEqual([
      'contributes.models is not an array; ignored.',
      'skills[0] is not an object; dropped.',
    ]);
  });

  it('never throws, and answers a manifest or a reason for whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(fc.anything(), hostileManifest), (document) => {
        const verdict = validateManifest(document);
        if (!verdict.ok) expect(verdict.problems.length).toBeGreaterThan(0);
      }),
      { numRuns: 500 },
    );
  });

  it('accepts again, unchanged, what it once accepted', () => {
    fc.assert(
      fc.property(hostileManifest, (document) => {
        const first = validateManifest(document);
        fc.pre(first.ok);
        if (first.ok)
          expect(validateManifest(first.manifest)).toMatchObject({ manifest: first.manifest });
      }),
      { numRuns: 500 },
    );
  });

  it('survives being written down, unchanged', () => {
    fc.assert(
      fc.property(hostileManifest, (document) => {
        const verdict = validateManifest(document);
        if (!verdict.ok) return;
        expect(JSON.parse(JSON.stringify(verdict.manifest))).toEqual(verdict.manifest);
      }),
    );
  });
});
