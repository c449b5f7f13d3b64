import { afterAll, beforeAll, beforeEach, expect, it, jest } from '@jest/globals';
import { LeasesRepository } from '../../src/runs/queue/leases.repository.js';
import { WorkspacesRepository } from '../../src/workspaces/persistence/workspaces.repository.js';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { waitsForLock } from '../support/waits-for-lock.js';

/** Work of a transaction that is held up in the middle. */
class Gate {
  private enter = (): void => {};
  private open = (): void => {};
  readonly entered = new Promise<void>((resolve) => (this.enter = resolve));
  private readonly opened = new Promise<void>((resolve) => (this.open = resolve));

  async pass<T>(work: () => Promise<T>): Promise<T> {
    this.enter();
    await this.opened;
    return work();
  }

  release(): void {
    this.open();
  }
}

describeOnPostgres('a floor that is closed while a brief comes in', (url) => {
  const database = temporaryDatabase(url, () => 'never');
  let office: RunningOffice;
  let gate: Gate;

  beforeAll(async () => {
    office = await startRealOffice({ OFFICE_DB: addressOf(database()) });
  });
  beforeEach(() => {
    gate = new Gate();
  });
  afterAll(() => office.close());

  const open = (name: string) => office.client.post('/api/workspaces', { name });
  const submitTo = (workspaceId: string) =>
    office.client.post<{ error: string }>('/api/submit', { brief: 'What is it?', workspaceId });
  const close = (id: string) => office.client.delete<{ error: string }>(`/api/workspaces/${id}`);

  it('stays open: who submits first has a floor to work on', async () => {
    await open('Garden');
    const leases = office.app.get(LeasesRepository, { strict: false });
    const create = leases.create.bind(leases);
    jest
      .spyOn(leases, 'create')
      .mockImplementationOnce((...asked) => gate.pass(() => create(...asked)));
    const submitted = submitTo('garden');
    await gate.entered;
    const closed = close('garden');
    await waitsForLock(office, closed);
    gate.release();
    expect((await submitted).status).toBe(202);
    expect(await closed).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('has 1 active run(s)') },
    });
  });

  it('takes no brief any more once it is being closed', async () => {
    await open('Yard');
    const floors = office.app.get(WorkspacesRepository, { strict: false });
    const remove = floors.delete.bind(floors);
    jest
      .spyOn(floors, 'delete')
      .mockImplementationOnce((...asked) => gate.pass(() => remove(...asked)));
    const closed = close('yard');
    await gate.entered;
    const submitted = submitTo('yard');
    await waitsForLock(office, submitted);
    gate.release();
    expect((await closed).status).toBe(200);
    expect(await submitted).toMatchObject({
      status: 400,
      body: { error: expect.stringContaining('"yard"') },
    });
  });
});
