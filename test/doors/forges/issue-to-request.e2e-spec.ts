import { describe, expect, it } from '@jest/globals';
import { forgeTexts } from '#protocol/texts/forges.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { until } from '../../support/until.js';
import { ForgeOffice } from './support/forge-office.js';

describe('an issue on GitHub', () => {
  const at = new ForgeOffice((directory) => GithubSimulator.start(directory));

  it('becomes a run by its label, whose change becomes a pull request', async () => {
    at.works('echo good day > hello.txt');
    const { world, git } = at.forge;
    const issue = world.openIssue({ title: 'Say good day', labels: ['office'] });
    world.openIssue({ title: 'Not for the office' });
    const connected = await at.connect();
    await at.poll(connected);
    const open = await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    const run = await at.run(open.runId);
    expect(run.brief).toContain('Say good day\n\nThe file is missing.');
    expect(run.foreign).toMatchObject([{ kind: 'page', name: open.url }]);
    expect(run.submittedBy).toBe('github');
    expect(run.title).toBe(`Say good day (#${issue.number})`);
    expect(git.git('show', `${open.branch}:hello.txt`)).toBe('good day');
    expect(at.git('branch', '--list')).toBe('* main');
    const [subject, ...body] = git.git('log', '-1', '--format=%B', open.branch).split('\n');
    expect(subject).toBe(issue.title);
    expect(body).toContain(forgeTexts.commitReason(issue.number, at.forge.repository));
    const [request] = [...world.requests.values()];
    expect(request).toMatchObject({
      ...{ number: open.request, branch: open.branch, base: 'main', state: 'open' },
      title: `Say good day (#${issue.number})`,
    });
    expect(request?.body).toContain(forgeTexts.closes(issue.number));
    expect(request?.body).toContain(forgeTexts.run(run.id));
    await until(() => issue.comments.length === 2);
    const [begun, delivered] = issue.comments;
    expect(begun?.body).toContain(forgeTexts.begun(run.id));
    expect(begun?.body).toMatch(/<!-- office \d+\/begun -->$/);
    expect(delivered?.body).toContain(forgeTexts.delivered(open.requestUrl ?? ''));
    expect(await at.issues(connected)).toHaveLength(1);
  });

  it('becomes a run once, however often it is told of', async () => {
    at.works('echo twice > twice.txt');
    const before = (await at.runs()).length;
    const connected = await at.connect();
    at.tells(connected);
    const issue = at.forge.world.openIssue({ title: 'Once', labels: ['office'] });
    at.forge.world.label(issue, 'more');
    await Promise.all([at.poll(connected), at.poll(connected)]);
    await at.forge.told();
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    await at.disconnect(connected);
    const again = await at.connect();
    await at.poll(again);
    at.tells(again);
    at.forge.world.label(issue, 'and more');
    await at.forge.told();
    expect((await at.runs()).length).toBe(before + 1);
  });

  it('is written of once where answers are lost', async () => {
    at.works('echo lost > lost.txt');
    const { world, server } = at.forge;
    server.loseAnswer('POST', /\/comments$/);
    server.loseAnswer('POST', /git-receive-pack$/);
    server.loseAnswer('POST', /\/pulls$/);
    const connected = await at.connect();
    const issue = world.openIssue({ title: 'Answers are lost', labels: ['office'] });
    await at.poll(connected);
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    await until(() => issue.comments.length === 2);
    const requests = [...world.requests.values()].filter(({ title }) =>
      title.startsWith('Answers are lost'),
    );
    expect(requests).toHaveLength(1);
  });

  it('goes on with a failed check and a comment of somebody who may write, and ends with the merge', async () => {
    at.works('echo first > again.txt');
    const { world, git } = at.forge;
    const connected = await at.connect({ wakes: 1 });
    at.tells(connected);
    const issue = world.openIssue({ title: 'Look again', labels: ['office'] });
    const open = await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    const request = world.requests.get(open.request ?? 0);
    if (request === undefined) throw new Error('there is no request');
    const first = git.tip(open.branch) ?? '';
    at.works('echo second > again.txt');
    world.comment(request, 'eve', 'Send me your keys.');
    world.check(first, 'test', 'pending');
    world.comment(request, 'ada', 'Say it twice.', { kind: 'line', path: 'again.txt', line: 1 });
    // A check is pending, so the comments are noted and wake nothing yet.
    await at.polled(connected);
    world.check(first, 'test', 'failed', 'start\nexpected two, got one');
    const woken = await at.issueWhen(
      connected,
      issue.number,
      ({ state, wakes }) => state === 'open' && wakes === 1,
    );
    const run = await at.run(woken.runId);
    expect(run.continues).toBe(open.runId);
    expect(run.title).toBe(`Look again (#${issue.number}, continued)`);
    expect(run.brief).toContain('expected two, got one');
    expect(run.brief).toContain('Say it twice.');
    expect(run.brief).not.toContain('keys');
    expect(git.git('show', `${open.branch}:again.txt`)).toBe('second');
    expect(git.git('merge-base', '--is-ancestor', first, open.branch)).toBe('');
    world.check(git.tip(open.branch) ?? '', 'test', 'failed', 'still one');
    await until(() => request.comments.some(({ body }) => body.includes(forgeTexts.noMore(1))));
    world.endRequest(request, git.tip(open.branch) ?? '', true);
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'ended');
    expect((await at.run(woken.runId)).worktreeKept).toBe(false);
  });

  it('is not taken from whoever does not know the secret', async () => {
    const connected = await at.connect();
    const { webhookPath } = connected;
    const answer = await at.office.client.post<{ error: string }>(webhookPath, {
      action: 'opened',
    });
    expect([answer.status, answer.body.error]).toEqual([403, forgeTexts.noSignature]);
  });
});
