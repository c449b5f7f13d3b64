import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, rm } from 'node:fs/promises';
import type { HttpServerConfig } from '../../src/mcp/config/mcp-server-config.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { callsTools, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { schemaOf } from '../../src/tools/schema-of.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { fakeContext } from '../support/tool-context.js';
import { inline, settled } from './office-with-servers.js';
import { fixture, openConnection, type OpenConnection } from './open-connection.js';
import { answerJson, startRawServer, type RawHandler } from './raw-http-server.js';
import { startRealServer } from './real-http-servers.js';

const directory = temporaryDirectory();
const cleanups: (() => Promise<void>)[] = [];
beforeEach(() => rm(directory('lives.txt'), { force: true }));
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function at(url: string): HttpServerConfig {
  const rest = { headers: {}, oauth: null, enabled: true, requestTimeoutMs: 10_000 };
  return { id: 'web', type: 'http', url, ...rest };
}

async function open(server: Parameters<typeof openConnection>[0]): Promise<OpenConnection> {
  const opened = await openConnection(server, { requireApproval: true });
  cleanups.push(() => opened.connection.close());
  return opened;
}

const willing = () => fakeContext({ answer: { approved: true, reason: null } });

/** What a server by hand says of itself. */
interface Said {
  readonly version: string;
  readonly tools: readonly string[];
}

const first: Said = { version: '1', tools: ['echo', 'other'] };

/** Other lives of the server, and whether each is still what a person said yes to. */
const comebacks: readonly (readonly [string, Said, boolean])[] = [
  ['the same', first, true],
  ['the same, with its tools in another order', { ...first, tools: ['other', 'echo'] }, true],
  ['of another version', { ...first, version: '2' }, false],
  ['with one more tool', { ...first, tools: ['echo', 'other', 'pay'] }, false],
  ['with one tool less', { ...first, tools: ['echo'] }, false],
];

describe("a person's yes to a server", () => {
  it('is asked for before models are told more than names, and anew when a tool is added', async () => {
    const { call, registry, until } = await open(fixture('changing'));
    const shown = (name: string) => schemaOf(registry.get(name)!);
    const unknown =
      'This is the tool "echo" of the MCP server "changing". What the server says of it is shown once a person has allowed the server; calling it asks for that.';
    expect(shown('mcp__changing__echo')).toMatchObject({
      description: unknown,
      parameters: { type: 'object', properties: {} },
    });
    const person = willing();
    await call('echo', { text: 'second' }, person);
    expect(person.asked[0]?.detail).toContain('This call sends: {\n  "text": "second"\n}');
    await until(() => registry.get('mcp__changing__second') !== undefined);
    expect(shown('mcp__changing__echo').description).toBe(unknown);
    await call('second', { text: 'x' }, person);
    expect(person.asked).toHaveLength(2);
  });

  it('is of a floor, and tells models what the server says, fenced', async () => {
    const { call, registry } = await open(fixture('noisy'));
    const [kitchen, garden] = ['kitchen', 'garden'].map((workspaceId) =>
      fakeContext({ workspaceId, answer: { approved: true, reason: null } }),
    );
    const shownOn = (floor: string) => schemaOf(registry.get('mcp__noisy__echo')!.on!(floor));
    await call('echo', {}, kitchen);
    expect(shownOn('garden').description).toContain(
      'is shown once a person has allowed the server',
    );
    expect(shownOn('garden').parameters).toEqual({ type: 'object', properties: {} });
    for (const context of [garden!, kitchen!]) await call('echo', {}, context);
    expect(shownOn('kitchen').description).toMatch(
      /^<untrusted-content source=mcp:noisy>\n[^]+\n<\/untrusted-content>\nThis is the tool "echo"/,
    );
    expect([kitchen!.asked.length, garden!.asked.length]).toEqual([1, 1]);
  });

  it('outlives a session that the server has forgotten', async () => {
    const server = await startRealServer('first');
    cleanups.push(() => server.close());
    const { call } = await open(at(server.url));
    const person = willing();
    expect(await call('add', { a: 1, b: 2 }, person)).toMatchObject({ ok: true });
    server.forget();
    expect(await call('add', { a: 2, b: 2 }, person)).toMatchObject({ ok: true });
    expect(server.methods.filter((method) => method === 'initialize')).toHaveLength(2);
    expect(person.asked).toHaveLength(1);
  });

  /** A server by hand, whose calls are counted. */
  async function serve(state: { said: Said }, port?: number) {
    const called: unknown[] = [];
    const handler: RawHandler = ({ method, message }, response) => {
      if (method !== 'POST' || message.id === undefined) return false;
      const { version, tools } = state.said;
      const results: Record<string, object> = {
        initialize: {
          protocolVersion: '2025-06-18',
          capabilities: {},
          serverInfo: { name: 'raw', version },
        },
        'tools/list': {
          tools: tools.map((name) => ({
            name,
            inputSchema: { type: 'object' },
            annotations: { readOnlyHint: true },
          })),
        },
      };
      if (message.method === 'tools/call') called.push(message);
      const result = results[message.method ?? ''];
      if (result === undefined) return false;
      answerJson(response, { jsonrpc: '2.0', id: message.id, result });
      return true;
    };
    return { server: await startRawServer(handler, port), called };
  }

  it.each(comebacks)('to one that is restarted and comes back %s', async (_, said, holds) => {
    const state = { said: first };
    const before = await serve(state);
    const { url } = before.server;
    const { call, connection, until } = await open(at(url));
    const person = willing();
    expect(await call('echo', {}, person)).toMatchObject({ ok: true });
    await before.server.close();
    expect((await call('echo', {}, person)).ok).toBe(false);
    await until(() => connection.record().state === 'failed');
    state.said = said;
    const { server, called } = await serve(state, Number(new URL(url).port));
    cleanups.push(() => server.close());
    const refusing = fakeContext({ answer: { approved: false, reason: null } });
    // What a person has not said yes to is called by nobody.
    const answer = await call('echo', {}, refusing);
    expect([answer.ok, called.length]).toEqual(holds ? [true, 1] : [false, 0]);
    expect((await call('echo', {}, person)).ok).toBe(true);
    const asked = [refusing.asked.length, person.asked.length];
    expect(asked).toEqual(holds ? [0, 1] : [1, 2]);
  });
});

