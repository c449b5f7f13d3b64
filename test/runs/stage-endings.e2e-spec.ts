import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import {
  carryOut,
  finished,
  offerPipeline,
  promptOf,
  submit,
  toolResultsIn,
} from './support/commission.js';

let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
beforeEach(async () => {
  provider.respondWith(() => ({ text: ['Done.'] }));
  provider.requests.length = 0;
  office = await startLiveOffice(provider, { OPENAI_API_KEY: 'key' });
  socket = await office.client.connect();
});
afterEach(() => office.close());
afterAll(() => provider.close());

/** Fires a role while the first stage is at work, so that a later stage finds it gone. */
async function fireDuringFirstStage(roleId: string, pipelineId: string): Promise<string> {
  let fired = false;
  provider.respondWith(() => {
    if (!fired) socket.send({ type: 'fire', roleId });
    fired = true;
    return { text: ['Done.'], fault: { kind: 'malformed', afterChunks: 1 } };
  });
  const run = await submit(office, { pipelineId });
  return run.id;
}

describe('how a stage ends', () => {
  it('empty when none of its roles is there any more: the run fails at it', async () => {
    const pipelineId = offerPipeline(
      office,
      { name: 'First' },
      { name: 'Lonely', roleIds: ['ui-designer'] },
    );
    const runId = await fireDuringFirstStage('ui-designer', pipelineId);
    const run = await finished(office, socket, runId);
    expect(run).toMatchObject({
      status: 'failed',
      error: 'Stage "Lonely" failed; the run stopped there.',
    });
    expect(run.stages[1]).toMatchObject({
      status: 'failed',
      error: 'The stage produced no turns.',
      turnIds: [],
    });
    expect(office.log).toContain(
      'ERROR [engine/stages] Stage "Lonely" has no resolvable participants.',
    );
    const errors = socket.ofType('error').map(({ message }) => message);
    expect(errors).toContain('Stage "Lonely" failed; the run stopped there.');
  });

  it('goes on without a role that has left, with a warning', async () => {
    const pipelineId = offerPipeline(
      office,
      {},
      { name: 'Pair', mode: 'parallel', roleIds: ['ui-designer', 'cto'] },
    );
    const run = await finished(
      office,
      socket,
      await fireDuringFirstStage('ui-designer', pipelineId),
    );
    expect(run.status).toBe('done');
    expect(run.turns.map((turn) => turn.roleId)).toEqual(['ceo', 'cto']);
    expect(office.log.join('\n')).toContain(
      'names the role "ui-designer", which this floor does not have',
    );
  });

  it('an optional stage may fail: the run goes on', async () => {
    const pipelineId = offerPipeline(
      office,
      {},
      { name: 'Extra', roleIds: ['ui-designer'], optional: true },
      { kind: 'report' },
    );
    const run = await finished(
      office,
      socket,
      await fireDuringFirstStage('ui-designer', pipelineId),
    );
    expect(run).toMatchObject({ status: 'done', outcome: 'Done.' });
    expect(run.stages.map((stage) => stage.status)).toEqual(['done', 'failed', 'done']);
  });

  it('is skipped when the run has none of its tags, and runs when it has one', async () => {
    provider.respondWith(() => ({ text: ['Understood.\n\n**Tags:**\n- api  \n\nSo be it.'] }));
    const pipelineId = offerPipeline(
      office,
      { kind: 'intake' },
      { name: 'For screens', whenTags: ['ui'] },
      { name: 'For interfaces', whenTags: ['api', 'data'] },
    );
    const run = await carryOut(office, socket, { pipelineId });
    expect(run.tags).toEqual(['api']);
    expect(run.objective).toBe('Understood.\n\nSo be it.');
    expect(run.artifacts[0]?.body).toBe('Understood.\n\nSo be it.');
    expect(provider.requests.map(promptOf).at(-1)).not.toMatch(/tags:/i);
    expect(run.stages.map((stage) => stage.status)).toEqual(['done', 'skipped', 'done']);
    expect(run.stages[1]).toMatchObject({ startedAt: null, turnIds: [] });
    const reported = socket.ofType('stage.started').map(({ stage }) => stage.spec.name);
    expect(reported).not.toContain('For screens');
  });

  it('refuses turns beyond the cap of a role, with a warning', async () => {
    const pipelineId = offerPipeline(office, {
      mode: 'debate',
      roleIds: ['ceo', 'cto'],
      rounds: 3,
    });
    const run = await carryOut(office, socket, { pipelineId });
    expect(run.turns.filter((turn) => turn.roleId === 'ceo')).toHaveLength(2);
    expect(run.turns.filter((turn) => turn.roleId === 'cto')).toHaveLength(3);
    expect(office.log.join('\n')).toMatch(/has used all 2 turn\(s\) allowed in stage "Stage 1"/);
  });
});

