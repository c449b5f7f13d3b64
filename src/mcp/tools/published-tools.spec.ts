import { describe, expect, it } from '@jest/globals';
import { ToolRegistry } from '../../tools/tool-registry.js';
import type { ToolServer } from './mcp-tool.js';
import { mcpLimits } from '../mcp-limits.js';
import { PublishedTools } from './published-tools.js';
import { ServerConsent } from './server-consent.js';
import type { ToolDescriptor } from './tool-descriptor.js';

const server: ToolServer = {
  id: 'a',
  consent: new ServerConsent({ serverId: 'a', required: false, now: () => 0 }),
  limits: mcpLimits,
  toolNames: () => [],
  reach: async () => undefined,
  call: async () => ({}),
};

function tool(name: string, description = ''): ToolDescriptor {
  return { name, description, parameters: { type: 'object' } };
}

describe('PublishedTools', () => {
  it('keeps what is unchanged, replaces what changed, withdraws what is gone', () => {
    const registry = new ToolRegistry();
    const published = new PublishedTools(registry);
    published.update([tool('same'), tool('other', 'old'), tool('gone')], server);
    const same = registry.get('mcp__a__same');
    expect(published.update([tool('same'), tool('other', 'new')], server).changed).toBe(true);
    expect(registry.get('mcp__a__same')).toBe(same);
    expect(registry.get('mcp__a__other')?.description).toBe(
      'new\nThis is the tool "other" of the MCP server "a".',
    );
    expect(registry.get('mcp__a__gone')).toBeUndefined();
    expect(published.update([tool('same'), tool('other', 'new')], server).changed).toBe(false);
    published.withdrawAll();
    expect(registry.list()).toEqual([]);
  });

  it('skips a name that is taken, by the server itself or by somebody else', () => {
    const registry = new ToolRegistry();
    const theirs = new PublishedTools(registry);
    theirs.update([tool('x')], server);
    const ours = new PublishedTools(registry);
    expect(ours.update([tool('x'), tool('a b'), tool('a/b'), tool('a b')], server).notes).toEqual([
      'the tool "mcp__a__a_b" is already published; skipped',
      'the tool "mcp__a__x" is already published; skipped',
    ]);
    expect(ours.names()).toEqual([
      'mcp__a__a_b',
      expect.stringMatching(/^mcp__a__a_b_[0-9a-f]{8}$/),
    ]);
    ours.withdrawAll();
    expect(registry.get('mcp__a__x')).toBeDefined();
  });
});
