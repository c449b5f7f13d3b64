import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { carryOut, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startSimulatedOffice } from '../support/models/simulated-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { RunningOffice } from '../support/start-office.js';
import { officeBrain } from '../support/providers/core/office-brain.js';
import { ProviderSimulator } from '../support/providers/core/simulator.js';
import type { SimulatorOptions } from '../support/providers/core/simulator.js';
import type { Brain } from '../support/providers/core/reply.js';
import { openAi } from '../support/providers/openai.js';

let simulator: ProviderSimulator | undefined;
let office: RunningOffice;
let socket: OfficeSocket;

async function open(options: SimulatorOptions = {}, env: Readonly<Record<string, string>> = {}) {
  simulator = await ProviderSimulator.start(openAi(), { brain: officeBrain, ...options });
  office = await startSimulatedOffice('OPENAI', simulator, env);
  socket = await office.client.connect();
  return simulator;
}

afterEach(async () => {
  await office.close();
  await simulator?.close();
});

describe('an employee that waits for a limit', () => {
  const waiting = () =>
    socket.waitFor('employee.updated', ({ employee }) =>
      (employee.activity ?? '').startsWith('Waiting for openai'),
    );

  it('is shown as waiting, and stops at once when the run is cancelled', async () => {
    const provider = await open();
    provider.fail({ kind: 'rate-limit', retryMs: 100_000 });
    const { id } = await submit(office, { pipelineId: offerPipeline(office, {}) });
    const { employee } = await waiting();
    expect(employee).toMatchObject({
      id: 'ceo',
      status: 'thinking',
      activity: expect.stringMatching(/^Waiting for openai \(rate limit, (?:100|9\d) s\)$/),
    });
    socket.send({ type: 'cancel', runId: id });
    const run = await finished(office, socket, id);
    expect(run).toMatchObject({ status: 'cancelled', error: 'Cancelled by the operator.' });
    expect(run.turns).toMatchObject([{ status: 'cancelled' }]);
    expect(run.budget.spentUsd).toBe(0);
    expect(provider.served).toEqual([]);
    expect(provider.limited).toHaveLength(1);
  });

  it('is shown at its task again when the wait is over', async () => {
    const provider = await open();
    provider.fail({ kind: 'rate-limit', retryMs: 300 });
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, {}) });
    expect(run.status).toBe('done');
    const activities = socket
      .ofType('employee.updated')
      .filter(({ employee }) => employee.id === 'ceo')
      .map(({ employee }) => employee.activity);
    const [turn] = run.turns;
    const at = activities.findIndex((activity) => activity?.startsWith('Waiting') === true);
    expect(activities[at]).toBe('Waiting for openai (rate limit, 1 s)');
    expect(activities.slice(at + 1)).toContain(turn?.purpose);
    expect(turn?.attemptedRoutes ?? []).toEqual([]);
  });

  it('keeps the lease of its run, however long it waits', async () => {
    const provider = await open({}, { OFFICE_LEASE_MS: '1500' });
    provider.fail({ kind: 'rate-limit', retryMs: 4000 });
    const pipelineId = offerPipeline(office, {});
    const { id } = await submit(office, { pipelineId });
    await waiting();
    const source = office.app.get(DataSource);
    const lease = (): Promise<unknown> => source.query('SELECT owner, fence FROM run_leases');
    const before = await lease();
    await socket.waitFor('turn.delta');
    expect(await lease()).toEqual(before);
    expect(await finished(office, socket, id)).toMatchObject({ status: 'done' });
  });

  it('keeps everybody else from asking as well: other roles, and conversations', async () => {
    const times: { readonly who: string; readonly at: number }[] = [];
    const brain: Brain = (conversation) => {
      const chat = conversation.messages.some(({ text }) => text.includes('Good morning'));
      times.push({ who: chat ? 'chat' : 'run', at: performance.now() });
      return officeBrain(conversation);
    };
    const provider = await open({ brain });
    provider.fail({ kind: 'rate-limit', retryMs: 1500 });
    const refusedAfter = performance.now();
    const first = await submit(office, { pipelineId: offerPipeline(office, {}) });
    await waiting();
    const second = await submit(office, {
      pipelineId: offerPipeline(office, { roleIds: ['cto'] }),
    });
    socket.send({ type: 'chat', employeeId: 'cto', text: 'Good morning' });
    for (const { id } of [first, second]) await finished(office, socket, id);
    await socket.waitFor('direct.message', ({ messages }) => messages.length === 2);
    expect(times.map(({ who }) => who).toSorted()).toEqual(expect.arrayContaining(['chat', 'run']));
    for (const { at } of times) expect(at - refusedAfter).toBeGreaterThan(1490);
    expect(provider.limited).toHaveLength(1);
  });
});
