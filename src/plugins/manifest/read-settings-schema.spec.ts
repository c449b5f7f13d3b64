import { describe, expect, it } from '@jest/globals';
import { manifestOf } from '#test/support/plugins/plugin-workshop.js';
import { accepted } from '#test/support/plugins/read-contribution.js';
import { validateManifest } from './validate-manifest.js';

const field = { key: 'a', label: 'A', type: 'string', default: '' };
const problemsOf = (settings: unknown): readonly string[] => {
  const verdict = validateManifest(manifestOf({ settings }));
  return verdict.ok ? [] : verdict.problems;
};

describe('settings of a plugin', () => {
  it('keep what a field may say', () => {
    const settings = [
      { ...field, description: 'd' },
      { key: 'b2_', label: 'B', type: 'number', default: 1, min: 0, max: 9 },
      { key: 'c', label: 'C', type: 'select', default: 'x', options: ['x', 'y'] },
      { key: 'toString', label: 'D', type: 'boolean', default: false },
    ];
    expect(accepted({ settings }).manifest.settings).toEqual(settings);
  });

  it.each([
    [{}, ['settings: settings must be an array of fields.']],
    [[7], ['settings[0]: must be an object.']],
    [
      [{}],
      [
        'settings[0].key: must be a simple identifier.',
        'settings[0].label: is required.',
        'settings[0].type: must be string, number, boolean or select.',
      ],
    ],
    [[{ ...field, key: '1a' }], ['settings[0].key: must be a simple identifier.']],
    [[{ ...field, key: '__proto__' }], ['settings[0].key: must be a simple identifier.']],
    [
      [field, { key: 'a', type: 'number', default: 'x' }],
      [
        'settings[1].label: is required.',
        'settings[1].default: must match type "number".',
        'settings[1].key: duplicate setting key "a".',
      ],
    ],
    [[field, field], ['settings[1].key: duplicate setting key "a".']],
    [[{ ...field, default: 7 }], ['settings[0].default: must match type "string".']],
    [
      [{ ...field, type: 'number', default: '7' }],
      ['settings[0].default: must match type "number".'],
    ],
    [
      [{ ...field, type: 'boolean', default: 1 }],
      ['settings[0].default: must match type "boolean".'],
    ],
    [
      [{ ...field, type: 'select' }],
      [
        'settings[0].options: a select needs options.',
        'settings[0].default: must be one of the options.',
      ],
    ],
    [
      [{ ...field, type: 'select', options: ['x'], default: 'y' }],
      ['settings[0].default: must be one of the options.'],
    ],
  ])('reject the plugin: %j', (settings, problems) => {
    expect(problemsOf(settings)).toEqual(problems);
  });
});
