import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import { eventsAfter, refusalOf } from '../support/organisations/ask-socket.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';

describe('what floors are set to', () => {
  let office: RunningOffice;
  const summaries = async () =>
    (await office.client.get<readonly WorkspaceSummary[]>('/api/workspaces')).body;

  beforeAll(async () => {
    office = await startRealOffice();
    await office.client.post('/api/workspaces', { name: 'Garden' });
  });
  afterAll(() => office.close());

  describe.each(['PUT', 'PATCH'])('%s /api/workspaces/:id', (method) => {
    it('answers the changed summary and tells the chart and the state', async () => {
      const socket = await office.client.connect();
      const { status, body } = await office.client.call(method, '/api/workspaces/default', {
        body: {
          name: method,
          budget: { totalUsd: 9 },
          style: { preset: 'noir' },
          color: '#123456',
        },
      });
      expect(status).toBe(200);
      expect(body).toMatchObject({
        name: method,
        budgetTotalUsd: 9,
        style: { preset: 'noir' },
        color: '#123456',
      });
      const { state } = await socket.waitFor('office.updated');
      expect(state.company.name).toBe(method);
      expect(socket.events.map(({ type }) => type)).toEqual([
        'hello',
        'org.updated',
        'office.updated',
      ]);
    });

    it.each([
      [{}, 'Nothing to update: send skillIds, budget, name, description, color or style.'],
      [
        { other: 1 },
        'Nothing to update: send skillIds, budget, name, description, color or style.',
      ],
      [{ skillIds: 'x' }, '"skillIds" must be an array of strings.'],
      [{ budget: 5 }, '"budget" must be an object.'],
      [{ name: null }, '"name" must be a string.'],
      [{ style: 'noir' }, 'That is not a style this build can apply.'],
    ])('refuses %j', async (body, error) => {
      const answer = await office.client.call(method, '/api/workspaces/default', { body });
      expect(answer).toMatchObject({ status: 400, body: { error } });
    });

    it('refuses a floor that is not there', async () => {
      const answer = await office.client.call(method, '/api/workspaces/ghost', {
        body: { name: 'x' },
      });
      expect(answer).toMatchObject({ status: 400, body: { error: 'No workspace "ghost".' } });
    });
  });

  it.each([
    [
      'setWorkspaceSkills',
      { skillIds: ['flying'] },
      'An organisation needs at least one skill available to its employees.',
    ],
    [
      'setWorkspaceBudget',
      { budget: { defaultRunUsd: -1 } },
      'A default run budget must be zero or more.',
    ],
    [
      'setWorkspaceBudget',
      { budget: { totalUsd: 'much' } },
      'A total budget must be zero or more.',
    ],
    ['setWorkspaceDetails', { name: ' ' }, 'A workspace needs a name.'],
    [
      'setWorkspaceDetails',
      { name: 'y'.repeat(61) },
      'Workspace names are limited to 60 characters.',
    ],
    ['setWorkspaceDetails', { color: 'red' }, '"color" must be a colour written as #rrggbb.'],
    ['setWorkspaceStyle', { style: 7 }, 'That is not a style this build can apply.'],
    ['setWorkspaceStyle', {}, 'That is not a style this build can apply.'],
    [
      'setWorkspaceStyle',
      { style: { preset: 'disco' } },
      'There is no style preset called "disco".',
    ],
  ])('refuses %s with %j, and PUT with the same fields', async (type, fields, error) => {
    expect(await refusalOf(office, { type, ...fields })).toBe(error);
    if (Object.keys(fields).length === 0) return;
    const { body } = await office.client.put('/api/workspaces/default', fields);
    expect(body).toEqual({ error });
  });

  it.each([
    ['setWorkspaceSkills', { skillIds: ['debugging', 'code-review'] }, { skillCount: 2 }],
    ['setWorkspaceBudget', { budget: { totalUsd: 77 } }, { budgetTotalUsd: 77 }],
    ['setWorkspaceDetails', { description: 'By socket' }, { description: 'By socket' }],
    ['setWorkspaceStyle', { style: { preset: 'paper' } }, { style: { preset: 'paper' } }],
    ['setWorkspaceStyle', { style: null }, { style: { preset: 'studio' } }],
  ])('applies %s to the floor it names', async (type, fields, shown) => {
    const command = { type, workspaceId: 'garden', ...fields } as never;
    const events = await eventsAfter(office, command, 'office.updated');
    expect(events).toMatchObject([{ type: 'org.updated', workspaceId: 'garden' }]);
    expect((await summaries()).find(({ id }) => id === 'garden')).toMatchObject(shown);
  });
});
