import { describe, expect, it } from '@jest/globals';
import type { ToolContext } from '../../tools/tool.js';
import { ServerConsent } from './server-consent.js';

type Question = Parameters<ToolContext['requestApproval']>[0];

describe('ServerConsent', () => {
  it('counts no earlier yes after it was withdrawn, although the clock was set back', async () => {
    let now = 5000;
    const asked: Question[] = [];
    const requestApproval = (question: Question) => {
      asked.push(question);
      return Promise.resolve({ approved: true, reason: null });
    };
    const consent = new ServerConsent({ serverId: 'kettle', required: true, now: () => now });
    const call = { tool: 'boil', args: {}, allTools: ['boil'] };
    await consent.ask(call, { requestApproval, workspaceId: 'kitchen' });
    expect(consent.isGivenOn('kitchen')).toBe(true);
    now = 1000;
    consent.withdraw();
    expect(consent.isGivenOn('kitchen')).toBe(false);
    await consent.ask(call, { requestApproval, workspaceId: 'kitchen' });
    expect(asked.map(({ grant }) => grant?.since)).toEqual([5000, 5001]);
  });

  it('is of a floor and a definition, and shows what is sent', async () => {
    let definition = 'one';
    const asked: Question[] = [];
    const context = (workspaceId: string) => ({
      workspaceId,
      requestApproval: (question: Question) => {
        asked.push(question);
        return Promise.resolve({ approved: true, reason: null });
      },
    });
    const consent = new ServerConsent({
      serverId: 'kettle',
      required: true,
      now: () => 1,
      definition: () => definition,
    });
    const call = { tool: 'boil', args: { water: 'two cups' }, allTools: ['boil'] };
    expect(consent.isGivenOn('kitchen')).toBe(false);
    for (const floor of ['kitchen', 'garden', 'kitchen']) await consent.ask(call, context(floor));
    expect(asked.map(({ grant }) => grant?.key)).toEqual([
      'mcp:kettle:kitchen:one',
      'mcp:kettle:garden:one',
    ]);
    expect(asked[0]?.detail).toContain('This call sends: {\n  "water": "two cups"\n}');
    expect([consent.isGivenOn('kitchen'), consent.isGivenOn('cellar')]).toEqual([true, false]);
    consent.withdraw();
    expect([consent.isGivenOn('kitchen'), consent.isGivenOn('garden')]).toEqual([false, false]);
    const changing = consent.ask(call, {
      ...context('kitchen'),
      requestApproval: () => {
        definition = 'two';
        return Promise.resolve({ approved: true, reason: null });
      },
    });
    await changing;
    expect(consent.isGivenOn('kitchen')).toBe(false);
  });
});
