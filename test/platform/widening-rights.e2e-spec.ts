import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Type, RequestMethod } from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { AppModule } from '../../src/app.module.js';
import { type Widening, wideningOf } from '../../src/platform/http/widening-rights.js';
import { CommandRegistry } from '../../src/platform/socket/socket-command.js';
import { clientCommandTypes } from '../../src/protocol/commands.js';
import { settingRules } from '../../src/settings/setting-rules.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

const page = 'http://localhost:3000';
const refusal =
  `A page of "${page}" may not widen rights, because nobody has allowed its origin. ` +
  "Do this on the office's own page or from the command line, or list the origin in OFFICE_ALLOWED_ORIGINS.";

const kindOf = (widening: Widening | undefined): string => {
  if (typeof widening === 'function') return 'by what it gives';
  return widening === undefined ? 'not classified' : widening ? 'always' : 'never';
};

/** Every operation that widens rights, with what it is sent to do so. */
const widening: Readonly<Record<string, readonly object[]>> = {
  approve: [{ approvalId: 'a', approved: true }, { approvalId: 'a', approved: false }, {}],
  deliverRun: [{ runId: 'run_1', branch: 'b' }],
  confirmProviderKey: [{ pluginId: 'p', providerId: 'q', confirmed: true }, {}],
  setProviderKey: [{ providerId: 'openai', key: 'k' }, {}],
  removeProviderKey: [{ providerId: 'openai' }],
  updateSettings: [
    { patch: { autoApproveShell: true } },
    { patch: { autoApproveShell: 'yes' } },
    { patch: { allowExternalWorkspaces: true } },
    { patch: { workspacesRoot: '/' } },
    { patch: { logLevel: 'info', softSpendApprovalUsd: 1e6 } },
  ],
  createWorkspace: [
    { name: 'Home', path: '/home' },
    { name: 'Home', shell: 'sandbox' },
    { name: 'Home', trusted: true },
  ],
  importWorkspace: [{ file: {} }],
  'POST workspaces/import': [{ file: {} }],
  setWorkspaceDetails: [{ name: 'Home', shell: 'sandbox' }],
  setWorkspaceIsolation: [{ worktreeSetup: 'npm ci' }],
  setWorkspaceShell: [{ shell: 'sandbox' }, { trusted: true }, {}],
  hire: [{ role: { allowedTools: ['run_shell'] } }],
  setRoleGrants: [{ roleId: 'r', allowedTools: ['run_shell'] }],
  'POST tokens': [{ name: 'a', rights: ['administer'] }, {}],
  'DELETE tokens/:id': [{}],
  'POST forges': [{}],
  'PATCH forges/:id': [{ paused: false }],
  'POST forges/:id/secret': [{}],
  'DELETE forges/:id': [{}],
  'POST runs/:id/request': [{}],
  'POST triggers': [{ kind: 'schedule', name: 'n' }, {}],
  'PATCH triggers/:id': [{ paused: false }],
  'POST triggers/:id/secret': [{}],
  'DELETE triggers/:id': [{}],
  'POST triggers/:id/try': [{}],
  'POST answers/:id': [{ answer: 'yes' }],
  'POST push': [{}],
  'POST folders': [{}, { path: '/' }],
  'POST folders/repository': [{ path: '/home' }],
  'POST api/mcp/refresh': [{}],
  'POST api/plugins/refresh': [{}],
  'POST api/plugins/install': [{ catalogUrl: 'http://127.0.0.1:1/', pluginId: 'p' }],
  'POST api/plugins/:id/enable': [{ enabled: true }, {}],
  'PUT api/plugins/:id/settings': [{ settings: {} }],
  'PATCH api/plugins/:id/settings': [{ settings: {} }],
  'POST api/settings': [{ autoApproveShell: true }, { workspacesRoot: '/' }],
  'PUT api/settings': [{ allowExternalWorkspaces: true }],
  'PATCH api/settings': [{ softSpendApprovalUsd: 9 }],
  'POST api/workspaces': [{ name: 'Home', path: '/home' }],
  'PUT api/workspaces/:id': [{ shell: 'sandbox' }, { trusted: true }],
  'PATCH api/workspaces/:id': [{ packages: true }],
  'POST mcp': [{ method: 'tools/call', params: { name: 'answer_approval' } }],
};

/** What the same operations may be sent by any page of this machine. */
const plain: Readonly<Record<string, object>> = {
  confirmProviderKey: { pluginId: 'p', providerId: 'q', confirmed: false },
  updateSettings: { patch: { logLevel: 'info', autoApproveShell: false } },
  createWorkspace: { name: '' },
  setWorkspaceDetails: { color: '#123456' },
  setWorkspaceIsolation: { isolation: 'worktree' },
  hire: { role: { allowedTools: [] } },
  setRoleGrants: { roleId: 'nobody', skillIds: [] },
  'POST api/plugins/:id/enable': { enabled: false },
  'POST api/settings': { logLevel: 'info', modelOverrides: {} },
  'PUT api/settings': { maxConcurrency: 3 },
  'PATCH api/settings': { allowExternalWorkspaces: false },
  'POST api/workspaces': { name: '' },
  'PUT api/workspaces/:id': { color: '#123456' },
  'PATCH api/workspaces/:id': { color: '#123456' },
  'POST mcp': { method: 'tools/call', params: { name: 'submit_brief' } },
};

interface WritingRoute {
  readonly name: string;
  readonly widening: Widening | undefined;
}

