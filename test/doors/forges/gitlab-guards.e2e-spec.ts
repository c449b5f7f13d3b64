import { describe, expect, it } from '@jest/globals';
import type { Forge } from '#protocol/records/forges.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { GitlabSimulator } from '../../support/forges/gitlab/gitlab-simulator.js';
import { until } from '../../support/until.js';
import { ForgeOffice } from './support/forge-office.js';

describe('a project on GitLab', () => {
  const at = new ForgeOffice((directory) => GitlabSimulator.start(directory));

  async function refusalOf(token: string, repository = at.forge.repository): Promise<string> {
    const { kind, url } = at.forge;
    const wanted = { kind, url, repository, token, workspaceId: 'default' };
    const { status, body } = await at.office.client.post<{ error: string }>('/forges', wanted);
    expect(status).toBe(400);
    return body.error;
  }

  it('is not connected with a token that cannot do the work', async () => {
    const { accounts, repository, url, token } = at.forge;
    accounts.set('glpat-guest', { login: 'gil', scopes: ['api'] });
    accounts.set('glpat-reader', { login: 'ada', scopes: ['read_api', 'write_repository'] });
    accounts.set('glpat-pusher', { login: 'ada', scopes: ['write_repository'] });
    const { host } = new URL(url);
    expect(await refusalOf('glpat-guest')).toBe(forgeTexts.noPush(repository, 'gil'));
    expect(await refusalOf('glpat-reader')).toBe(forgeTexts.noPush(repository, 'ada'));
    expect(await refusalOf('glpat-pusher')).toBe(
      forgeTexts.unreachable(host, forgeTexts.answered(403, 'insufficient_scope')),
    );
    accounts.set('glpat-stranger', { login: 'eve', scopes: ['api'] });
    expect(await refusalOf('glpat-stranger')).toBe(forgeTexts.notThere(repository));
    expect(await refusalOf('glpat-unknown')).toBe(forgeTexts.tokenRefused(host));
    expect(await refusalOf(token, 'acme/others')).toBe(forgeTexts.notThere('acme/others'));
  });

  it('is worked for by labels of people who may label issues of others', async () => {
    at.works('echo labelled > labelled.txt');
    const { world, desk } = at.forge;
    const issue = world.openIssue({ title: 'Labelled while it was opened', author: 'gil' });
    desk.labelledBy(issue, 'gil');
    issue.labels.push('office');
    const other = world.openIssue({ title: 'Labelled by Ada', labels: ['office'] });
    const connected = await at.connect();
    await at.poll(connected);
    await at.issueWhen(connected, other.number, ({ state }) => state === 'open');
    expect((await at.issues(connected)).map(({ number }) => number)).toEqual([other.number]);
    at.works('echo after all > labelled.txt');
    desk.labelledBy(issue, 'ada');
    world.touch(issue);
    await at.poll(connected);
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
  });

  it('has issues for few that stay there', async () => {
    const { world, desk } = at.forge;
    const connected = await at.connect();
    at.tells(connected);
    const issue = world.openIssue({ title: 'A hole', author: 'ada' });
    desk.confidential.add(issue);
    world.label(issue, 'office');
    await at.poll(connected);
    await at.forge.told();
    at.works('echo told > told.txt');
    const later = world.openIssue({ title: 'For everybody', labels: ['office'] });
    await at.issueWhen(connected, later.number, ({ state }) => state === 'open');
    const found = await at.issues(connected);
    expect(found.filter(({ number }) => number === issue.number)).toEqual([]);
  });

  it('has forks, whose branches may have the name of one of the office', async () => {
    at.works('echo mine > mine.txt');
    const { world, desk } = at.forge;
    const issue = world.openIssue({ title: 'Forked', labels: ['office'] });
    const branch = `office/issue-${issue.number}-forked`;
    const text = { title: 'Merge me', body: 'please' };
    const fork = world.openRequest({ branch, base: 'main', ...text });
    desk.forked.add(fork);
    const connected = await at.connect();
    await at.poll(connected);
    const open = await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    expect(open.branch).toBe(branch);
    expect(open.request).not.toBe(fork.number);
    expect(fork).toMatchObject(text);
  });

  it('is waited for where it was asked too often', async () => {
    at.works('echo slowly > slowly.txt');
    const connected = await at.connect();
    at.tells(connected);
    at.forge.tooMany = 1;
    const issue = at.forge.world.openIssue({ title: 'Slowly', labels: ['office'] });
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    expect(at.forge.tooMany).toBe(0);
  });

  it('ends nothing because its account sees nothing for a while', async () => {
    at.works('echo seen > seen.txt');
    const { world, server } = at.forge;
    const connected = await at.connect();
    at.tells(connected);
    const issue = world.openIssue({ title: 'Seen again', labels: ['office'] });
    const open = await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    world.writers.delete(world.login);
    const asks = (): number => server.count('GET', /\/projects\/42$/);
    const before = asks();
    world.label(issue, 'unseen');
    await until(() => asks() > before);
    await at.poll(connected);
    const problem = async (): Promise<string> =>
      (await at.office.client.get<readonly Forge[]>('/forges')).body[0]?.problem ?? '';
    await until(async () => (await problem()).includes('404 Project Not Found'));
    world.writers.add(world.login);
    expect((await at.issues(connected))[0]?.state).toBe('open');
    const request = world.requests.get(open.request ?? 0);
    if (request === undefined) throw new Error('there is no request');
    world.endRequest(request, at.forge.git.tip(open.branch) ?? '', false);
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'ended');
  });
});
