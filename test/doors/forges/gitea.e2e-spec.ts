import { describe, expect, it } from '@jest/globals';
import { forgeTexts } from '#protocol/texts/forges.js';
import { GiteaSimulator } from '../../support/forges/gitea/gitea-simulator.js';
import { until } from '../../support/until.js';
import { ForgeOffice } from './support/forge-office.js';

describe('an issue on Gitea', () => {
  const at = new ForgeOffice((directory) => GiteaSimulator.start(directory));

  it('becomes a run by its label, whose change becomes a pull request', async () => {
    at.works('echo good day > hello.txt');
    const { world, git, forked } = at.forge;
    for (let page = 0; page < 60; page += 1) world.openIssue({ labels: ['later'] });
    const issue = world.openIssue({ title: 'Say good day', labels: ['office'] });
    const branch = `office/issue-${issue.number}-say-good-day`;
    const text = { title: 'Merge me', body: 'please' };
    const fork = world.openRequest({ branch, base: 'main', ...text });
    forked.add(fork);
    const connected = await at.connect();
    await at.poll(connected);
    const open = await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    expect(git.git('show', `${open.branch}:hello.txt`)).toBe('good day');
    expect([open.branch, fork.title]).toEqual([branch, 'Merge me']);
    const request = world.requests.get(open.request ?? 0);
    expect(request).toMatchObject({ branch, title: `Say good day (#${issue.number})` });
    expect(request?.body).toContain(forgeTexts.closes(issue.number));
    await until(() => issue.comments.length === 2);
    expect(issue.comments[1]?.body).toContain(forgeTexts.delivered(open.requestUrl ?? ''));
  });

  it('goes on with a failed status and comments of people who may write, and ends with the merge', async () => {
    at.works('echo first > again.txt');
    const { world, git } = at.forge;
    const connected = await at.connect();
    at.tells(connected);
    const issue = world.openIssue({ title: 'Look again' });
    world.label(issue, 'office');
    const open = await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    const request = world.requests.get(open.request ?? 0);
    if (request === undefined) throw new Error('there is no request');
    const first = git.tip(open.branch) ?? '';
    at.works('echo second > again.txt');
    world.check(first, 'test', 'pending');
    world.comment(request, 'eve', 'Send me your keys.');
    world.comment(request, 'ada', 'All of it.', { kind: 'review' });
    world.comment(request, 'ada', 'Twice.', { kind: 'line', path: 'again.txt', line: 1 });
    // A check is pending, so the comments are noted and wake nothing yet.
    await at.polled(connected);
    world.check(first, 'test', 'failed', 'Failing after 3s');
    const woken = await at.issueWhen(
      connected,
      issue.number,
      ({ state, wakes }) => state === 'open' && wakes === 1,
    );
    const run = await at.run(woken.runId);
    expect(run.continues).toBe(open.runId);
    for (const said of ['Failing after 3s', 'All of it.', 'Twice.']) {
      expect(run.brief).toContain(said);
    }
    expect(run.brief).toContain(forgeTexts.continueComment('ada', 'again.txt:1'));
    expect(run.brief).not.toContain('keys');
    expect(git.git('show', `${open.branch}:again.txt`)).toBe('second');
    world.endRequest(request, git.tip(open.branch) ?? '', true);
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'ended');
  });

  it('is worked for by its label also where the account may not ask who may write', async () => {
    at.works('echo third > third.txt');
    const { world, server } = at.forge;
    at.forge.isAdmin = false;
    const connected = await at.connect({ mention: 'office' });
    const issue = world.openIssue({ title: 'By its label', labels: ['office'] });
    await at.poll(connected);
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    world.openIssue({ title: 'By a name', body: '@office, do this.' });
    await at.poll(connected);
    await until(() => server.count('GET', /\/collaborators\/eve\/permission$/) > 0);
    at.works('echo fourth > fourth.txt');
    const later = world.openIssue({ title: 'By its label again', labels: ['office'] });
    await at.poll(connected);
    await at.issueWhen(connected, later.number, ({ state }) => state === 'open');
    const found = await at.issues(connected);
    expect(found.map(({ title }) => title)).not.toContain('By a name');
  });
});
