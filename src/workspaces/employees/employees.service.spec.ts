import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  openOrganisations,
  type Organisations,
} from '#test/support/organisations/open-organisations.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import type { EmployeeState } from '../../protocol/records/organisation.js';
import { Transactions } from '../../platform/database/transactions.js';
import { EmployeesService } from './employees.service.js';
import { ShownEmployees } from './shown-employees.js';

describe('EmployeesService', () => {
  const inDirectory = temporaryDirectory();
  let office: Organisations;
  let employees: EmployeesService;
  let shown: ShownEmployees;
  let transactions: Transactions;

  beforeAll(async () => {
    office = await openOrganisations({ directory: inDirectory() });
    employees = office.get(EmployeesService);
    shown = office.get(ShownEmployees);
    transactions = office.get(Transactions);
  });
  afterAll(() => office.close());

  it('starts everyone idle, with nothing used', () => {
    expect(shown.find('default', 'ceo')).toMatchObject({
      id: 'ceo',
      roleId: 'ceo',
      workspaceId: 'default',
      status: 'idle',
      seatId: 'Seat_CEO',
      lifetime: { turns: 0, tokensIn: 0, tokensOut: 0, costUsd: 0 },
      lastRoute: null,
    });
  });

  it('knows nobody by an unknown role or floor', () => {
    expect(shown.find('default', 'ghost')).toBeUndefined();
    expect(shown.find('ghost', 'ceo')).toBeUndefined();
  });

  it('builds several changes of one transaction on each other, visible after the commit', async () => {
    const from = office.events.length;
    await transactions.run(async (tx) => {
      employees.change(tx, 'default', 'cto', { status: 'thinking', activity: 'reading the brief' });
      const usage = { tokensIn: 10, tokensOut: 5, costUsd: 0.5 };
      employees.endTurn(tx, { workspaceId: 'default', roleId: 'cto' }, usage, { status: 'idle' });
      expect(shown.find('default', 'cto')?.status).toBe('idle');
      expect(shown.find('default', 'cto')?.lifetime.turns).toBe(0);
    });
    const lifetime = { turns: 1, tokensIn: 10, tokensOut: 5, costUsd: 0.5 };
    expect(office.events.slice(from)).toMatchObject([
      { type: 'employee.updated', employee: { id: 'cto', status: 'thinking' } },
      { type: 'usage', employeeId: 'cto', lifetime },
      {
        type: 'employee.updated',
        employee: { id: 'cto', status: 'idle', activity: 'reading the brief', lifetime },
      },
    ]);
    expect(shown.find('default', 'cto')).toMatchObject({ status: 'idle', lifetime });
  });

  it('builds on what goes before it in the same commit, and not on what failed there', async () => {
    const from = office.events.length;
    const work = (patch: Partial<EmployeeState>, fails = false): Promise<void> =>
      transactions.share(async (tx) => {
        employees.change(tx, 'default', 'design-lead', patch);
        if (fails) throw new Error('failed');
      });
    const works = [
      work({ status: 'thinking' }),
      work({ activity: 'never' }, true),
      work({ lastError: 'none' }),
    ];
    await Promise.allSettled(works);
    expect(shown.find('default', 'design-lead')?.status).toBe('thinking');
    expect(office.events.slice(from)).toMatchObject([
      { employee: { status: 'thinking', activity: null, lastError: null } },
      { employee: { status: 'thinking', activity: null, lastError: 'none' } },
    ]);
  });

  it('forgets the changes of a transaction that failed', async () => {
    const failing = transactions.run(async (tx) => {
      employees.change(tx, 'default', 'qa-lead', { status: 'error', lastError: 'no' });
      const usage = { tokensIn: 1, tokensOut: 1, costUsd: 1 };
      employees.addConversation(tx, { workspaceId: 'default', roleId: 'qa-lead' }, usage);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(shown.find('default', 'qa-lead')).toMatchObject({
      status: 'idle',
      lastError: null,
      lifetime: { turns: 0 },
    });
  });

  it('keeps the mark of an estimate once a turn had one', async () => {
    const key = { workspaceId: 'default', roleId: 'researcher' };
    const use = async (estimated?: boolean) => {
      const usage = { tokensIn: 1, tokensOut: 1, costUsd: 0, ...(estimated && { estimated }) };
      await transactions.run(async (tx) => employees.addConversation(tx, key, usage));
      return shown.find(key.workspaceId, key.roleId)?.lifetime;
    };
    expect(await use()).not.toHaveProperty('estimated');
    expect(await use(true)).toMatchObject({ turns: 2, estimated: true });
    expect(await use()).toMatchObject({ turns: 3, estimated: true });
  });

  it('tells nothing of somebody who is not on the floor', async () => {
    const from = office.events.length;
    await transactions.run(async (tx) => {
      employees.change(tx, 'default', 'ghost', { status: 'working' });
    });
    expect(office.events).toHaveLength(from);
  });

  it('remembers over a restart what was used and what was being done', async () => {
    const options = { directory: inDirectory('restart'), env: { OFFICE_DB: 'office.sqlite' } };
    const first = await openOrganisations(options);
    await first.get(Transactions).run(async (tx) => {
      const service = first.get(EmployeesService);
      const usage = { tokensIn: 7, tokensOut: 3, costUsd: 0.25 };
      service.endTurn(tx, { workspaceId: 'default', roleId: 'ceo' }, usage, { status: 'working' });
    });
    await first.close();

    const second = await openOrganisations(options);
    expect(second.get(ShownEmployees).find('default', 'ceo')).toMatchObject({
      status: 'working',
      lifetime: { turns: 1, tokensIn: 7, tokensOut: 3, costUsd: 0.25 },
    });
    await second.close();
  });
});
