import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { TurnOutcomes } from '../../src/models/signals/learned/turn-outcomes.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { carryOut, finished, offerPipeline, promptOf, submit } from './support/commission.js';

const at = temporaryDirectory();
let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
beforeEach(async () => {
  provider.respondWith(() => ({ text: ['Done.'] }));
  provider.requests.length = 0;
  await open();
});
afterEach(() => office.close());
afterAll(() => provider.close());

async function open(env: Record<string, string> = {}): Promise<void> {
  office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key', ...env });
  socket = await office.client.connect();
}

/** Three stages; the second fails while `isBroken` says so. */
function threeStages(): string {
  return offerPipeline(
    office,
    { name: 'Intake', kind: 'intake' },
    { name: 'Design', kind: 'plan', roleIds: ['cto'] },
    { name: 'Report', kind: 'report' },
  );
}

function failAt(stage: string): void {
  provider.respondWith((request) =>
    promptOf(request).includes(`Stage: **${stage}**`)
      ? { text: [''] }
      : { text: [`Result of ${/Stage: \*\*(\w+)/.exec(promptOf(request))?.[1]}. TAGS: api`] },
  );
}

async function failedRun(): Promise<RunDetail> {
  failAt('Design');
  const run = await carryOut(office, socket, { pipelineId: threeStages(), budgetUsd: 3 });
  expect(run.status).toBe('failed');
  failAt('nothing');
  provider.requests.length = 0;
  return run;
}

async function refusalOf(command: object): Promise<string> {
  const before = socket.ofType('error').length;
  socket.send(command as never);
  await socket.waitFor('error', () => socket.ofType('error').length > before);
  return socket.ofType('error').at(-1)?.message ?? '';
}

async function retried(runId: string, stage?: string): Promise<Run> {
  socket.send({ type: 'retryRun', runId, ...(stage && { stage }) });
  return (await socket.waitFor('run.created', ({ run }) => run.retryOf === runId)).run;
}

describe('retryRun', () => {
  it('takes over what was settled, without paying for it again', async () => {
    const earlier = await failedRun();
    const begun = await retried(earlier.id);
    expect(begun).toMatchObject({
      brief: earlier.brief,
      pipelineId: earlier.pipelineId,
      objective: earlier.objective,
      tags: earlier.tags,
      budget: { limitUsd: 3, spentUsd: 0 },
    });
    const run = await finished(office, socket, begun.id);
    expect(run).toMatchObject({ status: 'done', retryOf: earlier.id });
    expect(
      provider.requests.map((request) => /Stage: \*\*(\w+)/.exec(promptOf(request))?.[1]),
    ).toEqual(['Design', 'Report']);
    expect(promptOf(provider.requests[0]!)).toContain('Result of Intake.');
    expect(run.turns.map(({ roleId, stageId }) => [roleId, stageId])).toEqual([
      ['ceo', run.stages[0]?.id],
      ['cto', run.stages[1]?.id],
      ['ceo', run.stages[2]?.id],
    ]);
    expect(run.stages[0]?.turnIds).toEqual([run.turns[0]?.id]);
    expect(run.turns[0]).toMatchObject({ runId: run.id, usage: { costUsd: 0, tokensIn: 0 } });
    // Learning from outcomes counts a turn that was taken over once.
    expect(run.turns[0]?.takenFrom).toBe(earlier.turns[0]?.id);
    const learned = await office.app.get(TurnOutcomes, { strict: false }).recent(100);
    expect(learned).toHaveLength(earlier.turns.length + 2);
    const paid = run.turns.reduce((sum, turn) => sum + turn.usage.costUsd, 0);
    expect(run.budget.spentUsd).toBeCloseTo(paid, 10);
  });

  it('leaves the earlier run as it ended', async () => {
    const earlier = await failedRun();
    await finished(office, socket, (await retried(earlier.id)).id);
    const { body } = await office.client.get<RunDetail>(`/api/runs/${earlier.id}`);
    expect(body).toEqual(earlier);
  });

  it('begins with the stage that is named', async () => {
    provider.respondWith(() => ({ text: ['Fine.'] }));
    const earlier = await carryOut(office, socket, { pipelineId: threeStages() });
    provider.requests.length = 0;
    const begun = await retried(earlier.id, earlier.stages[2]?.id);
    expect((await finished(office, socket, begun.id)).status).toBe('done');
    expect(provider.requests).toHaveLength(1);
  });

  it('begins where the run was cancelled, and not after the stages that the cancellation skipped', async () => {
    provider.respondWith((request) =>
      promptOf(request).includes('**Design**')
        ? { text: ['…'], fault: { kind: 'stall', afterChunks: 0 } }
        : { text: ['Fine.'] },
    );
    const { id } = await submit(office, { pipelineId: threeStages() });
    await socket.waitFor('turn.started', ({ turn }) => turn.runId === id && turn.roleId === 'cto');
    socket.send({ type: 'cancel', runId: id });
    const cancelled = await finished(office, socket, id);
    expect(cancelled.stages.map(({ status }) => status)).toEqual(['done', 'skipped', 'skipped']);
    failAt('nothing');
    provider.requests.length = 0;
    const run = await finished(office, socket, (await retried(id)).id);
    expect(run.stages.map(({ status }) => status)).toEqual(['done', 'done', 'done']);
    expect(provider.requests).toHaveLength(2);
  });

  it('is refused with the reason', async () => {
    const earlier = await failedRun();
    const [, , report] = earlier.stages;
    const refused = (runId: string, reason: string) =>
      `Run "${runId}" cannot be retried: ${reason}`;
    expect(await refusalOf({ type: 'retryRun', runId: 'run_nowhere' })).toBe(
      'No run "run_nowhere".',
    );
    expect(await refusalOf({ type: 'retryRun', runId: earlier.id, stage: 'stage_x' })).toBe(
      refused(earlier.id, 'it has no stage "stage_x".'),
    );
    expect(await refusalOf({ type: 'retryRun', runId: earlier.id, stage: report?.id })).toBe(
      refused(earlier.id, '"Design" comes before that stage and is not done.'),
    );
    const done = await finished(office, socket, (await retried(earlier.id)).id);
    expect(await refusalOf({ type: 'retryRun', runId: done.id })).toBe(
      refused(done.id, 'every stage of it is done. Name the stage to begin with.'),
    );
  });

  it('goes on after a restart that came before it had begun', async () => {
    await office.close();
    const env = { OFFICE_DB: join(at('.'), 'retry.db') };
    await open(env);
    const earlier = await failedRun();
    provider.respondWith(() => ({ text: ['Fine.'], fault: { kind: 'stall', afterChunks: 0 } }));
    const begun = await retried(earlier.id);
    await socket.waitFor('turn.started', ({ turn }) => turn.runId === begun.id);
    await office.close();
    failAt('nothing');
    await open(env);
    threeStages();
    const { body } = await office.client.get<RunDetail>(`/api/runs/${begun.id}`);
    const run = body.endedAt === null ? await finished(office, socket, begun.id) : body;
    expect(run).toMatchObject({ status: 'done', retryOf: earlier.id });
    expect(run.turns).toHaveLength(3);
  });
});