describe('how a review ends', () => {
  const build = { name: 'Build', kind: 'build', roleIds: ['backend-dev-1'] } as const;
  const review = {
    name: 'Review',
    kind: 'review',
    mode: 'review-loop',
    roleIds: ['backend-lead', 'qa-lead'],
    maxIterations: 2,
  } as const;
  const error = 'The review ended with objections unresolved; the work was not approved.';

  /** The developer writes a file; the chair's words and what a revision says are the test's. */
  function reviewWith(
    verdict: (pass: number) => string,
    revision: ScriptedReply = { text: ['Fine.'] },
  ): void {
    let pass = 0;
    provider.respondWith((request) => {
      const prompt = promptOf(request);
      if (prompt.includes('state your approval')) return { text: [verdict(++pass)] };
      const isBuild = prompt.includes('(build, ');
      // A revision goes on in the conversation in which was built.
      const messages = JSON.stringify(request.body?.messages ?? []);
      if (messages.includes('change your files so that they answer')) return revision;
      if (!isBuild || toolResultsIn(request).length > 0) return { text: ['Fine.'] };
      const args = JSON.stringify({ path: 'src/dates.ts', content: 'export {};' });
      return { toolCalls: [{ id: 'call_1', name: 'write_file', args: [args] }] };
    });
  }

  it('approved at once: no revision', async () => {
    reviewWith(() => 'No objections. Ship it.');
    const run = await carryOut(office, socket, {
      pipelineId: offerPipeline(office, build, review),
    });
    expect(run.stages[1]).toMatchObject({ status: 'done', summary: 'No objections. Ship it.' });
    expect(run.stages[1]?.turnIds).toHaveLength(2);
  });

  it('approved after the producers revised', async () => {
    reviewWith((pass) => (pass === 1 ? 'This must be fixed.' : 'Approved.'));
    const run = await carryOut(office, socket, {
      pipelineId: offerPipeline(office, build, review),
    });
    expect(run.stages[1]?.status).toBe('done');
    const order = run.turns.slice(1).map((turn) => turn.roleId);
    expect(order).toEqual(['qa-lead', 'backend-lead', 'backend-dev-1', 'qa-lead', 'backend-lead']);
  });

  it.each([
    ['objections to the end', () => 'Changes required.'],
    ['no verdict', () => ''],
  ])('unresolved with %s: the stage and the run fail', async (_, verdict) => {
    reviewWith(verdict);
    const run = await carryOut(office, socket, {
      pipelineId: offerPipeline(office, build, review),
    });
    expect(run).toMatchObject({
      status: 'failed',
      error: 'Stage "Review" failed; the run stopped there.',
    });
    expect(run.stages[1]).toMatchObject({ status: 'failed', error });
    expect(run.stages[1]?.summary).toMatch(/^UNRESOLVED REVIEW/);
    expect(run.artifacts.some(({ kind }) => kind === 'review')).toBe(true);
  });

  it('unresolved when the money ends after a revision', async () => {
    const usage = { tokensIn: 5000, tokensOut: 12_000 };
    reviewWith(() => 'Must fix the names.', { text: ['Fine.'], usage });
    const pipelineId = offerPipeline(office, build, { ...review, maxIterations: 5 });
    const run = await carryOut(office, socket, { pipelineId, budgetUsd: 0.08 });
    expect(run.status).toBe('failed');
    expect(run.stages[1]).toMatchObject({ status: 'failed', error });
  });
});
