import { afterEach, describe, expect, it } from '@jest/globals';
import type { StageSpec } from '../../src/protocol/records/work.js';
import { carryOut, offerPipeline } from '../runs/support/commission.js';
import { startSimulatedOffice } from '../support/models/simulated-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { officeBrain } from '../support/providers/core/office-brain.js';
import type { Conversation, Reply } from '../support/providers/core/reply.js';
import { ProviderSimulator } from '../support/providers/core/simulator.js';
import { deepSeek } from '../support/providers/deepseek.js';

let simulator: ProviderSimulator;
let office: RunningOffice;

afterEach(async () => {
  await office.close();
  await simulator.close();
});

async function carriedOut(stage: Partial<StageSpec>, env: Readonly<Record<string, string>> = {}) {
  office = await startSimulatedOffice('DEEPSEEK', simulator, env);
  const socket = await office.client.connect();
  const pipelineId = offerPipeline(office, { name: 'Work', ...stage }, { name: 'After' });
  return carryOut(office, socket, { pipelineId });
}

const team = ['backend-lead', 'backend-dev-1', 'frontend-dev-1'];
const stages: readonly Partial<StageSpec>[] = [
  { mode: 'single', kind: 'plan', roleIds: ['cto'] },
  { mode: 'parallel', kind: 'build', roleIds: team },
  { mode: 'debate', kind: 'debate', roleIds: team },
  { mode: 'review-loop', kind: 'review', roleIds: team },
];

/** Refuses to answer the chosen conversations. */
const refusing =
  (isMeant: (conversation: Conversation) => boolean) =>
  (conversation: Conversation): Reply =>
    isMeant(conversation) ? { text: 'No.', ending: 'filtered' } : officeBrain(conversation);

describe('a stage in which no turn was done', () => {
  it.each(stages)('fails with the first error, and the run at it ($mode)', async (stage) => {
    simulator = await ProviderSimulator.start(deepSeek());
    const run = await carriedOut(stage, { DEEPSEEK_API_KEY: 'sk-wrong' });
    const [work, after] = run.stages;
    const [first] = run.turns;
    expect(first?.error).toMatch(/HTTP 401 from deepseek: .*\(DEEPSEEK_API_KEY\)/);
    expect(work).toMatchObject({
      status: 'failed',
      error: `Every turn of this stage failed: ${first?.error}`,
    });
    expect(run.turns.map(({ status }) => status)).toEqual(run.turns.map(() => 'failed'));
    expect(after?.status).not.toBe('done');
    expect(run).toMatchObject({
      status: 'failed',
      error: 'Stage "Work" failed; the run stopped there.',
    });
  });

  it('keeps what the turns had written, and the reason of the provider', async () => {
    simulator = await ProviderSimulator.start(deepSeek(), { brain: refusing(() => true) });
    const run = await carriedOut({ mode: 'parallel', kind: 'build', roleIds: team });
    const error = "deepseek: the provider's content filter ended the answer (content_filter).";
    expect(run.turns.map(({ text }) => text)).toEqual(team.map(() => 'No.'));
    for (const turn of run.turns) {
      expect(turn).toMatchObject({ status: 'failed', error });
      expect(turn.attemptedRoutes).toEqual([
        expect.stringMatching(/^deepseek\/[\w-]+: deepseek: /),
      ]);
    }
    expect(run.stages[0]?.error).toBe(`Every turn of this stage failed: ${error}`);
  });

  it('is none while one turn of it was done', async () => {
    let asked = 0;
    const isFirst = (): boolean => {
      asked += 1;
      return asked === 1;
    };
    simulator = await ProviderSimulator.start(deepSeek(), { brain: refusing(isFirst) });
    const run = await carriedOut({ mode: 'parallel', kind: 'build', roleIds: team });
    expect(run.turns.filter(({ status }) => status === 'failed')).toHaveLength(1);
    expect(run.stages[0]).toMatchObject({ status: 'done', error: null });
    expect(run.status).toBe('done');
  });
});

describe('a call that breaks off in the middle of a turn', () => {
  it('begins anew: only what was written of this call is thrown away', async () => {
    const brain = ({ messages }: Conversation): Reply =>
      messages.some(({ role }) => role === 'tool')
        ? { text: 'There is nothing in it. '.repeat(8) }
        : { text: 'Let me look.', toolCalls: [{ name: 'list_dir', arguments: '{}' }] };
    simulator = await ProviderSimulator.start(deepSeek(), { brain });
    simulator.fail(undefined, { kind: 'cut', afterFrames: -4 });
    office = await startSimulatedOffice('DEEPSEEK', simulator);
    const socket = await office.client.connect();
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, {}) });
    const [turn] = run.turns;
    expect(turn).toMatchObject({ status: 'done', servedBy: { providerId: 'deepseek' } });
    expect(turn?.servedBy?.modelId).not.toBe(turn?.route.modelId);
    expect(turn?.attemptedRoutes).toHaveLength(1);
    expect(turn?.text).toBe(`Let me look.\n\n${'There is nothing in it. '.repeat(8)}`);
    const restarts = socket.ofType('turn.delta').filter(({ restart }) => restart);
    expect(restarts).toHaveLength(1);
  });
});