function writingRoutes(office: RunningOffice): readonly WritingRoute[] {
  const scanner = new MetadataScanner();
  const controllers = office.app.get(DiscoveryService, { strict: false }).getControllers();
  return controllers.flatMap(({ metatype }) => {
    const prototype = (metatype as Type).prototype as object;
    const folder = Reflect.getMetadata('path', metatype as Type) as string;
    return scanner.getAllMethodNames(prototype).flatMap((method) => {
      const handler = Reflect.get(prototype, method) as object;
      const verb = Reflect.getMetadata('method', handler) as RequestMethod | undefined;
      if (verb === undefined || verb === RequestMethod.GET) return [];
      const path = [folder, Reflect.getMetadata('path', handler) as string]
        .filter((part) => part !== '/')
        .join('/');
      return [{ name: `${RequestMethod[verb]} ${path}`, widening: wideningOf(handler) }];
    });
  });
}

describe('what widens rights', () => {
  let office: RunningOffice;

  beforeAll(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { OFFICE_ALLOWED_ORIGINS: 'http://localhost:4000' },
    });
  });

  afterAll(() => office.close());

  const send = async (operation: string, body: object, headers: Record<string, string>) => {
    const [method = '', path = ''] = operation.split(' ');
    const { body: answer, status } = await office.client.call<{ error?: string }>(
      method,
      `/${path.replaceAll(':id', 'nothing')}`,
      { headers, body },
    );
    return { status, error: answer.error };
  };

  it('is told of every command and of every route that changes something', () => {
    const commands = office.app.get(CommandRegistry, { strict: false }).all();
    expect(commands.length).toBeGreaterThan(30);
    const routes = writingRoutes(office);
    expect(routes.length).toBeGreaterThan(25);
    const told = [
      ...commands.map(({ type, widening: kind }) => [type, kindOf(kind)] as const),
      ...routes.map(({ name, widening: kind }) => [name, kindOf(kind)] as const),
    ];
    expect(told.filter(([, kind]) => kind === 'not classified')).toEqual([]);
    const names = (of: readonly (readonly [string, string])[]): readonly string[] =>
      of.map(([name]) => name).sort();
    expect(names(told.filter(([, kind]) => kind !== 'never'))).toEqual(
      Object.keys(widening).sort(),
    );
    expect(names(told.filter(([, kind]) => kind === 'by what it gives'))).toEqual(
      Object.keys(plain).sort(),
    );
  });

  it('is told of every setting', () => {
    const widened = Object.entries(settingRules).filter(([, rule]) => rule.widens(true));
    expect(widened.map(([key]) => key)).toEqual([
      'workspacesRoot',
      'allowExternalWorkspaces',
      'softSpendApprovalUsd',
      'autoApproveShell',
    ]);
  });

  const isCommand = (name: string): boolean =>
    clientCommandTypes.some((command) => command === name);
  const commands = Object.keys(widening).filter(isCommand);
  const routes = Object.keys(widening).filter((name) => !isCommand(name));

  it.each(commands)('%s is refused to a page whose origin nobody allowed', async (type) => {
    const socket = await office.client.connect({ headers: { origin: page } });
    for (const [index, body] of (widening[type] ?? []).entries()) {
      const requestId = `${type} ${index}`;
      socket.sendRaw(JSON.stringify({ type, requestId, ...body }));
      const answer = await socket.waitForAny(
        (event) => 'requestId' in event && event.requestId === requestId,
      );
      expect(answer).toMatchObject({ type: 'error', message: refusal });
    }
    if (plain[type] === undefined) return;
    socket.sendRaw(JSON.stringify({ type, requestId: 'plain', ...plain[type] }));
    const answer = await socket.waitForAny(
      (event) => 'requestId' in event && event.requestId === 'plain',
    );
    expect(JSON.stringify(answer)).not.toContain('may not widen rights');
  });

  it.each(routes)('%s is refused to a page whose origin nobody allowed', async (operation) => {
    for (const body of widening[operation] ?? []) {
      expect(await send(operation, body, { origin: page })).toEqual({
        status: 403,
        error: refusal,
      });
    }
    const { error = '' } = await send(operation, plain[operation] ?? {}, { origin: page });
    if (plain[operation] !== undefined)
      expect(JSON.stringify(error)).not.toContain('may not widen rights');
  });

  it('changes nothing where it is refused', async () => {
    const { body } = await office.client.get<Record<string, unknown>>('/api/settings');
    expect(body).toMatchObject({ autoApproveShell: false, allowExternalWorkspaces: false });
  });

  it.each([
    ['a program', () => ({})],
    ['a listed page', () => ({ origin: 'http://localhost:4000' })],
    ['its own page', () => ({ origin: `http://127.0.0.1:${office.port}` })],
  ])('is open to %s, on HTTP and on the socket', async (_who, headersOf) => {
    const headers: Record<string, string> = headersOf();
    const { status } = await send('POST api/settings', { softSpendApprovalUsd: 7 }, headers);
    expect(status).toBe(200);
    const socket = await office.client.connect({ headers });
    socket.send({ type: 'approve', requestId: 'mine', approvalId: 'a', approved: true });
    const answer = await socket.waitForAny(
      (event) => 'requestId' in event && event.requestId === 'mine',
    );
    expect(answer).toMatchObject({ type: 'error', message: 'Approval "a" is no longer pending.' });
  });

  it('is not open to a page that calls the office by another name than its own', async () => {
    const headers = { origin: `http://localhost:${office.port}`, host: `127.0.0.1:${office.port}` };
    const { status } = await send('POST api/settings', { autoApproveShell: true }, headers);
    expect(status).toBe(403);
  });

  it('leaves a page of this machine what the interface gives it', async () => {
    const { status } = await send('POST api/submit', { brief: 'Go on' }, { origin: page });
    expect(status).toBe(202);
  });
});
