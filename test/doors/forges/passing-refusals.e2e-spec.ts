import { describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { Poller } from '#doors/forges/services/poller.js';
import type { ConnectedForge, ForgeIssue } from '#protocol/records/forges.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import type { WorldIssue, WorldRequest } from '#test/support/forges/forge-world.js';
import { until } from '#test/support/until.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { ForgeOffice } from './support/forge-office.js';

/** Longer than a refusal counts as new, ms. */
const longMs = 11 * 60_000;

describe('an issue whose work was refused for a while', () => {
  const at = new ForgeOffice((directory) => GithubSimulator.start(directory));

  /**
   * Connects the forge; its first poll, which begins by itself, is over then. A poll that the test did
   * not ask for would try again what a floor refused a moment before.
   */
  async function connect(): Promise<ConnectedForge> {
    const connected = await at.connect({ pollSeconds: 86_400 });
    await at.office.app.get(Poller, { strict: false }).tick();
    await at.polled(connected);
    return connected;
  }

  function write(title: string): WorldIssue {
    return at.forge.world.openIssue({ title, labels: ['office'] });
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

  /** All that the floor may spend. */
  async function allow(totalUsd: number): Promise<void> {
    const given = { budget: { totalUsd } };
    const { status, text } = await at.office.client.put('/api/workspaces/default', given);
    if (status !== 200) throw new Error(text);
  }

  /** The time passes, and nothing of it is news. */
  async function later(...threads: readonly (WorldIssue | WorldRequest)[]): Promise<void> {
    for (const thread of threads) thread.updatedAt -= longMs;
    const { manager } = at.office.app.get(DataSource);
    await manager.query(`UPDATE forge_issues SET changed_at = changed_at - ${longMs}`);
  }

  async function stateOf(connected: ConnectedForge, number: number): Promise<string | undefined> {
    return (await at.issues(connected)).find((each) => each.number === number)?.state;
  }

  it('begins later by itself, or when it is asked for again', async () => {
    at.works('date +%N > begins.txt');
    const { world } = at.forge;
    const connected = await connect();
    await open(connected, 'Spends something');
    await allow(0.000_001);
    const issues = ['By itself', 'Asked for again', 'Withdrawn', 'Closed'].map(write);
    const [alone, again, withdrawn, closed] = issues as [
      WorldIssue,
      WorldIssue,
      WorldIssue,
      WorldIssue,
    ];
    await at.polled(connected);
    await at.outboxIdle();
    for (const issue of issues) {
      expect(await stateOf(connected, issue.number)).toBe('refused');
      expect(issue.comments[0]?.body).toContain(forgeTexts.refusedWork(''));
      issue.updatedAt -= longMs;
    }
    await allow(1000);
    // Not at every look.
    await at.polled(connected);
    expect(await stateOf(connected, alone.number)).toBe('refused');
    world.unlabel(again, 'office');
    await at.polled(connected);
    world.label(again, 'office');
    await at.polled(connected);
    await at.issueWhen(connected, again.number, ({ state }) => state === 'open');
    world.unlabel(withdrawn, 'office');
    world.closeIssue(closed);
    await later(...issues);
    await at.polled(connected);
    const begun = await at.issueWhen(connected, alone.number, ({ state }) => state === 'open');
    expect(begun.note).toBeNull();
    expect(await stateOf(connected, withdrawn.number)).toBe('refused');
    const asked = (): number =>
      at.forge.server.count('GET', new RegExp(`/issues/${withdrawn.number}$`));
    const before = asked();
    await at.polled(connected);
    expect(asked()).toBe(before);
    await at.issueWhen(connected, closed.number, ({ state }) => state === 'ended');
    const refusals = alone.comments.filter(({ body }) => body.includes(forgeTexts.refusedWork('')));
    expect(refusals).toHaveLength(1);
  });

  it('goes on later with all that was written meanwhile', async () => {
    at.works('date +%N > goes-on.txt');
    const { world } = at.forge;
    await allow(1000);
    const connected = await connect();
    const issue = await open(connected, 'Goes on later');
    const request = requestOf(issue);
    await allow(0.000_001);
    const said = (): number =>
      request.comments.filter(({ body }) => body.includes(forgeTexts.refusedWork(''))).length;
    world.comment(request, 'ada', 'The first remark.');
    await at.polled(connected);
    await until(() => said() === 1);
    world.comment(request, 'ada', 'The second remark.');
    await at.polled(connected);
    await at.polled(connected);
    await at.outboxIdle();
    expect(said()).toBe(1);
    await allow(1000);
    await later(request);
    await at.polled(connected);
    const woken = await at.issueWhen(
      connected,
      issue.number,
      ({ state, wakes }) => state === 'open' && wakes === 1,
    );
    expect(woken.note).toBeNull();
    const { brief } = await at.run(woken.runId);
    expect(brief).toContain('The first remark.');
    expect(brief).toContain('The second remark.');
  });

  it('is told once of what was written while it waited for its turn', async () => {
    at.works('date +%N > waited.txt');
    await allow(1000);
    const connected = await at.connect({ mention: 'office' });
    await open(connected, 'The one of the day');
    await at.office.client.patch(`/forges/${connected.forge.id}`, { perDay: 1 });
    const issue = write('Waits for its turn');
    await at.polled(connected);
    expect(await stateOf(connected, issue.number)).toBe('waiting');
    at.forge.world.comment(issue, 'ada', '@office, in two lines.');
    await at.office.client.patch(`/forges/${connected.forge.id}`, { perDay: 50 });
    await at.polled(connected);
    const begun = await at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
    expect((await at.run(begun.runId)).brief).toContain('in two lines.');
    await at.outboxIdle();
    await at.polled(connected);
    await at.outboxIdle();
    expect((await at.issues(connected)).find(({ number }) => number === issue.number)).toEqual(
      expect.objectContaining({ state: 'open', wakes: 0, runId: begun.runId }),
    );
  });
});
