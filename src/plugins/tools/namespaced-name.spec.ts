import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isToolNameOf, namespacedToolName } from './namespaced-name.js';

describe('namespacedToolName', () => {
  it.each([
    ['office.office-echo', 'echo', 'office_office_echo_echo'],
    ['a.b', 'Read File!', 'a_b_read_file'],
    ['a--b.c', '__x__', 'a_b_c_x'],
    [`a.${'b'.repeat(60)}`, 'x', `a_${'b'.repeat(38)}_x`],
    ['1st.plugin', 'x', 'p_1st_plugin_x'],
  ])('%s and %s make %s', (pluginId, tool, name) => {
    expect(namespacedToolName(pluginId, tool)).toBe(name);
  });

  it('tells long names with the same beginning apart', () => {
    const names = ['y'.repeat(61), 'y'.repeat(62)].map((tool) => namespacedToolName('a.b', tool));
    expect(names[0]).toMatch(/^a_b_y{51}_[0-9a-f]{8}$/);
    expect(names[0]).not.toBe(names[1]);
  });

  it.each(['', '!', '___', 'äö'])('has nothing to make of %j', (tool) => {
    expect(namespacedToolName('a.b', tool)).toBeNull();
  });

  it('is a name every model provider takes', () => {
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
