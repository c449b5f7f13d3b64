import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { DataSource } from 'typeorm';
import { Office } from '../../src/client/office.js';
import { Clock } from '../../src/platform/clock.js';
import type { Run, RunDetail } from '../../src/protocol/records/work.js';
import { isFinal } from '../../src/protocol/rules/run-status.js';
import { WorktreeRetention } from '../../src/runs/changes/worktrees/worktree-retention.js';
import { addressOf } from '../support/created-database.js';
import { describeFleet, temporaryRedis } from '../support/redis-server.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { TwoReplicas } from './two-replicas.js';

const dayMs = 24 * 60 * 60 * 1000;

describeFleet('worktrees that two replicas see', ({ postgres }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(postgres, () => '');
  const server = temporaryRedis();
  let replicas: TwoReplicas;
  const both = (): readonly RunningOffice[] => [replicas.first, replicas.second];

  beforeAll(async () => {
    mkdirSync(directory('workspace'));
    const git = (...args: string[]): unknown =>
      execFileSync('git', ['-C', directory('workspace'), ...args]);
    git('init', '-q', '-b', 'main');
    git('-c', 'user.name=U', '-c', 'user.email=u@e', 'commit', '-qm', 'first', '--allow-empty');
    const place = { database: addressOf(database()), redis: (await server.start()).url };
    replicas = await TwoReplicas.start(place, {
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_WORKSPACES_ROOT: directory('workspaces'),
      OFFICE_SNAPSHOTS_DIR: directory('snapshots'),
      OFFICE_WORKTREES_DIR: directory('worktrees'),
      OFFICE_AUTO_APPROVE_SHELL: 'true',
    });
  }, 180_000);
  afterAll(() => replicas.close(), 60_000);

  const shown = async (id: string): Promise<RunDetail> =>
    (await replicas.first.client.get<RunDetail>(`/api/runs/${id}`)).body;

  /** A run that made a file in its worktree; whichever replica worked on it. */
  async function carryOut(name: string): Promise<RunDetail> {
    const { body } = await replicas.first.client.post<Run>('/api/submit', {
      brief: `Use write_file {"path": "${name}", "content": "made"} and tell me`,
      pipelineId: 'code-change',
      isolation: 'worktree',
    });
    await until(async () => isFinal((await shown(body.id)).status));
    return shown(body.id);
  }

  it('are delivered once, whoever is asked', async () => {
    const { id, worktreeKept } = await carryOut('once.txt');
    expect(worktreeKept).toBe(true);
    const answers = await Promise.allSettled(
      both().map(async ({ port }) => {
        using office = await Office.connect(`http://127.0.0.1:${port}`);
        return await office.mergeRun(id);
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(readFileSync(directory('workspace', 'once.txt'), 'utf8')).toBe('made');
    expect((await shown(id)).changes?.map(({ kind }) => kind)).toEqual(['workspace']);
  }, 120_000);

  it('are merged to the end by another replica where one was cut off', async () => {
    const { id } = await carryOut('resumed.txt');
    const dataSource = replicas.first.app.get(DataSource);
    const left = "UPDATE worktrees SET state = 'delivering', carrier = 'gone' WHERE name = $1";
    await dataSource.query(left, [id]);
    await replicas.second.app.get(WorktreeRetention).prune();
    expect(readFileSync(directory('workspace', 'resumed.txt'), 'utf8')).toBe('made');
    expect((await shown(id)).worktreeKept).toBe(false);
  }, 120_000);

  it('are removed by one of them when they were kept long enough', async () => {
    const { id, workspacePath } = await carryOut('kept.txt');
    const clocks = both().map(({ app }) => app.get(Clock));
    for (const clock of clocks) clock.now = () => Date.now() + 30 * dayMs;
    await Promise.all(both().map(({ app }) => app.get(WorktreeRetention).prune()));
    for (const clock of clocks) clock.now = () => Date.now();
    expect((await shown(id)).changes?.map(({ kind }) => kind)).toEqual(['expired']);
    expect(existsSync(`${workspacePath}/.git`)).toBe(false);
  }, 120_000);
});
