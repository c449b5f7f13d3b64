import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Approval, RunDetail } from '../../src/protocol/records/work.js';
import { callsTool, finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import { runProgram } from '../support/run-program.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { RunningOffice } from '../support/start-office.js';

interface JsonLine {
  readonly message: string;
  readonly runId?: string;
  readonly turnId?: string;
}

describe('the log', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let run: RunDetail;
  let asked: Approval;

  const lineWith = (text: string): JsonLine => {
    const lines = office.log.filter((line) => line.includes(text));
    expect(lines).toHaveLength(1);
    return JSON.parse(lines[0] ?? '') as JsonLine;
  };

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.respondWith(callsTool('run_shell', { command: 'echo hello > a.txt' }));
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_LOG_FORMAT: 'json',
      OFFICE_WORKSPACE: './work',
      PATH: process.env.PATH,
    });
    const workspace = `${office.directory}/work`;
    await mkdir(workspace, { recursive: true });
    const git = (...args: string[]) => runProgram('git', ['-C', workspace, ...args]);
    await git('init', '-q', '-b', 'main');
    const author = ['-c', 'user.name=U', '-c', 'user.email=u@e'];
    await git(...author, 'commit', '-qm', 'first', '--allow-empty');
    socket = await office.client.connect();
    const stage = { kind: 'build', name: 'Build', roleIds: ['backend-dev-1'] } as const;
    const { id } = await submit(office, { pipelineId: offerPipeline(office, stage) });
    asked = (await socket.waitFor('approval.requested')).approval;
    socket.send({ type: 'approve', approvalId: asked.id, approved: true });
    run = await finished(office, socket, id);
  }, 60_000);
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it('says that a run waits for a person, in which stage, and for what', () => {
    const line = lineWith('waits for a person in stage');
    expect(line).toMatchObject({ level: 'info', runId: run.id, turnId: asked.turnId });
    expect(line.message).toBe(
      `run ${run.id} waits for a person in stage "Build": shell (${asked.id})`,
    );
  });

  it('says how a run ended, after how long, and what it spent', () => {
    const line = lineWith(`run ${run.id} ended`);
    expect(line).toMatchObject({ level: 'info', runId: run.id, workspaceId: 'default' });
    expect(line.message).toMatch(
      /^run run_\w+ ended: done after \d+\.\d min, spent \$0\.\d+ of \$5\.00\.$/,
    );
  });

  it('says that a delivery waits for a person', async () => {
    socket.send({ type: 'deliverRun', runId: run.id, branch: 'office/greeting' });
    const { approval } = await socket.waitFor(
      'approval.requested',
      ({ approval: { id } }) => id !== asked.id,
    );
    expect(lineWith(approval.id).message).toBe(
      `run ${run.id} waits for a person: ${approval.kind} (${approval.id})`,
    );
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    await socket.waitFor('run.updated', ({ run: { changes } }) => changes !== undefined);
    // What becomes of its change is no second end.
    lineWith(`run ${run.id} ended`);
    const metrics = await fetch(`http://127.0.0.1:${office.port}/metrics`);
    expect(await metrics.text()).toMatch(/runs_ended_total\{[^}]*\} 1\n/);
  });
});
