import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { ToolSchema } from '../../src/models/gateway/model-call.js';
import { pluginTool } from '../../src/plugins/tools/plugin-tool.js';
import { namespacedToolName } from '../../src/plugins/tools/namespaced-name.js';
import { schemaOf } from '../../src/tools/schema-of.js';
import { fixture, type OpenConnection, openConnection } from '../mcp/open-connection.js';
import { aModel } from '../support/models/a-model.js';
import { aRequest } from '../support/models/live.js';
import { fakeContext } from '../support/tool-context.js';
import type { ProviderSimulator } from '../support/providers/core/simulator.js';
import { connectSeat, seats } from '../support/providers/seats.js';

const schemas: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  open: {},
  list: { type: 'object', properties: { a: { type: 'array' } }, additionalProperties: true },
  either: { type: 'object', oneOf: [{ properties: { a: { const: 1 } } }, { required: ['b'] }] },
};

/** What hostile MCP servers and plugins bring comes to every provider in a form that it takes. */
describe('tools that others describe', () => {
  let server: OpenConnection;
  let tools: readonly ToolSchema[];
  let simulator: ProviderSimulator | undefined;

  beforeAll(async () => {
    server = await openConnection(fixture('hostile-schemas'));
    const names = Object.entries(schemas);
    const ofPlugin = names.map(([name, parameters]) =>
      pluginTool(
        '1st.plugin',
        {
          name: namespacedToolName('1st.plugin', `${name}-`.repeat(30)) ?? '',
          description: 'Does what it does. '.repeat(100),
          parameters,
        },
        async () => ({ ok: true, content: '' }),
      ),
    );
    tools = [...server.registry.list(), ...ofPlugin].map(schemaOf);
  });
  afterEach(async () => {
    await simulator?.close();
    simulator = undefined;
  });
  afterAll(() => server.connection.close());

  it('have names, descriptions and schemas within bounds', () => {
    expect(tools).toHaveLength(19);
    expect(new Set(tools.map(({ name }) => name)).size).toBe(tools.length);
    for (const { name, description, parameters } of tools) {
      expect(name).toMatch(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/);
      expect(description.length).toBeLessThanOrEqual(1024);
      expect(parameters).toMatchObject({ type: 'object', properties: {} });
    }
    for (const { description } of tools.filter(({ name }) => name.startsWith('mcp__'))) {
      expect(description).toMatch(
        /This is the tool "[^]+(…|of the MCP server "hostile-schemas"\.)$/,
      );
    }
  });

  it('are called by the names that their server gave them', async () => {
    for (const name of ['a/b', 'a b', '日本']) {
      const published = server.registry
        .list()
        .find(({ description }) => description.includes(`the tool "${name.slice(0, 100)}`));
      const answer = await published?.run({}, fakeContext());
      expect(answer?.content).toBe(`called ${name}`);
    }
  });

  it.each(seats.map((seat) => [`${seat.provider} ${seat.model}`, seat] as const))(
    'are taken by %s',
    async (_name, seat) => {
      const connected = await connectSeat(seat, ({ toolNames }) => ({
        text: `I hold ${toolNames.length} tools.`,
      }));
      simulator = connected.simulator;
      const model = aModel({ id: seat.model, providerId: seat.provider, maxOutputTokens: 4096 });
      const answer = await connected.provider.complete(
        aRequest({ model, tools, onDelta: () => {} }),
      );
      expect(simulator.refusals).toEqual([]);
      expect(answer.text).toBe(`I hold ${tools.length} tools.`);
    },
  );
});
