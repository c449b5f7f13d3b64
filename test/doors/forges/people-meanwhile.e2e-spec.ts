import { execFileSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import type { ConnectedForge, ForgeIssue } from '#protocol/records/forges.js';
import { exact } from '#protocol/texts/format.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { WorldIssue, WorldRequest } from '#test/support/forges/forge-world.js';
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

describe.each(forges)('people on %s meanwhile', (_, simulate) => {
  const at = new ForgeOffice<Simulator>(simulate);

  function write(title: string): WorldIssue {
    return at.forge.world.openIssue({ title, labels: ['office'], author: 'ada' });
  }

  async function open(connected: ConnectedForge, title: string): Promise<ForgeIssue> {
    const issue = write(title);
    await at.poll(connected);
    return at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
  }

  function requestOf({ request }: ForgeIssue): WorldRequest {
    const found = at.forge.world.requests.get(request ?? 0);
    if (found === undefined) throw new Error('there is no request');
    return found;
  }

  function woken(connected: ConnectedForge, { number }: ForgeIssue, wakes = 1) {
    return at.issueWhen(connected, number, (now) => now.state === 'open' && now.wakes === wakes);
  }

  const git = (...args: string[]): string => at.forge.git.git(...args);

  /** People make a branch of main with one more file. */
  function branched(name: string, file: string): string {
    const from = at.forge.git.git('rev-parse', '--absolute-git-dir');
    const who = '-c user.name=Ada -c user.email=ada@example.com';
    const script = [
      'd=$(mktemp -d)',
      'git clone -q "$0" "$d"',
      'cd "$d"',
      'git switch -qc "$1"',
      'echo people > "$2"',
      `git add -A`,
      `git ${who} commit -qm more`,
      'git push -q origin "$1"',
      'rm -rf "$d"',
    ].join('\n');
    execFileSync('sh', ['-ec', script, from, name, file]);
    return at.forge.git.tip(name) ?? '';
  }

  it('take the label away while the issue waits, and set it again', async () => {
    at.works('echo label > label.txt');
    const { world } = at.forge;
    const connected = await at.connect({ perDay: 1 });
    const first = await open(connected, 'The one of the day');
    const second = write('Waits for its turn');
    await at.polled(connected);
    world.unlabel(second, 'office');
    await at.office.client.patch(`/forges/${connected.forge.id}`, { perDay: 5 });
    await at.polled(connected);
    const stands = async (): Promise<string | undefined> =>
      (await at.issues(connected)).find(({ number }) => number === second.number)?.state;
    expect(await stands()).toBe('waiting');
    world.label(second, 'office');
    await at.polled(connected);
    await at.issueWhen(connected, second.number, ({ state }) => state === 'open');
    const runs = (await at.runs()).length;
    // One at work goes on, and is no second one.
    const known = world.issues.get(first.number);
    if (known === undefined) throw new Error('there is no issue');
    world.unlabel(known, 'office');
    await at.polled(connected);
    world.label(known, 'office');
    await at.polled(connected);
    expect((await at.runs()).length).toBe(runs);
    expect(requestOf(first).state).toBe('open');
  });

  it('edit the issue while its run works: one request, by the branch of before', async () => {
    at.works('echo edited > edited.txt');
    const { world } = at.forge;
    const connected = await at.connect();
    const held = at.forge.server.hold('POST', /\/(?:pulls|merge_requests)$/, 'before');
    const issue = write('As it was');
    await at.poll(connected);
    await held.reached;
    world.edit(issue, { title: 'As it is now', body: 'Do something else.' });
    await at.polled(connected);
    held.release();
    const { branch } = await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    expect(branch).toBe(`office/issue-${issue.number}-as-it-was`);
    world.edit(issue, { title: 'And again' });
    await at.polled(connected);
    const requests = [...world.requests.values()].filter((each) => each.branch === branch);
    expect(requests.map(({ title }) => title)).toEqual([`As it was (#${issue.number})`]);
  });

  it('give the request another base: its run goes on from there', async () => {
    at.works('echo target > target.txt');
    const tip = branched('release/größe', 'release.txt');
    const connected = await at.connect();
    const issue = await open(connected, 'To another base');
    const request = requestOf(issue);
    request.base = 'release/größe';
    at.works('cat release.txt > target.txt');
    at.forge.world.comment(request, 'ada', 'Into the release, please.');
    await at.poll(connected);
    const { branch, runId } = await woken(connected, issue);
    expect((await at.run(runId)).baseNote).toBeUndefined();
    expect(git('merge-base', branch, 'release/größe')).toBe(tip);
    expect(git('show', `${branch}:target.txt`)).toBe('people');
    expect(request.base).toBe('release/größe');
    const next = await open(connected, 'To the usual base');
    expect(requestOf(next).base).toBe('main');
    expect(git('merge-base', next.branch, 'main')).toBe(git('rev-parse', 'main'));
  });

  it('delete the branch of an open request: the next change makes it again', async () => {
    at.works('echo deleted > deleted.txt');
    const connected = await at.connect();
    const issue = await open(connected, 'Without its branch');
    const request = requestOf(issue);
    request.lastTip = at.forge.git.tip(issue.branch) ?? '';
    git('update-ref', '-d', `refs/heads/${issue.branch}`);
    at.works('echo again > deleted.txt');
    at.forge.world.comment(request, 'ada', 'Where is it?');
    await at.poll(connected);
    const { branch } = await woken(connected, issue);
    expect(git('show', `${branch}:deleted.txt`)).toBe('again');
  });

  it('squash the request, delete its branch and open it again: it has ended once', async () => {
    at.works('echo squashed > squashed.txt');
    const { world } = at.forge;
    const connected = await at.connect();
    const issue = await open(connected, 'Squashed');
    const request = requestOf(issue);
    const tip = at.forge.git.tip(issue.branch) ?? '';
    const tree = git('rev-parse', `${tip}^{tree}`);
    const who = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com'];
    const squashed = git(...who, 'commit-tree', tree, '-p', 'main', '-m', 'squashed');
    git('update-ref', 'refs/heads/main', squashed);
    world.endRequest(request, tip, true);
    git('update-ref', '-d', `refs/heads/${issue.branch}`);
    await at.polled(connected);
    const ended = await at.issueWhen(connected, issue.number, ({ state }) => state === 'ended');
    expect(ended.note).toBeNull();
    const runs = (await at.runs()).length;
    const said = request.comments.length;
    request.mergedAt = null;
    world.reopen(request);
    world.comment(request, 'ada', 'Once more.');
    await at.polled(connected);
    await at.outboxIdle();
    expect([(await at.runs()).length, request.comments.length]).toEqual([runs, said + 1]);
    at.works('echo after > after.txt');
    const next = await open(connected, 'After the squash');
    expect(git('rev-parse', `${next.branch}^`)).toBe(squashed);
  });

  it('and a machine that answers each push: it ends at the bound, and says so once', async () => {
    at.works('date +%N > machine.txt');
    const { world } = at.forge;
    const connected = await at.connect({ wakes: 2 });
    const issue = await open(connected, 'Answered by a machine');
    const request = requestOf(issue);
    world.writers.add('ci-bot');
    for (const wakes of [1, 2]) {
      world.comment(request, 'ci-bot', `Push ${wakes} was built.`);
      await at.poll(connected);
      await woken(connected, issue, wakes);
    }
    const last = forgeTexts.noMore(2);
    const times = (): number => request.comments.filter(({ body }) => body.includes(last)).length;
    for (let round = 0; round < 3; round += 1) {
      world.comment(request, 'ci-bot', `I read that. ${round}`);
      await at.polled(connected);
      await at.outboxIdle();
    }
    await until(() => times() === 1);
    world.comment(request, at.forge.world.login, 'Fix this, @office.');
    await at.polled(connected);
    await at.outboxIdle();
    expect(times()).toBe(1);
    expect((await woken(connected, issue, 2)).wakes).toBe(2);
  });

  it('comment once the money of the issue is used up: the office says so', async () => {
    at.works('echo money > money.txt');
    const connected = await at.connect({ issueUsd: 0.01, mention: 'office' });
    const issue = write('For little money');
    await at.poll(connected);
    // So little money pays for no whole run.
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'resting');
    at.forge.world.comment(issue, 'ada', '@office once more.');
    await at.polled(connected);
    const said = forgeTexts.noMoney(exact(0.01));
    await until(() => issue.comments.some(({ body }) => body.includes(said)));
    expect(await at.issueWhen(connected, issue.number, ({ note }) => note === said)).toMatchObject({
      ...{ state: 'resting', wakes: 0 },
    });
  });
});
