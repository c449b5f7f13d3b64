import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import type { McpRefreshed } from '../../src/protocol/records/mcp.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { ToolInfo } from '../../src/protocol/records/skills.js';
import type { RunningOffice } from '../support/start-office.js';
import { liveOffices } from './live-offices.js';
import { inline } from './office-with-servers.js';
import { fixture } from './open-connection.js';

const { open } = liveOffices();

describe('POST /api/mcp/refresh', () => {
  async function configure(office: RunningOffice, ...servers: unknown[]): Promise<void> {
    await writeFile(`${office.directory}/mcp.json`, JSON.stringify({ servers }));
  }

  async function refresh(office: RunningOffice): Promise<McpRefreshed> {
    const { status, body } = await office.client.post<McpRefreshed>('/api/mcp/refresh');
    expect(status).toBe(200);
    return body;
  }

  async function toolNames(office: RunningOffice): Promise<string[]> {
    const { body } = await office.client.get<ToolInfo[]>('/api/tools');
    return body.map(({ name }) => name).filter((name) => name.startsWith('mcp__'));
  }

  const entry = (name: string) => {
    const { id, command, args } = fixture(name);
    return { id, command, args };
  };
  const states = (answer: McpRefreshed) => answer.servers.map(({ id, state }) => [id, state]);

  it('connects, disconnects, retries and leaves alone what the file says', async () => {
    const [office, socket] = await open({});
    expect(socket.ofType('hello')[0]?.state.mcp).toEqual({
      enabled: true,
      configPath: null,
      grantRoles: [],
      servers: [],
    });
    const stopped = { ...entry('silent-call'), enabled: false };
    await configure(office, entry('changing'), stopped, { ...entry('dying'), command: '/nowhere' });
    const first = await refresh(office);
    expect(states(first)).toEqual([
      ['changing', 'ready'],
      ['silent-call', 'disabled'],
      ['dying', 'failed'],
    ]);
    expect(first).toMatchObject({
      enabled: true,
      configPath: `${office.directory}/mcp.json`,
      problems: [],
    });
    expect(first.servers[0]).toMatchObject({ serverName: 'fixture', serverVersion: '1.2.3' });
    expect(first.servers[2]?.error).toContain('could not start');
    expect(await toolNames(office)).toEqual(['mcp__changing__echo']);

    await configure(office, { ...entry('changing'), command: '/nowhere' }, entry('dying'), 'bad');
    const second = await refresh(office);
    expect(states(second)).toEqual([
      ['changing', 'ready'],
      ['dying', 'ready'],
    ]);
    expect(second.problems).toEqual(['servers[2] is not an object.']);
    expect(await toolNames(office)).toEqual(['mcp__changing__echo', 'mcp__dying__echo']);

    await configure(office, { ...entry('changing'), enabled: false });
    expect(states(await refresh(office))).toEqual([['changing', 'disabled']]);
    expect(await toolNames(office)).toEqual([]);
    await socket.waitFor(
      'office.updated',
      ({ state }) => state.mcp.servers[0]?.state === 'disabled',
    );
    expect(office.log).toContain('WARN [mcp] servers[2] is not an object.');
  });

  it('answers 503 when MCP is switched off', async () => {
    const [office] = await open({
      OFFICE_MCP: 'false',
      OFFICE_MCP_SERVERS: inline(fixture('dying')),
    });
    expect(await office.client.post('/api/mcp/refresh')).toMatchObject({
      status: 503,
      body: { error: 'MCP is not running in this process.' },
    });
    const { body } = await office.client.get<OfficeState>('/api/state');
    expect(body.mcp).toEqual({ enabled: false, configPath: null, grantRoles: [], servers: [] });
  });
});

describe('a configuration as other clients write it', () => {
  it('is read; what is wrong with it stands in the state until it is put right', async () => {
    const [office] = await open({});
    const { command, args } = fixture('changing');
    const path = `${office.directory}/mcp.json`;
    await writeFile(path, '{ "mcpServers": { "changing": ');
    const broken = (await office.client.post<McpRefreshed>('/api/mcp/refresh')).body;
    expect(broken.problems).toEqual([expect.stringContaining(`${path} is not valid JSON: `)]);
    const state = async () => (await office.client.get<OfficeState>('/api/state')).body.mcp;
    expect(await state()).toMatchObject({ servers: [], problems: broken.problems });

    const mcpServers = {
      changing: { command, args },
      bad: 7,
      text: { command, args: 'a' },
      off: { command: '${PLACE}/server', enabled: 'false' },
    };
    await writeFile(path, `// mine\n${JSON.stringify({ mcpServers })}`);
    const read = (await office.client.post<McpRefreshed>('/api/mcp/refresh')).body;
    expect(read.servers).toMatchObject([
      { id: 'changing', state: 'ready' },
      { id: 'off', state: 'disabled' },
    ]);
    expect(read.problems).toEqual([
      'mcpServers["bad"] is not an object.',
      'mcpServers["text"].args must be a list.',
      'mcpServers["off"] holds ${PLACE}, which is passed on as it is written: nothing is put in its place.',
    ]);
    expect(await state()).toMatchObject({ problems: read.problems });

    await writeFile(path, JSON.stringify({ mcpServers: { changing: { command, args } } }));
    await office.client.post('/api/mcp/refresh');
    expect(await state()).not.toHaveProperty('problems');
  });
});
