import { afterEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { Office } from '#client/office.js';
import type { Run, RunDetail } from '#protocol/records/work.js';
import type { OfficeClient } from '../support/office-client.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { finished } from './support/carry-out.js';
import type { KillPlan } from './support/kill-plan.js';
import { seededRandom } from './support/seeded-random.js';
import { ServiceLife } from './support/service-life.js';

const rounds = Number(process.env.CRASH_KILLS ?? 4);
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1e6);

const at = temporaryDirectory();
const lives: ServiceLife[] = [];

afterEach(async () => {
  for (const life of lives.splice(0)) if (life.alive) await life.kill();
});

const git = (...args: string[]): string =>
  execFileSync(
    'git',
    ['-C', at('workspace'), '-c', 'user.name=U', '-c', 'user.email=u@e', ...args],
    {
      encoding: 'utf8',
    },
  ).trim();

function start(plan?: KillPlan): ServiceLife {
  const env = {
    PATH: process.env.PATH ?? '',
    OFFICE_LLM_MODE: 'mock',
    OFFICE_MOCK_LATENCY_MS: '0',
    OFFICE_DB: at('office.sqlite'),
    OFFICE_WORKSPACE: at('workspace'),
    OFFICE_WORKSPACES_ROOT: at('workspaces'),
    OFFICE_SNAPSHOTS_DIR: at('snapshots'),
    OFFICE_WORKTREES_DIR: at('worktrees'),
    OFFICE_PLUGINS_DIR: at('no-plugins'),
    OFFICE_MCP: 'false',
    OFFICE_VENDOR_DELEGATION: 'false',
  };
  const life =
    plan === undefined ? ServiceLife.start(env) : ServiceLife.doomed(env, plan, at('tally.txt'));
  lives.push(life);
  return life;
}

/** Does the work in a life that ends in it, or after it. */
async function doomed(
  plan: KillPlan,
  work: (client: OfficeClient, dead: AbortSignal) => Promise<unknown>,
): Promise<void> {
  const life = start(plan);
  const client = await life.listening();
  const dead = new AbortController();
  const died = life.ended().then(() => dead.abort());
  // A client whose service dies fails.
  const done = client === null ? died : work(client, dead.signal).catch(() => undefined);
  await Promise.race([died, done]);
  if (life.alive) await life.kill();
  await died;
}

/** Merges the change, or finds that a life before has done it. */
async function merged(
  { port }: OfficeClient,
  runId: string,
  signal = new AbortController().signal,
): Promise<RunDetail> {
  using office = await Office.connect(`http://127.0.0.1:${port}`, { signal });
  const shown = () => office.http.run(runId);
  await until(async () => {
    signal.throwIfAborted();
    await office.mergeRun(runId, { signal }).catch(() => undefined);
    return (await shown()).worktreeKept === false;
  });
  return shown();
}

describe(`a run with a worktree, killed again and again (seed ${seed})`, () => {
  it('ends as an undisturbed one, is delivered once and leaves nothing behind', async () => {
    const random = seededRandom(seed);
    const plan = (latest: number): KillPlan => ({
      of: 'all',
      atCommit: 1 + Math.floor(random() * latest),
      moment: random() < 0.5 ? 'before' : 'after',
      afterMs: null,
    });
    mkdirSync(at('workspace'));
    writeFileSync(at('workspace', 'a.txt'), 'one\n');
    writeFileSync(at('workspace', '.gitignore'), 'set.log\n');
    git('init', '-q', '-b', 'main');
    git('add', '.');
    git('commit', '-qm', 'first');
    const settings = { isolation: 'worktree', worktreeSetup: 'echo set > set.log' };
    const first = start();
    await (await first.serving()).put('/api/workspaces/default', settings);
    await first.stop();

    for (let round = 1; round <= rounds; round += 1) {
      const name = `kept-${round}.txt`;
      writeFileSync(at('workspace', 'mine.txt'), `not committed ${round}\n`);
      const brief = `Use write_file {"path": "${name}", "content": "kept"} and tell me`;
      let runId: string | undefined;
      await doomed(plan(40), async (client, dead) => {
        const order = { brief, pipelineId: 'code-change' };
        runId = (await client.post<Run>('/api/submit', order)).body.id;
        await finished(client, runId, dead);
      });
      const life = start();
      const client = await life.serving();
      const order = { brief, pipelineId: 'code-change' };
      const held = (await client.get<readonly Run[]>('/api/runs')).body;
      runId ??= held.find((run) => run.brief === brief)?.id;
      runId ??= (await client.post<Run>('/api/submit', order)).body.id;
      const run = await finished(client, runId);
      expect(run).toMatchObject({ status: 'done', worktree: runId, setup: { exitCode: 0 } });
      expect(readFileSync(`${run.workspacePath}/mine.txt`, 'utf8')).toBe(
        `not committed ${round}\n`,
      );
      expect(existsSync(at('workspace', name))).toBe(false);
      await life.stop();

      const id = runId;
      await doomed(plan(8), (dying, dead) => merged(dying, id, dead));
      const last = start();
      const { changes, worktreeKept } = await merged(await last.serving(), id);
      expect(readFileSync(at('workspace', name), 'utf8')).toBe('kept');
      expect([changes?.map(({ kind }) => kind), worktreeKept]).toEqual([['workspace'], false]);
      await until(() => !existsSync(at('worktrees', id, '.git')));
      await until(() => git('worktree', 'list').split('\n').length === 1);
      await last.stop();
    }
    const made = git('status', '--porcelain', '--ignored').split('\n');
    // The simulated employees write there too.
    expect(made.filter((line) => line !== '?? src/').sort()).toEqual([
      ...Array.from({ length: rounds }, (_, index) => `?? kept-${index + 1}.txt`),
      '?? mine.txt',
    ]);
    const left = readdirSync(at('worktrees')).filter((name) =>
      existsSync(at('worktrees', name, '.git')),
    );
    expect(left).toEqual([]);
  }, 120_000);
});
