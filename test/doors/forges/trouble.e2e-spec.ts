import { describe, expect, it } from '@jest/globals';
import { existsSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { ConnectedForge, Forge, ForgeIssue } from '#protocol/records/forges.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { worktreeEndTexts, worktreeTexts } from '#protocol/texts/worktrees.js';
import type { WorldRequest } from '#test/support/forges/forge-world.js';
import { until } from '#test/support/until.js';
import { GiteaSimulator } from '../../support/forges/gitea/gitea-simulator.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { GitlabSimulator } from '../../support/forges/gitlab/gitlab-simulator.js';
import { ForgeOffice } from './support/forge-office.js';

type Simulator = GiteaSimulator | GithubSimulator | GitlabSimulator;

const forges: readonly (readonly [string, (directory: string) => Promise<Simulator>])[] = [
  ['GitHub', (directory) => GithubSimulator.start(directory)],
  ['GitLab', (directory) => GitlabSimulator.start(directory)],
  ['Gitea', (directory) => GiteaSimulator.start(directory)],
];

describe.each(forges)('trouble with %s', (_, simulate) => {
  const at = new ForgeOffice<Simulator>(simulate);

  async function open(connected: ConnectedForge, title: string): Promise<ForgeIssue> {
    const issue = at.forge.world.openIssue({ title, labels: ['office'], author: 'ada' });
    await at.poll(connected);
    return at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
  }

  function requestOf({ request }: ForgeIssue): WorldRequest {
    const found = at.forge.world.requests.get(request ?? 0);
    if (found === undefined) throw new Error('there is no request');
    return found;
  }

  async function standing(): Promise<Forge | undefined> {
    return (await at.office.client.get<readonly Forge[]>('/forges')).body[0];
  }

  it('is said, ends nothing, and is over when it is over', async () => {
    at.works('echo first > trouble.txt');
    const { world, server } = at.forge;
    const connected = await at.connect();
    at.tells(connected);
    const issue = await open(connected, 'In trouble');
    for (const status of [401, 403, 404, 410, 500, 502, 503]) {
      server.outage = status;
      world.touch(requestOf(issue));
      await at.polled(connected);
      expect((await standing())?.problem).toContain(forgeTexts.answered(status, 'outage'));
      await at.outboxIdle();
      expect((await at.issues(connected))[0]?.state).toBe('open');
    }
    at.works('echo second > trouble.txt');
    world.comment(requestOf(issue), 'ada', 'While it was away.');
    await at.forge.told();
    server.outage = null;
    await at.polled(connected);
    await at.issueWhen(
      connected,
      issue.number,
      ({ state, wakes }) => state === 'open' && wakes === 1,
    );
    expect((await standing())?.problem).toBeNull();
    expect(at.forge.git.git('show', `${issue.branch}:trouble.txt`)).toBe('second');
  });

  it.each(['acme/gadgets', 'umbrella/widgets', 'acme/tools/deep/widgets'])(
    'is none where the repository is called %s from now on',
    async (to) => {
      at.works(`echo renamed > ${to.replaceAll('/', '-')}.txt`);
      const { kind, server, repository } = at.forge;
      // Only GitLab has groups within groups.
      if (kind !== 'gitlab' && to.split('/').length > 2) return;
      const connected = await at.connect();
      server.renamed = { from: repository, to };
      try {
        const issue = await open(connected, `By the name ${to}`);
        expect((await standing())?.repository).toBe(to);
        expect(issue.requestUrl).toContain(to);
        at.works(`echo more >> ${to.replaceAll('/', '-')}.txt`);
        at.forge.world.comment(requestOf(issue), 'ada', 'Once more.');
        await at.poll(connected);
        await at.issueWhen(
          connected,
          issue.number,
          (now) => now.state === 'open' && now.wakes === 1,
        );
      } finally {
        server.renamed = null;
      }
    },
  );

  it('is none where the repository takes the name of one that was removed', async () => {
    at.works('echo taken > taken-name.txt');
    const { server, repository } = at.forge;
    server.renamed = { from: repository, to: 'acme/before' };
    const removed = await at.connect({ repository: 'acme/before' });
    await at.disconnect(removed);
    server.renamed = null;
    const connected = await at.connect();
    server.renamed = { from: repository, to: 'acme/before' };
    try {
      await open(connected, 'By the name of another');
      expect(await standing()).toMatchObject({ repository: 'acme/before', problem: null });
    } finally {
      server.renamed = null;
    }
  });

  it('is none where an event is looked at before the new name is known', async () => {
    at.works('echo told > told.txt');
    const { server, repository, world } = at.forge;
    const connected = await at.connect();
    at.tells(connected);
    const issue = await open(connected, 'Told by its old name');
    const known = world.issues.get(issue.number);
    if (known === undefined) throw new Error('there is no issue');
    server.renamed = { from: repository, to: 'acme/gizmos' };
    try {
      world.comment(known, 'ada', 'By the way.');
      await at.forge.told();
      await at.outboxIdle();
    } finally {
      server.renamed = null;
    }
    const found = (await at.issues(connected)).find(({ number }) => number === issue.number);
    expect(found?.state).toBe('open');
  });

  /** People and the run's record are told that what was done meanwhile is on no branch. */
  async function isToldAsLost(issue: ForgeIssue, how: 'merged' | 'closed'): Promise<void> {
    const lost = forgeTexts.overMeanwhile(issue.runId ?? '');
    expect(issue.note).toBe(lost);
    const { comments } = requestOf(issue);
    await until(() => comments.filter(({ body }) => body.includes(lost)).length === 1);
    const run = await at.run(issue.runId);
    expect(run.changes?.at(-1)).toMatchObject({
      ...{ kind: 'discarded', by: 'office', note: worktreeEndTexts[how] },
    });
    expect(run.worktreeKept).toBe(false);
    await until(async () => (await readdir(run.workspacePath)).length === 0);
  }

  it('stops a run whose request is merged meanwhile, says what is lost, and writes nothing more', async () => {
    at.works('echo one > merged.txt');
    const { world, git } = at.forge;
    const connected = await at.connect();
    const issue = await open(connected, 'Merged meanwhile');
    const request = requestOf(issue);
    const begun = `${at.root}-begun`;
    at.works(
      `trap '' TERM; echo two > merged.txt; touch ${begun}; while :; do echo more >> merged.txt; sleep 0.05; done`,
    );
    world.comment(request, 'ada', 'Once more.');
    await at.poll(connected);
    await until(() => existsSync(begun));
    rmSync(begun);
    world.endRequest(request, git.tip(issue.branch) ?? '', true);
    await at.polled(connected);
    const ended = await at.issueWhen(connected, issue.number, ({ state }) => state === 'ended');
    expect((await at.run(ended.runId)).status).toBe('cancelled');
    await isToldAsLost(ended, 'merged');
    expect(git.git('show', `${issue.branch}:merged.txt`)).toBe('one');
  });

  it('tells nothing as lost where the change was on the branch before its request was merged', async () => {
    at.works('echo one > in-time.txt');
    const { world, git, server } = at.forge;
    const connected = await at.connect();
    const issue = await open(connected, 'Merged in time');
    const request = requestOf(issue);
    at.works('echo two > in-time.txt');
    world.comment(request, 'ada', 'Once more.');
    const push = server.hold('POST', /git-receive-pack$/, 'after');
    await at.poll(connected);
    await push.reached;
    world.endRequest(request, git.tip(issue.branch) ?? '', true);
    await at.polled(connected);
    push.release();
    const ended = await at.issueWhen(connected, issue.number, ({ state }) => state === 'ended');
    expect(ended.note).toBeNull();
    await at.outboxIdle();
    const lost = forgeTexts.overMeanwhile(ended.runId ?? '');
    expect(request.comments.filter(({ body }) => body.includes(lost))).toEqual([]);
    expect(git.git('show', `${issue.branch}:in-time.txt`)).toBe('two');
  });

  it('is no second request where somebody closes the first while a run is at work', async () => {
    at.works('echo one > closed.txt');
    const { world, git } = at.forge;
    const connected = await at.connect();
    const issue = await open(connected, 'Closed meanwhile');
    const request = requestOf(issue);
    const tip = git.tip(issue.branch);
    at.works('echo two > closed.txt');
    const push = at.forge.server.hold('GET', /info\/refs\?service=git-upload-pack$/, 'before');
    world.comment(request, 'ada', 'Once more.');
    await at.poll(connected);
    await push.reached;
    const delivery = at.forge.server.hold('GET', /\/(?:pulls|merge_requests)$/, 'before');
    push.release();
    await delivery.reached;
    world.endRequest(request, tip ?? '', false);
    delivery.release();
    const ended = await at.issueWhen(connected, issue.number, ({ state }) => state === 'ended');
    await isToldAsLost(ended, 'closed');
    const titles = [...world.requests.values()].map(({ title }) => title);
    expect(titles.filter((title) => title.startsWith('Closed meanwhile'))).toHaveLength(1);
    expect(git.tip(issue.branch)).toBe(tip);
  });

  it.each<[keyof typeof worktreeEndTexts, (issue: ForgeIssue) => void]>([
    ['merged', (issue) => endRequest(issue, true)],
    ['closed', (issue) => endRequest(issue, false)],
    ['issue', ({ number }) => closeIssue(number)],
    ['gone', ({ request }) => at.forge.world.requests.delete(request ?? 0)],
  ])('is no riddle in the record of a run: its worktree goes as "%s"', async (how, end) => {
    at.works(`echo ${how} > end-${how}.txt`);
    const connected = await at.connect();
    const issue = await open(connected, `Ends as ${how}`);
    end(issue);
    await at.polled(connected);
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'ended');
    const { changes } = await at.run(issue.runId);
    const note = worktreeEndTexts[how];
    expect(changes?.at(-1)).toMatchObject({ kind: 'discarded', by: 'office', note });
    const message = worktreeTexts.removedAs(issue.runId ?? '', note);
    expect(at.office.log.some((line) => line.includes(message))).toBe(true);
  });

  function endRequest(issue: ForgeIssue, isMerged: boolean): void {
    const { world, git } = at.forge;
    world.endRequest(requestOf(issue), git.tip(issue.branch) ?? '', isMerged);
  }

  function closeIssue(number: number): void {
    const issue = at.forge.world.issues.get(number);
    if (issue !== undefined) at.forge.world.closeIssue(issue);
  }
});
