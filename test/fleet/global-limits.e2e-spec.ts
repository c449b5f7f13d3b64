import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { McpConnections } from '../../src/mcp/mcp-connections.js';
import { Transactions } from '../../src/platform/database/transactions.js';
import { PanelPlaces } from '../../src/plugins/panels/panel-places.js';
import { limits } from '../../src/protocol/limits.js';
import { submitTexts } from '../../src/protocol/texts/runs.js';
import { vendorTexts } from '../../src/protocol/texts/vendors.js';
import { ToolRegistry } from '../../src/tools/tool-registry.js';
import type { ApprovalAnswer } from '../../src/tools/tool.js';
import { DelegationService } from '../../src/vendors/delegation.service.js';
import { WorkspacesService } from '../../src/workspaces/workspaces.service.js';
import { installed } from '../mcp/open-connection.js';
import { addressOf } from '../support/created-database.js';
import { describeFleet } from '../support/redis-server.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { fakeContext } from '../support/tool-context.js';
import { until } from '../support/until.js';
import { exampleAgent } from '../vendors/example-agent.js';
import { TwoReplicas } from './two-replicas.js';

const yes: ApprovalAnswer = { approved: true, reason: null };

describeFleet('a limit over two replicas', ({ postgres, redis }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(postgres, () => '');
  let replicas: TwoReplicas;

  beforeAll(async () => {
    await mkdir(directory('served'));
    await writeFile(directory('served', 'note.txt'), 'the cat is called Ada');
    await writeFile(directory('vendors.json'), JSON.stringify({ vendors: [exampleAgent] }));
    const { id, command, args } = installed(
      'files',
      '@modelcontextprotocol/server-filesystem',
      directory('served'),
    );
    const place = { database: addressOf(database()), redis };
    replicas = await TwoReplicas.start(place, {
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_WORKSPACES_ROOT: directory('workspaces'),
      OFFICE_VENDORS_CONFIG: directory('vendors.json'),
      OFFICE_MCP_SERVERS: [`${id}=${command}`, ...args].join(' '),
    });
  }, 120_000);
  afterAll(() => replicas.close(), 60_000);

  const delegate = ({ app }: RunningOffice, context = fakeContext({ answer: yes })) =>
    app
      .get(DelegationService)
      .delegate('example', { task: 'look' }, { ...context, workspaceRoot: directory('served') });

  it('holds for engagements with a harness: one at a time', async () => {
    const asked = Promise.withResolvers<undefined>();
    const answer = Promise.withResolvers<ApprovalAnswer>();
    const context = fakeContext();
    context.requestApproval = () => {
      asked.resolve(undefined);
      return answer.promise;
    };
    const engaged = delegate(replicas.first, context);
    await asked.promise;
    expect(await delegate(replicas.second)).toEqual({
      ok: false,
      content: vendorTexts.busy('Example'),
    });
    answer.resolve(yes);
    expect((await engaged).ok).toBe(true);
    expect((await delegate(replicas.second)).ok).toBe(true);
  }, 60_000);

  it('holds for the consent to an MCP server: given at one, it is not asked for at the other', async () => {
    const read = async ({ app }: RunningOffice, person: ReturnType<typeof fakeContext>) => {
      await app.get(McpConnections).settled();
      const tool = app.get(ToolRegistry).get('mcp__files__read_text_file');
      return tool?.run({ path: directory('served', 'note.txt') }, person);
    };
    // A replica that does not know the server's tools yet asks a person itself.
    await replicas.second.app.get(McpConnections).settled();
    const person = fakeContext({ answer: yes });
    expect(await read(replicas.first, person)).toMatchObject({ ok: true });
    expect(person.asked).toHaveLength(1);
    const connection = replicas.second.app.get(McpConnections).get('files');
    await until(() => connection?.consent.isGivenOn('default') === true);
    const nobody = fakeContext();
    expect(await read(replicas.second, nobody)).toMatchObject({ ok: true });
    expect(nobody.asked).toEqual([]);
  }, 60_000);

  it('holds for live panels: twelve, however many are wanted at once', async () => {
    const places = [replicas.first, replicas.second].map(({ app }) => app.get(PanelPlaces));
    const wanted = Array.from({ length: 20 }, (_, number) => `panel ${number}`);
    const take = async (key: string, at: number) => places[at % 2]?.take(key, () => true);
    const taken = await Promise.all(wanted.map(take));
    expect(taken.filter((given) => given === true)).toHaveLength(limits.livePanels);
    // Those that are shown keep their places at both, and one that is gone gives its own back.
    const shown = wanted.filter((_, at) => taken[at]);
    for (const key of shown) expect(await take(key, 0)).toBe(true);
    for (const key of shown) expect(await take(key, 1)).toBe(true);
    expect(await places[0]?.take('new', (key) => key !== shown[0])).toBe(true);
    expect(await places[1]?.take('newer', () => true)).toBe(false);
    await places[1]?.clear();
    expect(await take('newer', 0)).toBe(true);
  }, 60_000);

  it('holds for the total of a floor: what one has just spent is not spent again at the other', async () => {
    const { first, second } = replicas;
    for (let round = 1; round <= 20; round++) {
      const budget = { totalUsd: round };
      expect((await first.client.put('/api/workspaces/default', { budget })).status).toBe(200);
      await replicas.level();
      await first.app
        .get(Transactions)
        .run(async (tx) => first.app.get(WorkspacesService).addSpend(tx, 'default', 1));
      // Whether or not the second has heard of it.
      const order = { brief: 'Say hello.', pipelineId: 'quick-answer' };
      const answers = await Promise.all(
        [first, second].map(({ client }) => client.post('/api/submit', order)),
      );
      const error = submitTexts.floorBudgetSpent('Default project', round, round);
      expect(answers).toEqual([
        expect.objectContaining({ status: 400, body: { error } }),
        expect.objectContaining({ status: 400, body: { error } }),
      ]);
    }
  }, 60_000);
});
