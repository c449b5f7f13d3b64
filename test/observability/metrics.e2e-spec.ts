import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { callsTool, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { Samples } from './support/samples.js';

const token = 'token-of-the-scraper';

describe('GET /metrics', () => {
  let scripted: ScriptedProvider;
  let office: RunningOffice;
  let run: RunDetail;
  let asking: Samples;
  let after: Samples;

  const scrape = async (): Promise<Samples> => {
    const headers = { host: 'office.example', authorization: `Bearer ${token}` };
    const { status, text } = await office.client.get('/metrics', { headers });
    expect(status).toBe(200);
    return Samples.read(text);
  };

  beforeAll(async () => {
    scripted = await ScriptedProvider.start();
    scripted.reply({ refusal: { status: 503 } });
    scripted.respondWith(callsTool('run_shell', { command: 'true' }));
    office = await startLiveOffice(scripted, {
      OPENAI_API_KEY: 'sk-measured',
      OFFICE_API_TOKEN: token,
    });
    const socket = await office.client.connect({ path: `/ws?token=${token}` });
    const stage = { kind: 'build', roleIds: ['backend-dev-1'] } as const;
    const pipelineId = offerPipeline(office, stage);
    const headers = { authorization: `Bearer ${token}` };
    const { body } = await office.client.post<{ id: string }>(
      '/api/submit',
      { brief: 'Measure it', pipelineId },
      { headers },
    );
    const { approval } = await socket.waitFor('approval.requested');
    asking = await scrape();
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    await socket.waitFor('run.updated', ({ run: { status } }) => status === 'done');
    after = await scrape();
    run = (await office.client.get<RunDetail>(`/api/runs/${body.id}`, { headers })).body;
  }, 120_000);

  afterAll(async () => {
    await office.close();
    await scripted.close();
  });

  it('wants the token, from whatever host it is asked', async () => {
    const headers = { host: 'office.example' };
    expect((await office.client.get('/metrics', { headers })).status).toBe(403);
  });

  it('shows a run from its submission to its end', () => {
    const pipeline = 'test-pipeline';
    expect(after.of('office_runs_submitted_total', { pipeline })).toBe(1);
    expect(asking.of('office_runs', { status: 'awaiting-approval', pipeline })).toBe(1);
    expect(asking.of('office_runs_at_work')).toBe(1);
    expect(after.of('office_runs', { status: 'awaiting-approval', pipeline })).toBe(0);
    expect(after.of('office_runs_ended_total', { status: 'done', pipeline })).toBe(1);
    expect(after.of('office_run_duration_seconds_count')).toBe(1);
    expect(after.of('office_turns_total', { status: 'done', role: 'backend-dev-1' })).toBe(1);
    expect(after.of('office_tool_calls_total', { tool: 'run_shell', status: 'ok' })).toBe(1);
  });

  it('shows what waits for people', () => {
    expect(asking.of('office_approvals_waiting')).toBe(1);
    expect(asking.of('office_approval_oldest_age_seconds')).toBeGreaterThanOrEqual(0);
    expect(after.of('office_approvals_waiting')).toBe(0);
    expect(after.of('office_approvals_requested_total', { kind: 'shell' })).toBe(1);
    const decided = { kind: 'shell', status: 'approved' };
    expect(after.of('office_approvals_decided_total', decided)).toBe(1);
  });

  it('shows calls to providers, what they cost and for whom', () => {
    const provider = 'openai';
    const model = `${provider}/${run.turns[0]?.route.modelId}`;
    expect(after.of('office_model_calls_total', { provider, outcome: 'answered' })).toBe(2);
    expect(after.of('office_model_calls_total', { provider, outcome: 'failed' })).toBe(1);
    expect(after.of('office_model_retries_total', { provider })).toBe(1);
    expect(after.of('office_model_call_duration_seconds_count', { provider })).toBe(2);
    // The answer that only asked for a tool streamed no output.
    expect(after.of('office_model_first_token_seconds_count', { provider })).toBe(1);
    expect(after.of('office_tokens_total', { kind: 'input', model })).toBe(240);
    const { costUsd } = run.turns[0]!.usage;
    expect(costUsd).toBeGreaterThan(0);
    expect(after.of('office_model_spend_usd_total', { model })).toBeCloseTo(costUsd, 9);
    const floor = run.workspaceId;
    expect(after.of('office_floor_spend_usd_total', { floor })).toBeCloseTo(costUsd, 9);
    const role = 'backend-dev-1';
    expect(after.of('office_role_spend_usd_total', { role })).toBeCloseTo(costUsd, 9);
  });

  it('shows commits, sockets, and the process itself', () => {
    const commits = after.of('office_commit_duration_seconds_count');
    expect(commits).toBeGreaterThan(0);
    expect(after.of('office_commit_group_size_count')).toBe(commits);
    expect(after.of('office_sockets')).toBe(1);
    expect(after.of('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThanOrEqual(0);
    expect(after.of('process_resident_memory_bytes')).toBeGreaterThan(1e6);
  });
});

describe('two failing routes', () => {
  it('are counted as a failover from the first', async () => {
    const scripted = await ScriptedProvider.start();
    scripted.respondWith(({ path }) =>
      path.includes('/messages') ? { text: ['Done.'] } : { refusal: { status: 400 } },
    );
    const office = await startLiveOffice(scripted, {
      OPENAI_API_KEY: 'sk-first',
      ANTHROPIC_API_KEY: 'sk-second',
    });
    const socket = await office.client.connect();
    const { id } = await submit(office, { pipelineId: offerPipeline(office, {}) });
    const { turns } = await finished(office, socket, id);
    const samples = Samples.read((await office.client.get('/metrics')).text);
    const attempted = turns.flatMap(({ attemptedRoutes = [] }) => attemptedRoutes);
    const failedOver = samples.of('office_model_failovers_total', { provider: 'openai' });
    expect(failedOver).toBe(attempted.length);
    expect(failedOver).toBeGreaterThan(0);
    await office.close();
    await scripted.close();
  });
});
