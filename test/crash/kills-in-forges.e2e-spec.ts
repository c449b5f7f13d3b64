import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import type { ForgeIssue } from '#protocol/records/forges.js';
import type { OfficeClient } from '../support/office-client.js';
import type { WorldIssue } from '../support/forges/forge-world.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { crashDatabases } from './support/at-length.js';
import { ForgeLives, type Traces } from './support/forge-lives.js';
import { freshDatabase } from './support/fresh-database.js';
import { ScriptedLives } from './support/scripted-lives.js';
import { seededRandom } from './support/seeded-random.js';
import type { ServiceLife } from './support/service-life.js';

const rounds = Number(process.env.CRASH_KILLS ?? 4);
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1e6);
/** Time for a test on a machine that is five times slower than a quiet one, ms. */
const wayMs = 600_000;
/** The whole way of an issue takes about so many commits of a life. */
const latestCommit = 160;

const lives = new ScriptedLives();

type Step = readonly [method: string, path: RegExp, moment: 'before' | 'after'];

/** What the service sends there when it is killed, of several issues at once. */
const deaths: readonly (readonly Step[])[] = [
  [
    ['POST', /\/comments$/, 'before'],
    ['POST', /\/comments$/, 'after'],
  ],
  [['POST', /git-upload-pack$/, 'after']],
  [
    ['GET', /info\/refs\?service=git-receive-pack$/, 'before'],
    ['POST', /git-receive-pack$/, 'before'],
    ['POST', /git-receive-pack$/, 'after'],
  ],
  [
    ['POST', /\/pulls$/, 'before'],
    ['POST', /\/pulls$/, 'after'],
  ],
];

