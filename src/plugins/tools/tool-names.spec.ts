import { describe, expect, it } from '@jest/globals';
import type { Tool } from '../../tools/tool.js';
import { ToolRegistry } from '../../tools/tool-registry.js';
import { ToolNames } from './tool-names.js';

describe('ToolNames', () => {
  it('keeps a name for whoever claimed it first, until that plugin is removed', () => {
    const names = new ToolNames(new ToolRegistry());
    names.claim('a.b', 'a_b_c_d');
    names.claim('a.b', 'a_b_c_d');
    expect(() => names.claim('a.b.c', 'a_b_c_d')).toThrow(
      'tool "a_b_c_d" belongs to the plugin "a.b", which may have been granted it.',
    );
    names.release('a.b');
    names.claim('a.b.c', 'a_b_c_d');
    expect(names.claimed()).toEqual({ a_b_c_d: 'a.b.c' });
  });

  it('knows what was claimed before the service was started, or at another replica', () => {
    const names = new ToolNames(new ToolRegistry());
    names.load({ a_b_c: 'a.b' });
    expect(() => names.claim('x.y', 'a_b_c')).toThrow('belongs to the plugin "a.b"');
    names.claim('a.b', 'a_b_c');
    expect(names.claimed()).toEqual({});
  });

  it('forgets a stored owner with the next state that lacks it, and a claim once it is stored', () => {
    const names = new ToolNames(new ToolRegistry());
    names.load({ a_b_c: 'a.b' });
    names.claim('x.y', 'x_y_z');
    names.load({ x_y_z: 'x.y' });
    expect(names.claimed()).toEqual({});
    names.claim('x.y', 'a_b_c');
    expect(names.claimed()).toEqual({ a_b_c: 'x.y' });
  });

  it('gives no name that somebody else in the office has', () => {
    const tools = new ToolRegistry();
    tools.register({ name: 'a_b_c' } as Tool);
    expect(() => new ToolNames(tools).claim('a.b', 'a_b_c')).toThrow(
      'tool "a_b_c" is already registered.',
    );
  });
});
