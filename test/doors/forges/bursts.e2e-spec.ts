import { createHmac } from 'node:crypto';
import { describe, expect, it } from '@jest/globals';
import type { ConnectedForge } from '#protocol/records/forges.js';
import type { WorldIssue } from '../../support/forges/forge-world.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { ForgeOffice } from './support/forge-office.js';

/** As many as come at once. */
const burst = 200;
/** The others are some of these again, as GitHub sends them at the wish of people. */
const different = 160;
/** Without a common divisor with the burst, so each place is taken once. */
const stride = 73;

describe('a burst of events on GitHub', () => {
  const at = new ForgeOffice((directory) => GithubSimulator.start(directory));

  /** Sends as many events of issues at once, in no order: each action, old and new, some twice. */
  async function storm(
    { webhookPath, webhookSecret }: ConnectedForge,
    name: string,
    issues: readonly WorldIssue[],
  ): Promise<readonly number[]> {
    const actions = ['closed', 'opened', 'labeled', 'edited', 'reopened', 'unlabeled'];
    const events = Array.from({ length: burst }, (_, place) => {
      const nth = ((place * stride) % burst) % different;
      const issue = issues[nth % issues.length];
      const action = actions[Math.floor(nth / issues.length) % actions.length] ?? '';
      // What it says of the state is the older the later it comes.
      const updated_at = new Date(Date.now() - place * 60_000).toISOString();
      const state = action === 'closed' ? 'closed' : 'open';
      const about = { number: issue?.number, state, labels: [], updated_at };
      const body = { action, issue: about, repository: { full_name: at.forge.repository } };
      return { id: `${name}-${nth}`, body: JSON.stringify(body) };
    });
    return Promise.all(
      events.map(async ({ id, body }) => {
        const signature = createHmac('sha256', webhookSecret).update(body).digest('hex');
        const headers = {
          'content-type': 'application/json',
          'x-github-event': 'issues',
          'x-github-delivery': id,
          'x-hub-signature-256': `sha256=${signature}`,
        };
        return (await at.office.client.post(webhookPath, body, { headers })).status;
      }),
    );
  }

  it('leads to what the newest state of each issue asks for, once', async () => {
    at.provider.respondWith(() => ({ text: ['There is nothing to do.'] }));
    const connected = await at.connect({ perDay: 100 });
    const { world } = at.forge;
    const before = (await at.runs()).length;
    const issues = Array.from({ length: 20 }, (_, nth) =>
      world.openIssue({ title: `Issue ${nth}`, labels: nth % 4 === 1 ? [] : ['office'] }),
    );
    for (const [nth, issue] of issues.entries()) if (nth % 4 > 1) world.closeIssue(issue);
    const asking = issues.filter((_, nth) => nth % 4 === 0);

    expect(new Set(await storm(connected, 'first', issues))).toEqual(new Set([202]));
    for (const { number } of asking) {
      await at.issueWhen(connected, number, ({ state }) => state === 'resting');
    }
    await at.outboxIdle();
    const known = await at.issues(connected);
    expect(known.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual(
      asking.map(({ number }) => number),
    );
    expect((await at.runs()).length).toBe(before + asking.length);

    // All are closed by now, and the same events come again under other names.
    for (const issue of asking) world.closeIssue(issue);
    expect(new Set(await storm(connected, 'second', asking))).toEqual(new Set([202]));
    for (const { number } of asking) {
      await at.issueWhen(connected, number, ({ state }) => state === 'ended');
    }
    await at.outboxIdle();
    expect((await at.runs()).length).toBe(before + asking.length);
    for (const { comments } of asking) {
      const said = comments.filter(({ author }) => author === world.login);
      expect(new Set(said.map(({ body }) => body)).size).toBe(said.length);
    }
  });
});
