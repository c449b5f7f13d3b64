import { describe, expect, it } from '@jest/globals';
import { ToolRegistry } from './tool-registry.js';
import type { Tool } from './tool.js';

const tool = (name: string, pluginId: string | null = null): Tool => ({
  name,
  description: `does ${name}`,
  parameters: { type: 'object' },
  pluginId,
  readOnly: true,
  run: async () => ({ ok: true, content: '' }),
});

describe('ToolRegistry', () => {
  it('lists tools in the order they came, with who brought them', () => {
    const registry = new ToolRegistry();
    registry.register(tool('z'));
    registry.register(tool('a', 'office.demo'));
    expect(registry.infos()).toEqual([
      { name: 'z', description: 'does z', pluginId: null },
      { name: 'a', description: 'does a', pluginId: 'office.demo' },
    ]);
  });

  it('refuses a name that is taken', () => {
    const registry = new ToolRegistry();
    registry.register(tool('think'));
    expect(() => registry.register(tool('think'))).toThrow('tool "think" is already registered.');
  });

  it('withdraws a tool once, and never the one that took its name afterwards', () => {
    const registry = new ToolRegistry();
    const withdraw = registry.register(tool('x'));
    withdraw();
    expect(registry.get('x')).toBeUndefined();
    registry.register(tool('x'));
    withdraw();
    expect(registry.get('x')).toBeDefined();
  });
});
