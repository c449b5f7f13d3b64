import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import type { ConnectedForge, ForgeIssue } from '#protocol/records/forges.js';
import type { Run } from '#protocol/records/work.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { Poller } from '#doors/forges/services/poller.js';
import { ForgeStanding } from '#doors/forges/services/forge-standing.js';
import { ForgesService } from '#doors/forges/services/forges.service.js';
import { OutboxWorker } from '#doors/outbox/outbox-worker.js';
import { DataSource } from 'typeorm';
import type { WorldIssue } from '../support/forges/forge-world.js';
import { GithubSimulator } from '../support/forges/github/github-simulator.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import { addressOf } from '../support/created-database.js';
import { describeFleet } from '../support/redis-server.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';

const minuteMs = 60_000;

describeFleet('a forge of a floor whose files one of two replicas has', ({ postgres, redis }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(postgres, () => '');
  let north: RunningOffice;
  let south: RunningOffice;
  let forge: GithubSimulator;
  let connected: ConnectedForge;

  const start = (group: string): Promise<RunningOffice> =>
    startRealOffice({
      OFFICE_DB: addressOf(database()),
      OFFICE_REDIS_URL: redis,
      OFFICE_REPLICA_GROUP: group,
      OFFICE_PRIVATE_HOSTS: new URL(forge.url).host,
      OFFICE_WORKSPACE: directory(`${group}/home`),
      OFFICE_WORKSPACES_ROOT: directory(`${group}/floors`),
      OFFICE_SNAPSHOTS_DIR: directory(`${group}/snapshots`),
      OFFICE_WORKTREES_DIR: directory(`${group}/worktrees`),
      OFFICE_AUTO_APPROVE_SHELL: 'true',
    });

  beforeAll(async () => {
    const home = directory('north/home');
    for (const folder of [home, directory('forge')]) mkdirSync(folder, { recursive: true });
    const who = ['-c', 'user.name=U', '-c', 'user.email=u@example.com'];
    const git = (...args: string[]): unknown =>
      execFileSync('git', [...who, ...args], { cwd: home });
    writeFileSync(`${home}/a.txt`, 'one\n');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'first');
    forge = await GithubSimulator.start(directory('forge'));
    forge.git.fetchFrom(home, 'main');
    north = await start('north');
    south = await start('south');
    const { kind, url, repository, token } = forge;
    const place = { kind, url, repository, token, workspaceId: 'default' };
    const rules = { pipelineId: 'code-change', mention: 'office', pollSeconds: 86_400 };
    const { body } = await south.client.post<ConnectedForge>('/forges', { ...place, ...rules });
    connected = body;
  }, 90_000);
  afterAll(async () => {
    await north.close();
    await south.close();
    expect(forge.violations).toEqual([]);
    await forge.close();
  }, 60_000);

  async function issueOf({ number }: WorldIssue): Promise<ForgeIssue | undefined> {
    const path = `/forges/${connected.forge.id}/issues`;
    const { body } = await south.client.get<readonly ForgeIssue[]>(path);
    return body.find((each) => each.number === number);
  }

  async function when(issue: WorldIssue, holds: (found: ForgeIssue) => boolean) {
    let found: ForgeIssue | undefined;
    await until(async () => {
      found = await issueOf(issue);
      return found !== undefined && holds(found);
    });
    return found as ForgeIssue;
  }

  const polledBy = ({ app }: RunningOffice): Promise<void> =>
    app.get(Poller, { strict: false }).poll(connected.forge);

  it('is heard, begun, delivered and ended, whoever is told and whoever looks first', async () => {
    const { port } = south;
    const { webhookPath, webhookSecret: secret } = connected;
    forge.sendTo({ url: `http://127.0.0.1:${port}${webhookPath}`, secret });
    const worker = south.app.get(OutboxWorker, { strict: false });
    const issues = ['one', 'two', 'three'].map((name) => {
      const body = `Use write_file {"path": "${name}.txt", "content": "made"} and tell me`;
      return forge.world.openIssue({ title: `Make ${name}`, body, labels: ['office'] });
    });
    await forge.told();
    for (const issue of issues) {
      // The one without the files is always the first to look.
      const open = await when(issue, ({ state }) => {
        void worker.look();
        return state === 'open';
      });
      expect(open.note).toBeNull();
      const made = /"path": "(\w+\.txt)"/.exec(issue.body)?.[1] ?? '';
      expect(forge.git.git('show', `${open.branch}:${made}`)).toBe('made');
      const request = forge.world.requests.get(open.request ?? 0);
      if (request === undefined) throw new Error('there is no request');
      forge.world.endRequest(request, forge.git.tip(open.branch) ?? '', true);
      await when(issue, ({ state }) => {
        void worker.look();
        return state === 'ended';
      });
      const { body: run } = await south.client.get<{ worktreeKept?: boolean }>(
        `/api/runs/${open.runId}`,
      );
      expect(run.worktreeKept).toBe(false);
    }
    forge.sendTo(null);
  }, 120_000);

  it('goes on with a comment that only the other one has read', async () => {
    const rules = { pipelineId: 'quick-answer' };
    await south.client.patch(`/forges/${connected.forge.id}`, rules);
    const body = 'What is in a.txt?';
    const issue = forge.world.openIssue({ title: 'A question', body, labels: ['office'] });
    await polledBy(south);
    expect((await issueOf(issue))?.state).toBe('waiting');
    await polledBy(north);
    await when(issue, ({ state }) => state === 'resting');
    forge.world.comment(issue, 'ada', '@office And what else is there?');
    // Long after it was written nothing tells of it any more.
    forge.setAhead(10 * minuteMs);
    await polledBy(south);
    expect(await issueOf(issue)).toMatchObject({ state: 'resting', wakes: 0 });
    await polledBy(north);
    const { runId } = await when(issue, ({ wakes }) => wakes === 1);
    const { body: run } = await south.client.get<Run>(`/api/runs/${runId}`);
    expect(run.brief).toContain(forgeTexts.continueIssue(issue.number));
    expect(run.brief).toContain('And what else is there?');
  }, 120_000);

  it('is asked for news by the one that has the files, and by the other where that one does not', async () => {
    const known = await south.app.get(ForgesService, { strict: false }).require(connected.forge.id);
    const claims = (office: RunningOffice): Promise<boolean> =>
      office.app.get(ForgeStanding, { strict: false }).claim(known);
    const wasPolled = (days: number): Promise<unknown> => {
      const at = Date.now() - days * 24 * 60 * minuteMs - minuteMs;
      const source = south.app.get(DataSource, { strict: false });
      return source.query(`UPDATE forges SET polled_at = ${at}`);
    };
    await wasPolled(1);
    expect(await claims(south)).toBe(false);
    expect(await claims(north)).toBe(true);
    await wasPolled(3);
    expect(await claims(south)).toBe(true);
    // The clock was set back.
    await wasPolled(-10);
    expect(await claims(north)).toBe(true);
    expect(await claims(north)).toBe(false);
  });
});
