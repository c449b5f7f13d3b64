import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '#app.module.js';
import type { RunDetail } from '#protocol/records/work.js';
import { mcpDoorTexts } from '#protocol/texts/mcp-door.js';
import { runTexts } from '#protocol/texts/runs.js';
import { type RunningOffice, startOffice } from '../../support/start-office.js';
import { clientKinds, type OpenClient, openClient, type Progress } from './clients.js';

interface RunOutput {
  readonly runId: string;
  readonly status: string;
  readonly atWork: boolean;
}

interface Followed {
  readonly end: 'ended' | 'waiting' | 'time';
  readonly run: RunOutput;
  readonly waiting: readonly { approvalId: string; detail: string }[];
}

const asksFirst = 'Use run_shell {"command": "echo hi"} and tell me';

describe.each(clientKinds)('a client of %s commissions work', (kind) => {
  let office: RunningOffice;
  let client: OpenClient;

  beforeAll(async () => {
    const env = { OFFICE_MOCK_LATENCY_MS: '0' };
    office = await startOffice({ root: (boot) => AppModule.on(boot), env });
    client = await openClient(kind, { url: `http://127.0.0.1:${office.port}/mcp` });
  });
  afterAll(async () => {
    await client.close();
    await office.close();
  });

  const follow = async (
    runId: string,
    known: readonly string[] = [],
    onProgress?: (told: Progress) => void,
  ): Promise<Followed> => {
    const args = { runId, waitSeconds: 50, knownApprovals: known };
    const { data, isError, text } = await client.call('follow_run', args, onProgress);
    expect({ isError, text }).toMatchObject({ isError: false });
    return data as Followed;
  };

  /** Follows a run, and answers what it asks with yes. */
  const toEnd = async (runId: string, told: Progress[] = []): Promise<RunOutput> => {
    for (;;) {
      const { end, run, waiting } = await follow(runId, [], (each) => told.push(each));
      if (end === 'ended') return run;
      for (const { approvalId } of waiting) {
        await client.call('answer_approval', { approvalId, approved: true });
      }
    }
  };

  it('is told how the office is used', () => {
    expect(client.instructions).toBe(mcpDoorTexts.instructions);
  });

  it('sees the floors and their pipelines', async () => {
    const { data, text } = await client.call('list_floors', {});
    expect(data).toMatchObject({ floors: [{ floor: 'default', isShown: true }], next: null });
    expect(text).toContain('quick-answer');
  });

  it('submits, follows with progress, answers what is asked, and reads what came of it', async () => {
    const submitted = await client.call('submit_brief', {
      brief: asksFirst,
      pipeline: 'code-change',
      ceilingUsd: 3,
    });
    const { runId } = submitted.data as RunOutput;
    expect(submitted.data).toMatchObject({ status: 'queued', limitUsd: 3, floor: 'default' });

    const told: Progress[] = [];
    const first = await follow(runId, [], (each) => told.push(each));
    expect(first).toMatchObject({ end: 'waiting', run: { runId, atWork: true } });
    expect(first.waiting[0]?.detail).toMatch(/^echo hi\n/);
    expect(told.map(({ progress }) => progress)).toEqual(told.map((_one, at) => at + 1));
    const waits = (await client.call('list_approvals', { runId })).data;
    expect(waits).toMatchObject({ approvals: first.waiting, next: null });

    const [{ approvalId } = { approvalId: '' }] = first.waiting;
    const answer = await client.call('answer_approval', {
      approvalId,
      approved: true,
      reason: 'go on',
      by: 'Ada',
    });
    expect(answer.data).toMatchObject({ approvalId, status: 'approved', reason: 'go on' });
    expect(await client.call('answer_approval', { approvalId, approved: true })).toMatchObject({
      isError: true,
      text: runTexts.approvalNotPending(approvalId),
    });

    expect(await toEnd(runId, told)).toMatchObject({ status: 'done', atWork: false });
    expect(told.some(({ message = '' }) => message !== mcpDoorTexts.progress.atWork)).toBe(true);
    const { body } = await office.client.get<RunDetail>(`/api/runs/${runId}`);
    expect(body.approvals[0]).toMatchObject({ decidedByName: 'Ada', reason: 'go on' });
    expect(body.submittedBy).toBe('mcp');

    const report = await client.call('read_report', { runId });
    expect(report.text).toContain(`# Run ${runId} is done`);
    expect(report.text).toContain('echo hi');
    const document = body.artifacts[0];
    expect((await client.call('read_report', { runId, document: document?.id })).text).toBe(
      document?.body.slice(0, 20_000),
    );
    const cost = (await client.call('read_cost', { runId })).data;
    expect(cost).toMatchObject({ spentUsd: body.budget.spentUsd, limitUsd: 3 });
  }, 60_000);

  it('reads a change a page at a time', async () => {
    const { data } = await client.call('submit_brief', { brief: 'Build a todo list' });
    const { runId } = await toEnd((data as RunOutput).runId);
    const { text: whole } = await office.client.get(`/runs/${runId}/changes.patch`);
    let [read, from]: [string, number | null] = ['', 0];
    const files: string[] = [];
    while (from !== null) {
      const page = (await client.call('read_change', { runId, from })).data as {
        text: string;
        next: number | null;
        files: { path: string }[];
      };
      expect(page.text.length).toBeLessThanOrEqual(20_000);
      read += page.text;
      files.push(...page.files.map(({ path }) => path));
      from = page.next;
    }
    expect(whole).not.toBe('');
    expect(read).toBe(whole);
    const [path = ''] = files;
    const one = await client.call('read_change', { runId, path });
    const { text } = await office.client.get(
      `/runs/${runId}/changes.patch?path=${encodeURIComponent(path)}`,
    );
    expect((one.data as { text: string }).text).toBe(text.slice(0, 20_000));
  }, 60_000);

  it('continues, steers, retries and cancels', async () => {
    const brief = 'What is a todo list?';
    const begun = await client.call('submit_brief', { brief, pipeline: 'quick-answer' });
    const { runId } = await toEnd((begun.data as RunOutput).runId);
    const again = await client.call('continue_run', {
      runId,
      brief: asksFirst,
      pipeline: 'code-change',
    });
    expect(again.data).toMatchObject({ continues: runId });
    const { runId: next } = again.data as RunOutput;
    expect((await follow(next)).end).toBe('waiting');
    await client.call('steer_run', { runId: next, text: 'Be brief' });
    const { body } = await office.client.get<RunDetail>(`/api/runs/${next}`);
    expect(body.instructions).toMatchObject([{ text: 'Be brief' }]);

    expect((await client.call('cancel_run', { runId: next })).text).toBe(
      mcpDoorTexts.cancelRequested(next),
    );
    expect(await follow(next)).toMatchObject({ end: 'ended', run: { status: 'cancelled' } });
    expect(await client.call('cancel_run', { runId: next })).toMatchObject({
      isError: true,
      text: runTexts.notRunning(next),
    });
    const retried = await client.call('retry_run', { runId: next });
    await client.call('cancel_run', { runId: (retried.data as RunOutput).runId });
    const page = (await client.call('list_runs', { limit: 1 })).data as { next: string };
    const older = await client.call('list_runs', { limit: 50, before: page.next });
    expect(JSON.stringify(older.data)).toContain(next);
    expect(JSON.stringify(older.data)).not.toContain(page.next);
  }, 60_000);

  it('reads runs and reports as resources', async () => {
    expect(await client.templates()).toEqual([
      'office://runs/{runId}',
      'office://runs/{runId}/report',
    ]);
    const { uris } = await client.resources();
    const [run = '', report = ''] = uris;
    expect(JSON.parse(await client.read(run))).toMatchObject({ runId: run.split('/').at(-1) });
    expect(report).toBe(`${run}/report`);
    expect(await client.read(report)).toMatch(/^# Run /);
    await expect(client.read('office://runs/run_none')).rejects.toThrow(runTexts.noRun('run_none'));
    await expect(client.read('office://people')).rejects.toThrow(
      mcpDoorTexts.noResource('office://people'),
    );
  });
});
