import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import type { TurnStatus } from '../../src/protocol/records/enums.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { runProgram } from '../support/run-program.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { carryOut, offerPipeline } from './support/commission.js';

let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
beforeEach(async () => {
  provider.respondWith(() => ({ text: ['Done.'], usage: { tokensIn: 1000, tokensOut: 1000 } }));
  provider.requests.length = 0;
  office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key' });
  socket = await office.client.connect();
});
afterEach(() => office.close());
afterAll(() => provider.close());

const cutBy = (kind: 'cut' | 'end' | 'error'): ScriptedReply => ({
  text: ['Half', 'an answer'],
  fault: { kind, afterChunks: 2 },
});
const usesTool: ScriptedReply = {
  text: ['Looking.'],
  toolCalls: [{ id: 'call_1', name: 'list_dir', args: ['{}'] }],
};
const cutOffCalls: readonly (readonly [string, readonly ScriptedReply[], TurnStatus])[] = [
  ['a broken connection', [cutBy('cut')], 'failed'],
  ['an error within the stream', [cutBy('error')], 'failed'],
  ['a stream without an end', [cutBy('end')], 'failed'],
  ['the second call of a turn', [usesTool, cutBy('cut')], 'failed'],
  ['a call that was answered when it was made again', [cutBy('cut'), { text: ['Whole.'] }], 'done'],
];

const summary = async (): Promise<WorkspaceSummary | undefined> =>
  (await office.client.get<WorkspaceSummary[]>('/api/workspaces')).body[0];

describe('the hard ceiling', () => {
  it('fails the run before the next stage once it is reached', async () => {
    const pipelineId = offerPipeline(office, { name: 'One' }, { name: 'Two' }, { name: 'Three' });
    const run = await carryOut(office, socket, { pipelineId, budgetUsd: 0.001 });
    const error = 'Run budget of $0.001 was exhausted before stage "Two".';
    expect(run).toMatchObject({ status: 'failed', error });
    expect(run.stages.map((stage) => stage.status)).toEqual(['done', 'pending', 'pending']);
    expect(socket.ofType('error').at(-1)).toMatchObject({ message: error, runId: run.id });
  });

  it('of zero stops a run before its first stage', async () => {
    const run = await carryOut(office, socket, { budgetUsd: 0 });
    expect(run.error).toBe('Run budget of $0.00 was exhausted before stage "Plan".');
    expect(run.turns).toEqual([]);
  });

  it('is shown with two decimals when it needs no more', async () => {
    const pipelineId = offerPipeline(office, { name: 'One' }, { name: 'Two' });
    const text = ['Dear. '.repeat(2000)];
    provider.respondWith(() => ({ text, usage: { tokensIn: 1000, tokensOut: 10_000 } }));
    const run = await carryOut(office, socket, { pipelineId, budgetUsd: 0.01 });
    expect(run.error).toBe('Run budget of $0.01 was exhausted before stage "Two".');
  });

  it('clamps what a model may answer to what is left', async () => {
    const pipelineId = offerPipeline(office, { kind: 'architect', roleIds: ['cto'] });
    await carryOut(office, socket, { pipelineId, budgetUsd: 0.02 });
    const { max_completion_tokens: asked } = provider.requests[0]?.body ?? {};
    expect(asked).toBeGreaterThanOrEqual(256);
    expect(asked).toBeLessThan(4096);
  });

  it('ends a turn when nothing is left for its next call, and keeps what it did', async () => {
    provider.respondWith(() => ({
      reasoning: ['Where? '.repeat(2000)],
      text: ['Looking.'],
      toolCalls: [{ id: 'call_1', name: 'list_dir', args: ['{}'] }],
      usage: { tokensIn: 1000, tokensOut: 10_000 },
    }));
    const run = await carryOut(office, socket, {
      pipelineId: offerPipeline(office, {}),
      budgetUsd: 0.01,
    });
    expect(run.turns[0]).toMatchObject({
      status: 'failed',
      error: 'Run budget of $0.01 has been exhausted.',
      text: 'Looking.',
    });
    expect(provider.requests).toHaveLength(1);
  });
});

describe('what is spent', () => {
  it('counts once on the run, the employee and the floor', async () => {
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, {}, {}) });
    await socket.settle();
    const spent = run.turns.reduce((sum, turn) => sum + turn.usage.costUsd, 0);
    expect(spent).toBeGreaterThan(0);
    expect(run.budget.spentUsd).toBeCloseTo(spent, 9);
    expect(socket.ofType('budget.updated').at(-1)).toMatchObject({ spentUsd: run.budget.spentUsd });
    expect(socket.ofType('usage').at(-1)?.lifetime).toMatchObject({ turns: 2, tokensIn: 2000 });
    expect((await summary())?.spentUsd).toBeCloseTo(spent, 9);
  });

  it('stays flagged as estimated once a count was estimated', async () => {
    provider.reply({ text: ['No counts.'], usage: null });
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, {}, {}) });
    expect(run.turns.map((turn) => turn.usage.estimated)).toEqual([true, undefined]);
    await socket.settle();
    expect(socket.ofType('usage').map(({ lifetime }) => lifetime.estimated)).toEqual([true, true]);
  });

  it.each(cutOffCalls)(
    'of %s is estimated, and its turn and `office show` say so',
    async (...[, replies, status]) => {
      provider.reply(...replies);
      provider.respondWith(() => ({ refusal: { status: 400, body: 'No.' } }));
      const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, {}) });
      expect(run.turns).toMatchObject([{ status, usage: { estimated: true, cutOff: true } }]);
      expect(run.budget.spentUsd).toBeGreaterThan(0);
      const env = { HOST: '127.0.0.1', PORT: String(office.port) };
      const shown = await runProgram('node', ['dist/cli/office.js', 'show', run.id], { env });
      expect(shown.stdout).toContain(
        'In 1 of 1 turns a call was cut off and is booked at what is estimated of it.',
      );
    },
  );

  it('of a call that was cut off after its counts came is what the provider said', async () => {
    provider.reply({ text: ['Half'], fault: { kind: 'error', afterChunks: 9 } });
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, {}) });
    expect(run.turns[0]?.usage.cutOff).toBeUndefined();
  });

  it('up to the total of a floor refuses the next brief', async () => {
    await carryOut(office, socket, { pipelineId: offerPipeline(office, {}) });
    const { spentUsd = 0 } = (await summary()) ?? {};
    await office.client.put('/api/workspaces/default', { budget: { totalUsd: spentUsd / 2 } });
    const { status, body } = await office.client.post('/api/submit', { brief: 'More' });
    expect(status).toBe(400);
    expect(body).toEqual({
      error: `The budget of "Default project" is spent: $${spentUsd.toFixed(2)} of $${(spentUsd / 2).toFixed(2)}.`,
    });
  });
});