describe.each(crashDatabases)(`issues of a service that is killed, on $name`, ({ url }) => {
  const directory = temporaryDirectory();
  const database = freshDatabase(url, () => directory(`${places}`, 'office.sqlite'));
  let places = 0;
  let at: ForgeLives;
  let life: ServiceLife;
  let client: OfficeClient;

  beforeEach(async () => {
    places += 1;
    mkdirSync(directory(`${places}`));
    at = await ForgeLives.make({
      ...{ directory: directory(`${places}`), database: database(), provider: lives.provider },
    });
    await live();
    await at.connect(client);
  });
  afterEach(async () => {
    expect(at.forge.violations).toEqual([]);
    await at.end();
  });

  async function live(): Promise<void> {
    life = at.start();
    client = await life.serving();
  }

  /** Kills the service once it has come to each step, and goes on with the next life. */
  async function dieAt(steps: readonly Step[]): Promise<void> {
    const held = steps.map((step) => at.forge.server.hold(...step));
    await at.poll(client);
    await Promise.all(held.map(({ reached }) => reached));
    const killed = life.kill();
    // What it has started ends with its connection.
    for (const each of held) each.cut();
    await killed;
    await live();
  }

  const isOpen = ({ state }: ForgeIssue): boolean => state === 'open';

  /** Once the office has written so much of it. */
  async function tracesOf(issue: WorldIssue, marks: number): Promise<Traces> {
    await until(async () => (await at.traces(client, issue)).marks.length >= marks);
    return at.traces(client, issue);
  }

  it(
    'become one run, one branch, one request and one reply of each kind, wherever it dies',
    async () => {
      const issues: WorldIssue[] = [];
      for (const [round, steps] of deaths.entries()) {
        issues.push(...steps.map((_, index) => at.open(`step-${round}-${index}`)));
        await dieAt(steps);
        for (const { number } of issues) await at.when(client, number, isOpen);
      }
      for (const issue of issues) {
        const { runs, requests, marks } = await tracesOf(issue, 2);
        const { title } = issue;
        expect([title, runs.length, requests.length]).toEqual([title, 1, 1]);
        expect(marks.toSorted()).toEqual(['begun', 'delivered']);
        expect(linesOf(issue)).toBeGreaterThan(0);
      }
      const branches = at.forge.git.git('branch', '--list', 'office/*').split('\n');
      expect(branches).toHaveLength(issues.length);
    },
    wayMs,
  );

  it(
    'are woken once and ended once, wherever it dies',
    async () => {
      const names = ['one', 'two', 'three', 'four'];
      const issues = names.map((name) => at.open(name));
      for (const { number } of issues) await at.when(client, number, isOpen);
      const lines = issues.map(linesOf);
      const requests = issues.map(({ number }) => at.requestOf(number));
      const tips = requests.map(({ branch }) => at.forge.git.tip(branch) ?? '');
      for (const request of requests) at.wake(request);
      await dieAt([
        ['POST', new RegExp(`/issues/${requests[0]?.number}/comments$`), 'after'],
        ['POST', /git-receive-pack$/, 'after'],
        ['PATCH', /\/pulls\/\d+$/, 'after'],
        ['GET', new RegExp(`/commits/${tips[3]}/check-runs$`), 'after'],
      ]);
      for (const { number } of issues) {
        await at.when(client, number, (issue) => isOpen(issue) && issue.wakes > 0);
      }
      for (const [index, issue] of issues.entries()) {
        const { runs, requests: own, marks } = await tracesOf(issue, 4);
        const { title } = issue;
        expect([title, runs.length, own.length]).toEqual([title, 2, 1]);
        expect(marks.toSorted()).toEqual(['begun', 'delivered', 'ended', 'woken']);
        expect(linesOf(issue)).toBeGreaterThan(lines[index] ?? 0);
        at.forge.git.git('merge-base', '--is-ancestor', tips[index] ?? '', branchOf(issue));
      }
      for (const request of requests) at.merge(request);
      await dieAt([['GET', /\/pulls\/\d+$/, 'after']]);
      for (const issue of issues) {
        await at.when(client, issue.number, ({ state }) => state === 'ended');
        const { runs } = await at.traces(client, issue);
        expect(await kept(runs.map(({ id }) => id))).toEqual([]);
      }
    },
    wayMs,
  );

  function branchOf({ number }: WorldIssue): string {
    return at.requestOf(number).branch;
  }

  function linesOf(issue: WorldIssue): number {
    const file = `${branchOf(issue)}:${issue.title}.txt`;
    return at.forge.git.git('show', file).split('\n').length;
  }

  it(
    `go their whole way, killed again and again (seed ${seed})`,
    async () => {
      const random = seededRandom(seed);
      const issues: WorldIssue[] = [];
      await life.stop();
      for (let round = 1; round <= rounds; round += 1) {
        issues.push(at.open(`way-${round}`));
        life = at.start({
          of: 'all',
          atCommit: 1 + Math.floor(random() * latestCommit),
          moment: random() < 0.5 ? 'before' : 'after',
          afterMs: null,
        });
        const doomed = await life.listening();
        if (doomed !== null) await goOn(doomed, issues, life).catch(() => undefined);
        await life.kill();
      }
      await live();
      await goOn(client, issues, life);
      for (const issue of issues) {
        const { runs, requests, marks } = await at.traces(client, issue);
        expect([issue.title, runs.length, requests.length]).toEqual([issue.title, 2, 1]);
        expect(marks.toSorted()).toEqual(['begun', 'delivered', 'ended', 'woken']);
        expect(await kept(runs.map(({ id }) => id))).toEqual([]);
      }
    },
    wayMs,
  );

  /** People comment on each request once, and merge it when it was changed. */
  async function goOn(
    asked: OfficeClient,
    issues: readonly WorldIssue[],
    lived: ServiceLife,
  ): Promise<void> {
    const isOver = async (issue: WorldIssue): Promise<boolean> => {
      const known = await at.issue(asked, issue.number);
      if (known?.state !== 'open') return known?.state === 'ended';
      const request = at.requestOf(issue.number);
      const { marks } = await at.traces(asked, issue);
      if (request.comments.length === 0 && marks.length === 2) at.wake(request);
      if (known.wakes === 1 && marks.length === 4 && request.state === 'open') at.merge(request);
      return false;
    };
    await until(async () => {
      if (!lived.alive) throw new Error('it died');
      await at.pollAtTimes(asked);
      const over = [];
      for (const issue of issues) over.push(await isOver(issue));
      return over.every(Boolean);
    });
  }

  /** Runs whose worktree is still there. */
  async function kept(ids: readonly string[]): Promise<readonly string[]> {
    const told = ids.map(async (id) => {
      const { body } = await client.get<{ worktreeKept?: boolean }>(`/api/runs/${id}`);
      return body.worktreeKept === false ? [] : [id];
    });
    return (await Promise.all(told)).flat();
  }
});
