import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DirectMessage, PlanReply } from '../../src/protocol/records/conversations.js';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import { eventsAfter, refusalOf, selectFloor } from '../support/organisations/ask-socket.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';

describe('conversations', () => {
  let office: RunningOffice;
  const spentOn = async (id: string) => {
    const { body } = await office.client.get<WorkspaceSummary[]>('/api/workspaces');
    return body.find((floor) => floor.id === id)?.spentUsd;
  };

  beforeAll(async () => {
    office = await startRealOffice();
    await office.client.post('/api/workspaces', { name: 'Garden' });
    await selectFloor(office, 'garden');
  });
  afterAll(() => office.close());

  it('POST /api/chat answers two messages, tells everyone, and talks on the default floor', async () => {
    const socket = await office.client.connect();
    const { status, body } = await office.client.post<DirectMessage[]>('/api/chat', {
      employeeId: 'cto',
      text: 'How do you pick a database?',
    });
    expect(status).toBe(200);
    expect(body.map(({ role }) => role)).toEqual(['user', 'employee']);
    const { messages } = await socket.waitFor('direct.message');
    expect(messages).toEqual(body);
    const types = socket.events.map(({ type }) => type).filter((type) => type !== 'office.updated');
    expect(types).toEqual(['hello', 'usage', 'direct.message']);
    const spentUsd = await spentOn('default');
    expect(spentUsd).toBeGreaterThan(0);
    await socket.waitFor('office.updated', ({ state }) =>
      state.workspaces.some((floor) => floor.id === 'default' && floor.spentUsd === spentUsd),
    );
    expect(await spentOn('garden')).toBe(0);
  });

  it('chat answers to everyone, and talks on the floor being shown', async () => {
    const watcher = await office.client.connect();
    const command = { type: 'chat', employeeId: 'cto', text: 'Hello' } as const;
    const events = await eventsAfter(office, command, 'direct.message');
    expect(events.map(({ type }) => type)).toEqual(['usage', 'direct.message']);
    expect(await watcher.waitFor('direct.message')).toMatchObject({ employeeId: 'cto' });
    expect(await spentOn('garden')).toBeGreaterThan(0);
  });

  it('POST /api/plan answers the reply and publishes no event', async () => {
    const socket = await office.client.connect();
    const { status, body } = await office.client.post<PlanReply>('/api/plan', {
      employeeId: 'ceo',
      text: 'A todo list',
      history: [{ role: 'system', text: 'ignored' }, 'ignored', { role: 'user', text: 'Hi' }],
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ employeeId: 'ceo', requestId: null });
    expect(body.text).not.toBe('');
    expect(body.route?.taskClass).toBe('summarize');
    // The spend is told once it is stored, and the state that has it in a turn of its own.
    await Promise.all([socket.waitFor('usage'), socket.waitFor('office.updated')]);
    await socket.settle();
    const types = socket.events.map(({ type }) => type);
    expect(types.filter((type) => type !== 'office.updated')).toEqual(['hello', 'usage', 'pong']);
    expect(socket.ofType('office.updated')).toHaveLength(1);
  });

  it('plan replies to the asker alone, with the id it sent', async () => {
    const watcher = await office.client.connect();
    const command = { type: 'plan', employeeId: 'ceo', text: 'Hi', requestId: 'r7' } as const;
    const events = await eventsAfter(office, command, 'plan.reply');
    expect(events).toMatchObject([
      { type: 'usage', employeeId: 'ceo' },
      { type: 'plan.reply', employeeId: 'ceo', requestId: 'r7' },
    ]);
    const [, silent] = await eventsAfter(
      office,
      { type: 'plan', employeeId: 'ceo', text: 'Hi' },
      'plan.reply',
    );
    expect(silent).toMatchObject({ requestId: null });
    await watcher.settle();
    expect(watcher.ofType('plan.reply')).toEqual([]);
  });

  const chatFields = '"employeeId" and "text" strings are required.';
  const planFields = '"employeeId" and a non-empty "text" string are required.';

  it.each([
    ['chat', {}, chatFields],
    ['chat', { employeeId: 'cto' }, chatFields],
    ['chat', { employeeId: 'cto', text: '  ' }, chatFields],
    ['chat', { employeeId: 7, text: 'Hi' }, chatFields],
    [
      'chat',
      { employeeId: 'ghost', text: 'Hi', workspaceId: 'default' },
      'There is no employee "ghost" in "Default project".',
    ],
    [
      'chat',
      { employeeId: 'cto', text: 'Hi', workspaceId: 'ghost' },
      'There is no workspace "ghost" in this office.',
    ],
    ['plan', { text: 'Hi' }, planFields],
    ['plan', { employeeId: 'cto', text: '' }, planFields],
    ['plan', { employeeId: 'cto', text: 'Hi', history: 'long' }, '"history" must be an array.'],
    [
      'plan',
      { employeeId: 'ghost', text: 'Hi', workspaceId: 'garden' },
      'There is no employee "ghost" in "Garden".',
    ],
    [
      'plan',
      { employeeId: 'cto', text: 'Hi', workspaceId: 'ghost' },
      'There is no workspace "ghost" in this office.',
    ],
  ])('refuses %s with %j at both doors', async (type, fields, error) => {
    const answer = await office.client.post(`/api/${type}`, fields);
    expect(answer).toMatchObject({ status: 400, body: { error } });
    expect(await refusalOf(office, { type, ...fields })).toBe(error);
  });

  it('answers 400, not 500, when no model can be asked', async () => {
    const { body } = await office.client.get<{ id: string }[]>('/api/models');
    await office.client.put('/api/settings', { disabledModelIds: body.map(({ id }) => id) });
    const answer = await office.client.post('/api/chat', { employeeId: 'cto', text: 'Hi' });
    expect(answer).toMatchObject({
      status: 400,
      body: { error: 'model catalog is empty; no model can be routed.' },
    });
  });
});