describe('a run that continues another', () => {
  it('knows its brief, report, files and open points, on its floor', async () => {
    const earlier = await failedRun();
    const { id } = await submit(office, { brief: 'Go on', continues: earlier.id });
    const run = await finished(office, socket, id);
    expect(run).toMatchObject({ continues: earlier.id, workspaceId: earlier.workspaceId });
    const prompt = promptOf(provider.requests[0]!);
    expect(prompt).toContain(`This run continues ${earlier.id}, which ended failed.`);
    expect(prompt).toContain(`## Its brief\n\n${earlier.brief}`);
    expect(prompt).toContain('## Its report\n\nResult of Intake.');
    expect(prompt).toContain('- Stage "Design" failed; the run stopped there.');
  });

  it('is refused where there is nothing to continue', async () => {
    const { body } = await office.client.post('/api/submit', { brief: 'x', continues: 'run_x' });
    expect(body).toEqual({ error: 'No run "run_x".' });
  });
});

describe('steerRun', () => {
  it('shows an instruction to every later call, and keeps it', async () => {
    const pipelineId = threeStages();
    const text = 'Leave the public API as it is';
    const { promise: steered, resolve: steeredNow } = Promise.withResolvers<void>();
    provider.respondWith(async (request) => {
      if (promptOf(request).includes('**Intake**')) await steered;
      return { text: ['Fine.'] };
    });
    const { id } = await submit(office, { pipelineId });
    await socket.waitFor('turn.started', ({ turn }) => turn.runId === id);
    socket.send({ type: 'steerRun', runId: id, text: `  ${text} ` });
    const { run: told } = await socket.waitFor(
      'run.updated',
      ({ run }) => run.instructions !== undefined,
    );
    expect(told.instructions).toMatchObject([{ text }]);
    steeredNow();
    const run = await finished(office, socket, id);
    expect(run.instructions).toMatchObject([{ text }]);
    const shown = provider.requests.map((request) => promptOf(request).includes(`- ${text}`));
    expect(shown).toEqual([false, true, true]);
    expect(await refusalOf({ type: 'steerRun', runId: id, text })).toBe(
      `Run "${id}" cannot be steered: it is not at work. A new run can continue it.`,
    );
  });

  it('reaches the next call of the turn at work', async () => {
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const { promise: steered, resolve: steeredNow } = Promise.withResolvers<void>();
    provider.respondWith(async () => {
      if (provider.requests.length > 1) return { text: ['Done.'] };
      await steered;
      return { toolCalls: [{ id: 'call_1', name: 'think', args: ['{"note":"hm"}'] }] };
    });
    const { id } = await submit(office, { pipelineId });
    await socket.waitFor('turn.started', ({ turn }) => turn.runId === id);
    socket.send({ type: 'steerRun', runId: id, text: 'Use SQLite' });
    await socket.waitFor('run.updated', ({ run }) => run.instructions !== undefined);
    steeredNow();
    await finished(office, socket, id);
    const messages = provider.requests[1]?.body?.['messages'] as readonly { content: string }[];
    expect(messages.at(-1)?.content).toContain('- Use SQLite');
  });

  it('is refused with the reason', async () => {
    const refused = (reason: string) => `Run "run_x" cannot be steered: ${reason}`;
    expect(await refusalOf({ type: 'steerRun', runId: 'run_x', text: ' ' })).toBe(
      'A non-empty "text" string or a "plan" is required.',
    );
    expect(await refusalOf({ type: 'steerRun', runId: 'run_x', text: 'x'.repeat(4001) })).toBe(
      refused('an instruction has at most 4000 characters.'),
    );
    expect(await refusalOf({ type: 'steerRun', runId: 'run_x', text: 'x' })).toBe(
      refused('it is not at work. A new run can continue it.'),
    );
  });
});
