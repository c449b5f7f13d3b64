import { describe, expect, it } from '@jest/globals';
import type { ConnectedForge } from '#protocol/records/forges.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { WorldComment } from '#test/support/forges/forge-world.js';
import { until } from '#test/support/until.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { ForgeOffice } from './support/forge-office.js';

describe('a token of another account', () => {
  const at = new ForgeOffice((directory) => GithubSimulator.start(directory));

  async function becomes(login: string, { forge }: ConnectedForge): Promise<void> {
    const { world, token } = at.forge;
    world.login = login;
    world.writers.add(login);
    const { status, body } = await at.office.client.patch(`/forges/${forge.id}`, { token });
    expect([status, body]).toEqual([200, expect.objectContaining({ login })]);
  }

  it('makes what the office has written no news, and what a person writes as before', async () => {
    at.works('date +%N > accounts.txt');
    const { world } = at.forge;
    const connected = await at.connect({ mention: 'office' });
    const issue = world.openIssue({ labels: ['office'] });
    await at.poll(connected);
    const opened = await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    const request = world.requests.get(opened.request ?? 0);
    if (request === undefined) throw new Error('there is no request');
    const own = (): readonly WorldComment[] =>
      request.comments.filter(({ author }) => author === 'office-bot');
    world.comment(request, 'ada', 'Once more.');
    await at.poll(connected);
    const woken = (wakes: number) =>
      at.issueWhen(connected, issue.number, (now) => now.state === 'open' && now.wakes === wakes);
    await woken(1);
    await until(() => own().length === 2);
    await becomes('office-two', connected);
    await at.polled(connected);
    await at.outboxIdle();
    await woken(1);
    // The account of before may be one of a person.
    world.comment(request, 'office-bot', 'And now I look at it myself.');
    await at.poll(connected);
    const { runId } = await woken(2);
    const { brief } = await at.run(runId);
    expect(brief).toContain('And now I look at it myself.');
    expect(brief).not.toContain(forgeTexts.run('').trim());
    expect(await at.office.client.get('/forges')).not.toMatchObject({
      body: [expect.objectContaining({ earlierLogins: expect.anything() })],
    });
  });

  it('finds again what was written by the one of before, also over connections', async () => {
    at.works('date +%N > replies.txt');
    const { world, server } = at.forge;
    const connected = await at.connect();
    const begun = server.hold('POST', /\/comments$/, 'after');
    const issue = world.openIssue({ title: 'Told once', labels: ['office'] });
    await at.poll(connected);
    await begun.reached;
    await becomes('office-three', connected);
    begun.cut();
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    await until(() => issue.comments.length === 2);
    expect(issue.comments.map(({ author }) => author)).toEqual(['office-two', 'office-three']);
    await at.disconnect(connected);
    world.login = 'office-four';
    world.writers.add(world.login);
    const again = await at.connect({ mention: 'office' });
    const { length } = await at.runs();
    await at.polled(again);
    await at.outboxIdle();
    expect(await at.runs()).toHaveLength(length);
  });
});
