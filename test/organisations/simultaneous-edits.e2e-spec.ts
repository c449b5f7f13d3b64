import { describe, expect, it } from '@jest/globals';
import type { OrganisationDetail } from '../../src/protocol/records/organisation-detail.js';
import { aRole } from '../support/organisations/a-role.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

describe.each(testDatabases)('clients that edit at the same moment on $name', ({ url }) => {
  const inDirectory = temporaryDirectory();
  const database = temporaryDatabase(url, () => inDirectory('office.sqlite'));
  const start = () => {
    const config = database();
    return startRealOffice({
      OFFICE_DB: config.kind === 'postgres' ? config.url : inDirectory('office.sqlite'),
      OFFICE_WORKSPACE: inDirectory('workspace'),
      OFFICE_WORKSPACES_ROOT: inDirectory('workspaces'),
    });
  };
  const detail = async (office: RunningOffice) =>
    (await office.client.get<OrganisationDetail>('/api/workspaces/default')).body;

  it('lose nothing and mix nothing', async () => {
    const office = await start();
    const clients = await Promise.all(Array.from({ length: 8 }, () => office.client.connect()));
    const watcher = await office.client.connect();
    for (const [index, client] of clients.entries()) {
      client.send({ type: 'hire', role: aRole({ id: `hire-${index}` }) });
      client.send({ type: 'setModelPolicy', roleId: 'qa-lead', policy: policyOf(index) });
    }
    const budgets = clients.map((_, index) =>
      office.client.put('/api/workspaces/default', {
        budget: { defaultRunUsd: index },
        description: `by ${index}`,
      }),
    );
    const floors = clients.map((_, index) =>
      office.client.post<{ id: string; floor: number }>('/api/workspaces', {
        name: 'Twin',
        folder: `twin-${index}`,
      }),
    );
    const chats = clients.map(() =>
      office.client.post('/api/chat', { employeeId: 'ceo', text: 'Hello' }),
    );
    const answers = await Promise.all([...budgets, ...floors, ...chats]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201]));
    await watcher.waitFor('employee.updated', () => watcher.ofType('employee.updated').length >= 8);

    const floor = await detail(office);
    const hired = floor.roles.filter(({ id }) => id.startsWith('hire-'));
    expect(hired).toHaveLength(8);
    expect(new Set(hired.map(({ seatId }) => seatId)).size).toBe(8);
    expect(floor.description).toBe(`by ${floor.budget.defaultRunUsd}`);
    const opened = await Promise.all(floors);
    expect(new Set(opened.map(({ body }) => body.id)).size).toBe(8);
    expect(opened.map(({ body }) => body.floor).toSorted((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9,
    ]);
    const ceo = floor.employees.find(({ id }) => id === 'ceo');
    expect(ceo?.lifetime.turns).toBe(8);
    expect(floor.budget.spentUsd).toBeCloseTo(ceo?.lifetime.costUsd ?? 0, 12);
    await office.close();

    const later = await start();
    expect(await detail(later)).toEqual(floor);
    await later.close();
  }, 30_000);
});

function policyOf(index: number) {
  return {
    defaultTier: 'small',
    minTier: 'small',
    maxTier: 'max',
    maxOutputTokens: 1000 + index,
  } as const;
}
