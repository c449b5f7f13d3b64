import { expect, it } from '@jest/globals';
import type { Workspace } from '../../src/protocol/records/organisation.js';
import type { Run } from '../../src/protocol/records/work.js';
import { isFinal } from '../../src/protocol/rules/run-status.js';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { finished, submit } from './support/carry-out.js';
import { shapeOf } from './support/shape-of-run.js';
import { TwoProcesses } from './support/two-processes.js';

describeOnPostgres('two processes on one PostgreSQL database', (url) => {
  const both = new TwoProcesses(url);

  it('decide for each other what a run asks, and cancel for each other', async () => {
    await both.start({
      OFFICE_AUTO_APPROVE_SHELL: 'false',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0.001',
    });
    const [asking, deciding] = [await both.here.connect(), await both.there.connect()];
    approveElsewhere(asking, deciding);
    const decided = await submit(both.here, both.arena.brief);
    expect(await endOf(asking, decided)).toMatchObject({ status: 'done' });
    both.arena.provider.beforeAnswer = () => new Promise(() => {});
    const unwanted = await submit(both.here, both.arena.brief);
    deciding.send({ type: 'cancel', runId: unwanted });
    expect(await endOf(asking, unwanted)).toMatchObject({ status: 'cancelled' });
    expect((await both.arena.consistentHistory(both.database())).ended).toEqual([
      decided,
      unwanted,
    ]);
  }, 60_000);

  it('refuse in time what was asked by one that died', async () => {
    await both.start({
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0.001',
      OFFICE_APPROVAL_TIMEOUT_MS: '2000',
    });
    const [dying, living] = [await both.here.connect(), await both.there.connect()];
    const runId = await submit(both.here, both.arena.brief);
    await dying.waitFor('approval.requested');
    await both.first.kill();
    expect(await endOf(living, runId)).toMatchObject({ status: 'cancelled' });
    await both.arena.consistentHistory(both.database());
  }, 60_000);

  it('continue work on a floor that another opened', async () => {
    await both.start();
    const { body: floor } = await both.here.post<Workspace>('/api/workspaces', { name: 'Annexe' });
    both.arena.amidst(() => both.first.kill());
    const order = { brief: both.arena.brief, workspaceId: floor.id };
    const { body: run } = await both.here.post<Run>('/api/submit', order);
    expect(shapeOf(await finished(both.there, run.id))).toEqual(both.arena.undisturbed);
    await both.arena.consistentHistory(both.database());
  }, 60_000);
});

/** Every approval requested on the one socket is granted over the other. */
function approveElsewhere(asking: OfficeSocket, deciding: OfficeSocket): void {
  asking.socket.on('message', (frame: Buffer) => {
    const event = JSON.parse(frame.toString()) as { type: string; approval: { id: string } };
    if (event.type !== 'approval.requested') return;
    deciding.send({ type: 'approve', approvalId: event.approval.id, approved: true });
  });
}

async function endOf(socket: OfficeSocket, runId: string): Promise<Run> {
  const isEnd = ({ run }: { run: Run }): boolean => run.id === runId && isFinal(run.status);
  return (await socket.waitFor('run.updated', isEnd)).run;
}
