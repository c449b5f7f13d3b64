import { afterEach, describe, expect, it } from '@jest/globals';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { Actor } from '../../platform/actors/actor.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { type Right, rights } from '../../protocol/rights.js';
import { type McpToolName, mcpToolRights } from '../../protocol/rules/rights-table.js';
import { rightsTexts } from '../../protocol/texts/rights.js';
import { callWidens } from './call-widens.js';
import { officeServer, type ServerParts } from './office-server.js';
import type { RunResources } from './run-resources.js';
import { doorTool, hints } from './tools/door-tool.js';

const names = Object.keys(mcpToolRights) as McpToolName[];
const called: string[] = [];
const audited: string[] = [];
const refused: string[] = [];
const clients: Client[] = [];

const parts: ServerParts = {
  tools: names.map((name) =>
    doorTool({
      name,
      title: name,
      description: name,
      hints: mcpToolRights[name].some((right) => right === 'read') ? hints.reads : hints.works,
      input: z.looseObject({}),
      output: z.object({}),
      run: () => {
        called.push(name);
        return { text: name, data: {} };
      },
    }),
  ),
  resources: {} as RunResources,
  audit: {
    carryOut: (deed, work) => {
      audited.push(deed.operation);
      return work();
    },
    checked: async ({ operation }, check) => {
      try {
        return await check();
      } catch (thrown) {
        refused.push(operation);
        throw thrown;
      }
    },
  },
  refusalOf: (_tool, thrown) => messageOf(thrown),
};

function actorWith(...given: readonly Right[]): Actor {
  const name = 'Robot';
  return { name, tokenId: 'token_1', rights: new Set(given), door: 'mcp', address: null };
}

async function clientOf(actor: Actor): Promise<Client> {
  const [here, there] = InMemoryTransport.createLinkedPair();
  await officeServer(actor, false, parts).connect(there);
  const client = new Client({ name: 'test', version: '1' });
  clients.push(client);
  await client.connect(here);
  return client;
}

afterEach(async () => {
  for (const list of [called, audited, refused]) list.length = 0;
  for (const client of clients.splice(0)) await client.close();
});

describe('a server made for a token', () => {
  it.each([
    ['read', ['read']],
    ['work', ['read', 'work']],
    ['approve', ['read', 'approve']],
    ['all', [...rights]],
  ] as const)(
    'lists and calls what the rights of %s allow, and refuses the rest',
    async (_of, given) => {
      const client = await clientOf(actorWith(...given));
      const { tools } = await client.listTools();
      const listed = tools.map(({ name }) => name);
      for (const name of names) {
        const allowed = mcpToolRights[name].every((right) => given.some((one) => one === right));
        expect({ name, listed: listed.includes(name) }).toEqual({ name, listed: allowed });
        const result = await client.callTool({ name, arguments: {} });
        expect(result.isError ?? false).toBe(!allowed);
        expect(called.includes(name)).toBe(allowed);
        if (!allowed) {
          const text = rightsTexts.missing('Robot', mcpToolRights[name]);
          expect(result.content).toEqual([{ type: 'text', text }]);
        }
      }
    },
  );

  it('writes what changes something into the audit log, and what is refused', async () => {
    const client = await clientOf(actorWith('read', 'work'));
    for (const name of names) await client.callTool({ name, arguments: {} });
    const changing = names.filter((name) => mcpToolRights[name].some((right) => right !== 'read'));
    expect([...audited, ...refused].toSorted()).toEqual(
      changing.map((name) => `mcp ${name}`).toSorted(),
    );
    expect(refused).toEqual(['mcp answer_approval']);
  });

  it('takes a yes for a whole floor from administrators only', async () => {
    const client = await clientOf(actorWith('read', 'approve'));
    const call = { name: 'answer_approval', arguments: { scope: 'sandbox-floor' } };
    expect(await client.callTool(call)).toMatchObject({ isError: true });
    const administrator = await clientOf(actorWith('read', 'approve', 'administer'));
    expect((await administrator.callTool(call)).isError ?? false).toBe(false);
    expect(called).toEqual(['answer_approval']);
  });
});

describe('callWidens', () => {
  it.each(names)('is true of %s only if it answers for a person', (name) => {
    const message = { method: 'tools/call', params: { name } };
    expect(callWidens(message)).toBe(name === 'answer_approval');
    expect(callWidens({ ...message, method: 'tools/list' })).toBe(false);
  });

  it.each([
    [{}],
    [{ method: 'tools/call' }],
    [{ method: 'tools/call', params: { name: 'toString' } }],
  ])('is false of %j', (message) => expect(callWidens(message)).toBe(false));
});
