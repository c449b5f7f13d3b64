import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isToolNameOf, namespacedToolName } from './namespaced-name.js';

describe('namespacedToolName', () => {
  it.each([
    ['office.office-echo', 'echo', 'office_office_echo_echo'],
    ['a.b', 'Read File!', 'a_b_read_file'],
    ['a--b.c', '__x__', 'a_b_c_x'],
    [`a.${'b'.repeat(60)}`, 'x', `a_${'b'.repeat(38)}_x`],
    [`a.${'b'.repeat(60)}`, 'y'.repeat(60), `a_${'b'.repeat(38)}_${'y'.repeat(23)}`],
  ])('%s and %s make %s', (pluginId, tool, name) => {
    expect(namespacedToolName(pluginId, tool)).toBe(name);
  });

  it.each(['', '!', '___', 'äö'])('has nothing to make of %j', (tool) => {
    expect(namespacedToolName('a.b', tool)).toBeNull();
  });

  it('is a name every model vendor takes', () => {
    fc.assert(
      fc.property(fc.string(), (tool) => {
        const name = namespacedToolName('office.plugin', tool);
        if (name !== null) expect(name).toMatch(/^office_plugin_[a-z0-9_]{1,50}$/);
      }),
    );
  });
});

describe('isToolNameOf', () => {
  it('is true of whatever the plugin may name its tools', () => {
    fc.assert(
      fc.property(fc.string(), (tool) => {
        const name = namespacedToolName('office.plugin', tool);
        if (name !== null) expect(isToolNameOf('office.plugin', name)).toBe(true);
      }),
    );
  });

  it.each(['', 'x', 'office_plugin', 'office_plugin_', 'office_plugin_A', 'other_plugin_x'])(
    'is false of %j',
    (name) => expect(isToolNameOf('office.plugin', name)).toBe(false),
  );

  it.each(['\n', '\u202e', ' ', '.'])('is false of a name with %j in it', (sign) => {
    expect(isToolNameOf('office.plugin', `office_plugin_a${sign}b`)).toBe(false);
  });
});