describe('in the office', () => {
  const offices: RunningOffice[] = [];
  let provider: ScriptedProvider;
  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  afterEach(async () => {
    for (const office of offices.splice(0)) await office.close();
  });
  afterAll(() => provider.close());

  async function start(...given: string[]): Promise<[RunningOffice, OfficeSocket]> {
    const office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_MCP_SERVERS: inline(fixture('crashing', directory('lives.txt'), ...given)),
      OFFICE_MCP_GRANT_ROLES: '*',
    });
    offices.push(office);
    const socket = await office.client.connect();
    await settled(socket, 'crashing', 'ready');
    return [office, socket];
  }

  /** A run whose employee calls the tool so often, with every question answered yes. */
  async function run(
    [office, socket]: [RunningOffice, OfficeSocket],
    ...texts: string[]
  ): Promise<RunDetail> {
    const calls = texts.map((text) => ['mcp__crashing__plain', { text }] as const);
    provider.respondWith(callsTools(...calls));
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const { id } = await submit(office, { pipelineId });
    const over = finished(office, socket, id);
    let isOver = false;
    void over.then(() => (isOver = true));
    for (let asked = 0; !isOver; asked += 1) {
      const next = socket.waitFor(
        'approval.requested',
        ({ approval }) =>
          approval.runId === id &&
          socket.ofType('approval.requested').filter((each) => each.approval.runId === id).length >
            asked,
      );
      await Promise.race([over, next]);
      const open = socket
        .ofType('approval.requested')
        .filter(({ approval }) => approval.runId === id)[asked];
      if (open !== undefined)
        socket.send({ type: 'approve', approvalId: open.approval.id, approved: true });
    }
    return over;
  }
  const statuses = ({ turns }: RunDetail) =>
    turns.flatMap(({ toolCalls }) => toolCalls.map(({ status }) => status));

  it('one yes does for a server that crashes and comes back as what it was', async () => {
    const office = await start();
    const one = await run(office, 'hello', 'crash', 'hello');
    expect(statuses(one)).toEqual(['ok', 'error', 'ok']);
    expect(one.approvals).toMatchObject([{ kind: 'network', status: 'approved' }]);
    const two = await run(office, 'hello');
    expect(statuses(two)).toEqual(['ok']);
    expect(two.approvals).toEqual([]);
    expect(two.foreign).toMatchObject([{ kind: 'mcp', name: 'crashing/plain' }]);
    expect((await readFile(directory('lives.txt'), 'utf8')).match(/life/g)).toHaveLength(2);
  });

  it('one that comes back with another tool is asked about anew, with that tool named', async () => {
    const office = await start('wire_money');
    const one = await run(office, 'crash');
    expect(one.approvals).toHaveLength(1);
    expect(one.approvals[0]?.detail).not.toContain('wire_money');
    const two = await run(office, 'hello');
    expect(statuses(two)).toEqual(['ok']);
    expect(two.approvals).toMatchObject([
      { status: 'approved', detail: expect.stringContaining('wire_money') },
    ]);
  });
});
