import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { recordSchemas } from '../../src/platform/openapi/record-schemas.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import { aRole } from '../support/organisations/a-role.js';
import { eventsAfter, selectFloor } from '../support/organisations/ask-socket.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

describe('the state of the office', () => {
  let office: RunningOffice;
  const stateNow = async () => (await office.client.get<OfficeState>('/api/state')).body;

  beforeAll(async () => {
    office = await startRealOffice();
  });
  afterAll(() => office.close());

  it('has every field of the record and no other', async () => {
    const fields = Object.keys(recordSchemas.OfficeState.properties);
    expect(Object.keys(await stateNow()).toSorted()).toEqual(fields.toSorted());
  });

  it('is the same in hello and over HTTP, and hello carries the last number', async () => {
    await office.client.put('/api/settings', { maxConcurrency: 5 });
    const socket = await office.client.connect();
    const [hello] = socket.ofType('hello');
    expect(hello?.state).toEqual(await stateNow());
    expect(hello?.seq).toBeGreaterThan(0);
  });

  it('shows the active floor, and only it', async () => {
    await office.client.post('/api/workspaces', { name: 'Garden', skillIds: ['debugging'] });
    await selectFloor(office, 'garden');
    const state = await stateNow();
    expect(state).toMatchObject({
      activeWorkspaceId: 'garden',
      company: { name: 'Garden' },
      skillIds: ['debugging'],
      skills: [{ id: 'debugging', name: expect.any(String), tags: expect.any(Array) }],
      budget: { defaultRunUsd: 5, spentUsd: 0 },
      style: { preset: 'studio' },
      floor: { capacity: 21, style: { preset: 'studio' } },
      routingPosture: 'balanced',
      runs: [],
      activeRunIds: [],
      approvals: [],
      llmMode: 'mock',
      configStale: false,
      configStaleDetail: null,
    });
    expect(state.workspaces.map(({ id }) => id)).toEqual(['default', 'garden']);
    expect(state.employees.every(({ workspaceId }) => workspaceId === 'garden')).toBe(true);
    await selectFloor(office, 'default');
  });

  it('shows models without opinions, with their sources', async () => {
    const { models } = await stateNow();
    const rated = models.filter((model) => model.quality !== undefined);
    expect(rated.length).toBeGreaterThan(0);
    for (const { quality } of rated) {
      expect(quality).not.toHaveProperty('opinions');
      expect(quality?.sources).toContain('curated');
    }
  });

  // That an idle office sends it right after the first change is shown by office-broadcaster.spec.
  it('goes out with the last of many changes, and never goes back', async () => {
    const socket = await office.client.connect();
    const names = Array.from({ length: 30 }, (_, index) => `Name ${index}`);
    for (const name of names) socket.send({ type: 'setWorkspaceDetails', name });
    await socket.waitFor('office.updated', ({ state }) => state.company.name === names.at(-1));
    expect(socket.ofType('org.updated').map(({ org }) => org.company.name)).toEqual(names);
    const shown = socket
      .ofType('office.updated')
      .map(({ state }) => names.indexOf(state.company.name));
    expect(shown).toEqual(shown.toSorted((one, other) => one - other));
  });

  it('is not told when a refused command changed nothing', async () => {
    const socket = await office.client.connect();
    socket.send({ type: 'fire', roleId: 'ghost' });
    await socket.waitFor('error');
    await socket.settle();
    expect(socket.events.map(({ type }) => type)).toEqual(['hello', 'error', 'log', 'pong']);
  });

  describe('after a restart', () => {
    const inDirectory = temporaryDirectory();
    const start = () =>
      startRealOffice({
        OFFICE_DB: inDirectory('office.sqlite'),
        OFFICE_WORKSPACE: inDirectory('workspace'),
        OFFICE_WORKSPACES_ROOT: inDirectory('workspaces'),
        OFFICE_PLUGINS_DIR: inDirectory('plugins'),
      });
    /** The bytes of each part, so that a difference names its part. */
    const read = async (running: RunningOffice) => {
      const { body } = await running.client.get<OfficeState>('/api/state');
      const { startedAt: _, ...lasting } = body;
      return Object.entries(lasting).map(([key, part]) => `${key}: ${JSON.stringify(part)}`);
    };

    it('is the same to the byte', async () => {
      const before = await start();
      const { client } = before;
      await client.post('/api/workspaces', { name: 'Garden', description: 'x', color: '#00ff00' });
      await client.put('/api/workspaces/garden', {
        skillIds: ['debugging', 'code-review'],
        budget: { totalUsd: 9, defaultRunUsd: 2 },
        style: { preset: 'noir', lighting: { shadows: false } },
      });
      await client.put('/api/settings', { maxConcurrency: 7, disabledModelIds: ['gpt-4o-mini'] });
      await client.post('/api/chat', { employeeId: 'cto', text: 'Hello' });
      await selectFloor(before, 'garden');
      await eventsAfter(before, { type: 'hire', role: aRole() }, 'employee.updated');
      await eventsAfter(before, { type: 'addRoom' }, 'office.updated');
      await eventsAfter(
        before,
        { type: 'setRoutingPosture', posture: 'quality' },
        'office.updated',
      );
      await client.post('/api/chat', { employeeId: 'ceo', text: 'Hi', workspaceId: 'garden' });
      const state = await read(before);
      const details = await client.get('/api/workspaces/garden');
      await before.close();

      const after = await start();
      expect((await read(after)).filter((part) => !state.includes(part))).toEqual([]);
      expect((await after.client.get('/api/workspaces/garden')).text).toBe(details.text);
      await after.close();
    });
  });
});
