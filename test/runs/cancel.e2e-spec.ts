import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { TurnSlots } from '../../src/runs/queue/turn-slots.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';
import { callsTool, carryOut, finished, offerPipeline, submit } from './support/commission.js';

let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
beforeEach(async () => {
  provider.requests.length = 0;
  provider.respondWith(() => ({ text: ['Done.'] }));
  office = await startLiveOffice(provider, {
    OPENAI_API_KEY: 'key',
    OFFICE_AUTO_APPROVE_SHELL: 'true',
    OFFICE_MAX_CONCURRENCY: '1',
  });
  socket = await office.client.connect();
});
afterEach(() => office.close());
afterAll(() => provider.close());

const build = { kind: 'build', roleIds: ['backend-dev-1'] } as const;

/** Cancels a run once it has come to the moment, and answers what became of it. */
async function cancelled(runId: string, moment: Promise<unknown>): Promise<RunDetail> {
  await moment;
  socket.send({ type: 'cancel', runId });
  const run = await finished(office, socket, runId);
  expect(run).toMatchObject({ status: 'cancelled', error: 'Cancelled by the operator.' });
  expect(run.stages.map((stage) => stage.status)).toEqual(run.stages.map(() => 'skipped'));
  expect(run.stages[0]?.error).toBe('The operator cancelled the run.');
  return run;
}

describe('cancel', () => {
  it('during a model call aborts the request and keeps what was said', async () => {
    provider.respondWith(() => ({ text: ['Thinking'], fault: { kind: 'stall', afterChunks: 2 } }));
    const { id } = await submit(office, { pipelineId: offerPipeline(office, build, {}) });
    const run = await cancelled(id, socket.waitFor('turn.delta'));
    expect(run.turns).toMatchObject([
      { status: 'cancelled', error: 'Cancelled by the operator.', text: 'Thinking' },
    ]);
    expect(run.stages[0]?.summary).toBe('Thinking');
    await provider.requests[0]?.closed;
    expect(run.budget.spentUsd).toBeGreaterThan(0);
    expect(socket.ofType('stage.finished')).toHaveLength(1);
  });

  it('during a command kills it', async () => {
    provider.respondWith(callsTool('run_shell', { command: 'sleep 60' }));
    const { id } = await submit(office, { pipelineId: offerPipeline(office, build) });
    const working = socket.waitFor(
      'employee.updated',
      ({ employee }) => employee.status === 'working',
    );
    const run = await cancelled(id, working);
    expect(run.turns[0]).toMatchObject({ status: 'cancelled' });
    expect(run.turns[0]?.toolCalls[0]?.durationMs).toBeLessThan(10_000);
  });

  it('during an approval refuses it', async () => {
    await office.client.put('/api/settings', { autoApproveShell: false });
    provider.respondWith(callsTool('run_shell', { command: 'true' }));
    const { id } = await submit(office, { pipelineId: offerPipeline(office, build) });
    const run = await cancelled(id, socket.waitFor('approval.requested'));
    expect(run.approvals).toMatchObject([{ status: 'rejected' }]);
    expect((await office.client.get('/api/health')).body).toMatchObject({ pendingApprovals: 0 });
    const statuses = socket.ofType('run.updated').map((event) => event.run.status);
    expect(statuses).toEqual(['running', 'awaiting-approval', 'running', 'running', 'cancelled']);
  });

  it('of a run that waits for a place ends it without a turn', async () => {
    provider.reply({ text: ['Slow'], fault: { kind: 'stall', afterChunks: 1 } });
    const pipelineId = offerPipeline(office, build);
    const first = await submit(office, { pipelineId });
    await socket.waitFor('turn.started');
    const second = await submit(office, { pipelineId });
    const run = await cancelled(
      second.id,
      socket.waitFor('stage.started', ({ runId }) => runId === second.id),
    );
    expect(run.turns).toEqual([]);
    await cancelled(first.id, Promise.resolve());
  });

  it('before any turn takes the brief back from whoever was reading it', async () => {
    provider.reply({ text: ['Slow'], fault: { kind: 'stall', afterChunks: 1 } });
    const first = await submit(office, { pipelineId: offerPipeline(office, build) });
    await socket.waitFor('turn.started');
    const second = await submit(office, { pipelineId: offerPipeline(office, {}) });
    const reader = () => socket.ofType('employee.updated').at(-1)?.employee;
    await socket.waitFor('stage.started', ({ runId }) => runId === second.id);
    expect(reader()).toMatchObject({
      id: 'ceo',
      status: 'thinking',
      activity: 'reading the brief',
    });
    await cancelled(second.id, Promise.resolve());
    expect(reader()).toMatchObject({ id: 'ceo', status: 'idle', activity: null });
    await cancelled(first.id, Promise.resolve());
  });

  it.each(['run_unknown', 'over'])(
    'of a run that is %s is refused and changes nothing',
    async (id) => {
      const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, {}) });
      const runId = id === 'over' ? run.id : id;
      socket.send({ type: 'cancel', runId });
      const { message } = await socket.waitFor('error');
      expect(message).toBe(`Run "${runId}" is not running.`);
      const after = await office.client.get<RunDetail>(`/api/runs/${run.id}`);
      expect(after.body).toEqual(run);
    },
  );

  it('has no route', async () => {
    const answer = await office.client.post('/api/runs/run_1/cancel');
    expect(answer.status).toBe(404);
    expect(answer.body).toEqual({ error: 'No such endpoint: /api/runs/run_1/cancel' });
  });
});

describe('places on a floor', () => {
  it('are as many as the setting says, over all runs, first come first served', async () => {
    await office.client.put('/api/settings', { maxConcurrency: 3 });
    const untilTold = 'until [ -e go ]; do sleep 0.05; done';
    provider.respondWith(callsTool('run_shell', { command: untilTold }));
    const pipelineId = offerPipeline(office, build);
    const slots = office.app.get(TurnSlots, { strict: false });
    const runs: Run[] = [];
    // Each run asks for its place before the next one begins.
    while (runs.length < 12) {
      const run = await submit(office, { pipelineId });
      runs.push(run);
      if (runs.length > 3) await until(() => slots.waitingTurns === runs.length - 3);
      else await socket.waitFor('turn.started', ({ turn }) => turn.runId === run.id);
    }
    await writeFile(`${office.directory}/workspace/go`, '');
    for (const { id } of runs) await finished(office, socket, id);
    let atWork = 0;
    let most = 0;
    const order: string[] = [];
    for (const event of socket.events) {
      if (event.type === 'turn.started') order.push(event.turn.runId);
      if (event.type === 'turn.started') most = Math.max(most, ++atWork);
      if (event.type === 'turn.finished') atWork -= 1;
    }
    expect(most).toBe(3);
    // Turns that have places at the same time may be announced in any order.
    for (const [place, { id }] of runs.entries()) {
      expect(Math.abs(order.indexOf(id) - place)).toBeLessThan(3);
    }
    expect(order).toHaveLength(runs.length);
  });
});
