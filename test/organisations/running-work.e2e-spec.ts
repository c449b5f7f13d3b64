import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/protocol/records/work.js';
import { runTexts } from '../../src/protocol/texts/runs.js';
import { eventsAfter, refusalOf } from '../support/organisations/ask-socket.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { RunningOffice } from '../support/start-office.js';

/** Runs stop at the first stage boundary, where they ask for money; there they can be looked at. */
describe('floors with running work', () => {
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeEach(async () => {
    office = await startRealOffice({ OFFICE_SOFT_SPEND_APPROVAL_USD: '0.000001' });
    await office.client.post('/api/workspaces', { name: 'Garden' });
    socket = await office.client.connect();
  });
  afterEach(() => office.close());

  const submit = async (brief: string): Promise<Run> => {
    const { body } = await office.client.post<Run>('/api/submit', { brief, workspaceId: 'garden' });
    await socket.waitFor('approval.requested', ({ approval }) => approval.runId === body.id);
    return body;
  };
  const answer = async (run: Run, approved: boolean): Promise<Run> => {
    const { approval } = await socket.waitFor(
      'approval.requested',
      ({ approval: asked }) => asked.runId === run.id,
    );
    socket.send({ type: 'approve', approvalId: approval.id, approved });
    const ended = await socket.waitFor(
      'run.updated',
      ({ run: now }) => now.id === run.id && now.endedAt !== null,
    );
    return ended.run;
  };

  it('are not closed, at either door, until the work has ended', async () => {
    const run = await submit('Build a todo list');
    const error = '"Garden" has 1 active run(s). Cancel them or wait before closing the floor.';
    expect(await office.client.delete('/api/workspaces/garden')).toMatchObject({
      status: 400,
      body: { error },
    });
    expect(await refusalOf(office, { type: 'removeWorkspace', workspaceId: 'garden' })).toBe(error);
    await answer(run, false);
    expect((await office.client.delete('/api/workspaces/garden')).status).toBe(200);
  });

  it('show what their runs have spent so far, once', async () => {
    const run = await submit('Build a todo list');
    const spentOn = async () => {
      const { body } =
        await office.client.get<{ id: string; spentUsd: number }[]>('/api/workspaces');
      return body.find(({ id }) => id === 'garden')?.spentUsd;
    };
    const { body } = await office.client.get<Run>(`/api/runs/${run.id}`);
    expect(await spentOn()).toBeCloseTo(body.budget.spentUsd, 12);
    const ended = await answer(run, false);
    expect(await spentOn()).toBeCloseTo(ended.budget.spentUsd, 12);
  });

  it('end their runs at the stage whose people were all fired, saying which', async () => {
    const run = await submit('Fix the todo list');
    for (const roleId of ['cto', 'backend-dev-1', 'ceo']) {
      await eventsAfter(
        office,
        { type: 'fire', roleId, workspaceId: 'garden' },
        'employee.updated',
      );
    }
    const ended = await answer(run, true);
    expect(ended.status).toBe('failed');
    expect(ended.stages.map(({ spec, status }) => [spec.name, status])).toEqual([
      ['Plan', 'done'],
      ['Build', 'failed'],
      ['Review', 'pending'],
      ['Report', 'pending'],
    ]);
    const message = runTexts.stageFailed('Build');
    expect(await socket.waitFor('error')).toMatchObject({ message, runId: run.id });
    expect(office.log.join('\n')).not.toMatch(/crashed/i);
  });
});

describe('an employee who is fired during a turn', () => {
  it('leaves the organisation, and the run ends where no other employee can take the turn', async () => {
    const office = await startRealOffice({
      OFFICE_MOCK_LATENCY_MS: '150',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
    });
    const socket = await office.client.connect();
    socket.send({ type: 'submit', brief: 'Fix the todo list' });
    const { turn } = await socket.waitFor('turn.started');
    socket.send({ type: 'fire', roleId: turn.roleId });
    await socket.waitFor('employee.updated', ({ employee }) => employee.status === 'offline');
    const { run } = await socket.waitFor('run.updated', ({ run: now }) => now.endedAt !== null);
    // The turn is over; the next stage, which needs the same person, has no candidate.
    expect([run.status, ...run.stages.map(({ status }) => status)]).toEqual([
      'failed',
      'done',
      'failed',
      'pending',
      'pending',
    ]);
    expect((await socket.waitFor('error')).message).toBe(runTexts.stageFailed('Build'));
    const states = socket
      .ofType('employee.updated')
      .filter(({ employee }) => employee.id === turn.roleId);
    expect(states.at(-1)?.employee.status).toBe('offline');
    expect(office.log.join('\n')).not.toMatch(/crashed/i);
    await office.close();
  });
});
