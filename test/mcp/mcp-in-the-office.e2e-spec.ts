import { beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { ToolInfo } from '../../src/protocol/records/skills.js';
import {
  callsTool,
  finished,
  offerPipeline,
  submit,
  toolResultsIn,
} from '../runs/support/commission.js';
import { aPolicy } from '../support/models/a-model.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { liveOffices } from './live-offices.js';
import { inline, settled } from './office-with-servers.js';
import { fixture, installed } from './open-connection.js';

const at = temporaryDirectory();
const { provider, open, close } = liveOffices();

beforeAll(async () => {
  await mkdir(at('served'));
  await writeFile(at('served', 'note.txt'), 'the cat is called Ada');
});

describe('an employee with an MCP server', () => {
  const files = () => installed('files', '@modelcontextprotocol/server-filesystem', at('served'));

  async function commission(env: Record<string, string> = {}) {
    const [office, socket] = await open({
      OFFICE_MCP_SERVERS: inline(files()),
      OFFICE_MCP_GRANT_ROLES: 'shell-roles',
      ...env,
    });
    await settled(socket, 'files', 'ready');
    provider().requests.length = 0;
    provider().respondWith(
      callsTool('mcp__files__read_text_file', { path: at('served', 'note.txt') }),
    );
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const { id } = await submit(office, { pipelineId });
    return { office, socket, id };
  }

  it('calls a tool of the real filesystem server once a person approved it', async () => {
    const { office, socket, id } = await commission();
    const { approval } = await socket.waitFor('approval.requested');
    expect(approval).toMatchObject({
      runId: id,
      kind: 'network',
      summary: expect.stringMatching(/^use the MCP server "files" \(\d+ tool\(s\)\)$/),
      detail: expect.stringContaining('The tool "read_text_file" is about to be called.'),
    });
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(run.turns[0]?.toolCalls).toMatchObject([
      {
        name: 'mcp__files__read_text_file',
        status: 'ok',
        resultPreview: expect.stringMatching(/^read_text_file via files \(\d+ms\)$/),
        affectsPaths: [],
      },
    ]);
    expect(toolResultsIn(provider().requests.at(-1)!)[0]).toBe(
      '<untrusted-content source=tool:mcp__files__read_text_file>\nthe cat is called Ada\n</untrusted-content>',
    );
  });

  it('shows the images of a result to a model that sees, and the text of resources', async () => {
    const everything = installed('all', '@modelcontextprotocol/server-everything');
    const [office, socket] = await open({
      OFFICE_MCP_SERVERS: inline(everything),
      OFFICE_MCP_GRANT_ROLES: 'shell-roles',
      OFFICE_MCP_REQUIRE_APPROVAL: 'false',
    });
    await settled(socket, 'all', 'ready');
    const seeing = { ...aPolicy(), preferredModelId: 'gpt-4o' };
    socket.send({ type: 'setModelPolicy', roleId: 'backend-dev-1', policy: seeing });
    await socket.waitFor('org.updated');
    provider().requests.length = 0;
    const calls: readonly [string, object][] = [
      ['get-tiny-image', {}],
      ['get-resource-reference', { resourceType: 'Text', resourceId: 1 }],
    ];
    provider().respondWith((request) => {
      const [name, args] = calls[toolResultsIn(request).length] ?? [];
      if (name === undefined) return { text: ['Done.'] };
      return { toolCalls: [{ id: name, name: `mcp__all__${name}`, args: [JSON.stringify(args)] }] };
    });
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const { id } = await submit(office, { pipelineId });
    const run = await finished(office, socket, id);
    expect(run.turns[0]?.toolCalls).toMatchObject([{ status: 'ok' }, { status: 'ok' }]);
    const sent = JSON.stringify(provider().requests.at(-1)?.body);
    expect(sent).toContain('data:image/png;base64,iVBORw0KGgo');
    expect(sent).toContain(
      '[resource demo://resource/dynamic/text/1]\\nResource 1: This is a plaintext',
    );
  });

  it('is told when the person declines', async () => {
    const { office, socket, id } = await commission();
    const { approval } = await socket.waitFor('approval.requested');
    socket.send({ type: 'approve', approvalId: approval.id, approved: false });
    expect((await finished(office, socket, id)).status).toBe('done');
    expect(toolResultsIn(provider().requests.at(-1)!)[0]).toContain(
      'The human declined to use the MCP server "files", so "read_text_file" was not called.',
    );
  });

  it('is still asked after a restart, when the server is there again', async () => {
    const { office, socket } = await commission({ OFFICE_DB: at('office.sqlite') });
    const { approval } = await socket.waitFor('approval.requested');
    await close(office);

    const [again, secondSocket] = await open({
      OFFICE_DB: at('office.sqlite'),
      OFFICE_MCP_SERVERS: inline(files()),
      OFFICE_MCP_GRANT_ROLES: 'shell-roles',
    });
    secondSocket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(again, secondSocket, approval.runId);
    expect(run.status).toBe('done');
    expect(run.turns[0]?.toolCalls).toMatchObject([{ status: 'ok' }]);
    expect(run.approvals).toMatchObject([{ id: approval.id, status: 'approved' }]);
  });

  it('needs no approval where the operator says so', async () => {
    const { office, socket, id } = await commission({ OFFICE_MCP_REQUIRE_APPROVAL: 'false' });
    const run = await finished(office, socket, id);
    expect(run.turns[0]?.toolCalls).toMatchObject([{ status: 'ok' }]);
    expect(run.approvals).toEqual([]);
  });

  it('does not hold its tools unless the operator grants them', async () => {
    const { office, socket, id } = await commission({ OFFICE_MCP_GRANT_ROLES: 'none' });
    const run = await finished(office, socket, id);
    expect(run.turns[0]?.toolCalls).toMatchObject([
      {
        status: 'denied',
        resultPreview: 'refused: mcp__files__read_text_file is not granted to backend-dev-1',
      },
    ]);
    const state = await office.client.get<OfficeState>('/api/state');
    const role = state.body.roles.find((each) => each.id === 'backend-dev-1');
    expect(role?.allowedTools.filter((name) => name.startsWith('mcp__'))).toEqual([]);
  });
});

describe('a server that dies', () => {
  const dying = (roles = '*') => ({
    OFFICE_MCP_SERVERS: inline(fixture('dying')),
    OFFICE_MCP_GRANT_ROLES: roles,
    OFFICE_MCP_REQUIRE_APPROVAL: 'false',
  });

  it('is shown with its reason at once, its tools kept, and is there for the next turn', async () => {
    const [office, socket] = await open(dying());
    await settled(socket, 'dying', 'ready');
    provider().respondWith(callsTool('mcp__dying__echo', {}));
    const pipelineId = offerPipeline(office, { kind: 'build' });
    const { id } = await submit(office, { pipelineId });
    const row = await settled(socket, 'dying', 'failed');
    expect(row).toMatchObject({ toolCount: 1, notes: ['fatal: out of coffee'] });
    expect(row.error).toMatch(
      /^the server stopped responding: stdio:.* exited \(exit code 7\)[^]*connected again when it is needed\.$/,
    );
    const run = await finished(office, socket, id);
    expect(run.turns[0]?.toolCalls).toMatchObject([{ status: 'error' }]);
    expect((await office.client.get<ToolInfo[]>('/api/tools')).text).toContain('mcp__dying__echo');

    const seen = socket.ofType('office.updated').length;
    provider().respondWith(() => ({ text: ['Done.'] }));
    await finished(office, socket, (await submit(office, { pipelineId })).id);
    const states = socket
      .ofType('office.updated')
      .slice(seen)
      .map(({ state }) => state.mcp.servers[0]?.state);
    expect(states).toEqual(expect.arrayContaining(['connecting', 'ready']));
  });

  it('is left alone by turns that do not hold its tools', async () => {
    const [office, socket] = await open(dying('backend-dev-1'));
    await settled(socket, 'dying', 'ready');
    provider().respondWith(callsTool('mcp__dying__echo', {}));
    const build = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    await finished(office, socket, (await submit(office, { pipelineId: build })).id);
    provider().respondWith(() => ({ text: ['Done.'] }));
    const plan = offerPipeline(office, { kind: 'plan', roleIds: ['ceo'] });
    await finished(office, socket, (await submit(office, { pipelineId: plan })).id);
    const { body } = await office.client.get<OfficeState>('/api/state');
    expect(body.mcp.servers).toMatchObject([{ state: 'failed', toolCount: 1 }]);
  });
});

describe('two developers who ask for a server at the same time', () => {
  it('are both answered by one yes', async () => {
    const [office, socket] = await open({
      OFFICE_MCP_SERVERS: inline(fixture('noisy')),
      OFFICE_MCP_GRANT_ROLES: '*',
    });
    await settled(socket, 'noisy', 'ready');
    provider().respondWith(callsTool('mcp__noisy__echo', {}));
    const roleIds = ['backend-dev-1', 'frontend-dev-1'];
    const pipelineId = offerPipeline(office, { kind: 'build', mode: 'parallel', roleIds });
    const { id } = await submit(office, { pipelineId });
    await socket.waitFor(
      'approval.requested',
      () => socket.ofType('approval.requested').length > 1,
    );
    const [first] = socket.ofType('approval.requested');
    socket.send({ type: 'approve', approvalId: first!.approval.id, approved: true, by: 'Ada' });
    const run = await finished(office, socket, id);
    expect(run.turns.map(({ toolCalls }) => toolCalls[0]?.status)).toEqual(['ok', 'ok']);
    expect(run.approvals).toMatchObject([
      { status: 'approved', decidedBy: 'person', decidedByName: 'Ada' },
      { status: 'approved', decidedBy: 'person', decidedByName: 'Ada' },
    ]);
  });
});
