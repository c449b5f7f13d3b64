import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OfficeSettings } from '../../src/protocol/records/office.js';
import { eventsAfter, refusalOf } from '../support/organisations/ask-socket.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';

describe('settings', () => {
  let office: RunningOffice;
  const read = async () => (await office.client.get<OfficeSettings>('/api/settings')).body;

  beforeAll(async () => {
    office = await startRealOffice({ OFFICE_MAX_CONCURRENCY: '6' });
  });
  afterAll(() => office.close());

  it('stand at what the environment said on the first boot', async () => {
    expect(await read()).toEqual({
      workspacesRoot: `${office.directory}/workspaces`,
      allowExternalWorkspaces: true,
      defaultRoutingPosture: 'balanced',
      maxConcurrency: 6,
      softSpendApprovalUsd: 1.5,
      autoApproveShell: false,
      approvalTimeoutMs: 600_000,
      logLevel: 'info',
      disabledModelIds: [],
      modelOverrides: {},
      updatedAt: expect.any(Number),
    });
  });

  it.each([
    ['POST', 7],
    ['PUT', 8],
    ['PATCH', 9],
  ])('change by %s, which answers them as they now stand', async (method, maxConcurrency) => {
    const socket = await office.client.connect();
    const { status, body } = await office.client.call(method, '/api/settings', {
      body: { maxConcurrency, updatedAt: 1, unknown: true },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ maxConcurrency, softSpendApprovalUsd: 1.5 });
    expect(body).not.toHaveProperty('unknown');
    expect(await read()).toEqual(body);
    expect(await socket.waitFor('settings.updated')).toMatchObject({ settings: body });
    await socket.waitFor('office.updated', ({ state }) => isDeepStrictEqual(state.settings, body));
  });

  it('change by command', async () => {
    const command = { type: 'updateSettings', patch: { softSpendApprovalUsd: 0 } } as const;
    expect(await eventsAfter(office, command, 'office.updated')).toMatchObject([
      { type: 'settings.updated', settings: { softSpendApprovalUsd: 0, maxConcurrency: 9 } },
    ]);
  });

  it.each([
    [{ maxConcurrency: 0 }, 'Concurrency must be between 1 and 16.'],
    [{ maxConcurrency: 17 }, 'Concurrency must be between 1 and 16.'],
    [{ maxConcurrency: 2.5 }, 'Concurrency must be between 1 and 16.'],
    [{ maxConcurrency: '4' }, 'Concurrency must be between 1 and 16.'],
    [{ softSpendApprovalUsd: -0.01 }, 'The soft spend threshold cannot be negative.'],
    [{ approvalTimeoutMs: 999 }, 'An approval must be allowed at least a second to answer.'],
    [{ modelOverrides: { 'gpt-4o-mini': 1 } }, 'The override for "gpt-4o-mini" is not an object.'],
    [{ modelOverrides: { 'gpt-4o-mini': { tier: 'huge' } } }, '"huge" is not a model tier.'],
    [
      { modelOverrides: { 'gpt-4o-mini': { costPerMTokIn: -1 } } },
      'The input price for "gpt-4o-mini" must be a number of dollars per million tokens, zero or more.',
    ],
    [
      { modelOverrides: { 'gpt-4o-mini': { costPerMTokOut: 'x' } } },
      'The output price for "gpt-4o-mini" must be a number of dollars per million tokens, zero or more.',
    ],
    [{ workspacesRoot: 'here' }, '"workspacesRoot" must be an absolute path.'],
    [{ allowExternalWorkspaces: 'yes' }, '"allowExternalWorkspaces" must be a boolean.'],
    [{ autoApproveShell: null }, '"autoApproveShell" must be a boolean.'],
    [
      { defaultRoutingPosture: 'fast' },
      '"defaultRoutingPosture" must be one of cheap, balanced, quality.',
    ],
    [{ logLevel: 'loud' }, '"logLevel" must be one of debug, info, warn, error.'],
    [{ disabledModelIds: [1] }, '"disabledModelIds" must be an array of strings.'],
  ])('refuse %j at both doors and stay as they are', async (patch, error) => {
    const before = await read();
    for (const method of ['POST', 'PUT', 'PATCH']) {
      const answer = await office.client.call(method, '/api/settings', { body: patch });
      expect(answer).toMatchObject({ status: 400, body: { error } });
    }
    expect(await refusalOf(office, { type: 'updateSettings', patch })).toBe(error);
    expect(await read()).toEqual(before);
  });

  it('need a patch on the socket', async () => {
    expect(await refusalOf(office, { type: 'updateSettings' })).toBe(
      'A "patch" object is required.',
    );
  });

  it('quieten and wake the log at once', async () => {
    await office.client.put('/api/settings', { logLevel: 'error' });
    const from = office.log.length;
    await office.client.post('/api/workspaces', { name: 'Quiet' });
    expect(office.log).toHaveLength(from);
    await office.client.put('/api/settings', { logLevel: 'info' });
    await office.client.post('/api/workspaces', { name: 'Loud' });
    expect(office.log.slice(from)).toEqual([expect.stringContaining('[workspaces] "Loud"')]);
  });

  it('warn when a change opens gates', async () => {
    await office.client.put('/api/settings', { autoApproveShell: true });
    expect(office.log.at(-1)).toContain('WARN [settings] autoApproveShell is on: shell commands');
  });
});
