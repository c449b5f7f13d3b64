import { describe, expect, it } from '@jest/globals';
import { rmSync, writeFileSync } from 'node:fs';
import type { ConnectedForge, ForgeIssue } from '#protocol/records/forges.js';
import type { Run } from '#protocol/records/work.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { WorktreeEnds } from '#runs/changes/worktrees/worktree-ends.js';
import type { WorldRequest } from '#test/support/forges/forge-world.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { ForgeOffice } from './support/forge-office.js';

const pulls = /\/pulls$/;
const receives = /git-receive-pack$/;

describe('a run for an issue whose delivery has not settled', () => {
  const at = new ForgeOffice((directory) => GithubSimulator.start(directory));

  function write(title: string): number {
    return at.forge.world.openIssue({ title, labels: ['office'] }).number;
  }

  async function open(connected: ConnectedForge, title: string): Promise<ForgeIssue> {
    const number = write(title);
    await at.poll(connected);
    return at.issueWhen(connected, number, ({ state }) => state === 'open');
  }

  function requestOf({ request }: ForgeIssue): WorldRequest {
    const found = at.forge.world.requests.get(request ?? 0);
    if (found === undefined) throw new Error('there is no request');
    return found;
  }

  /** A person goes on with a run. */
  async function goesOn(runId: string | null): Promise<string> {
    const { pipelineId } = at;
    const given = { brief: 'Go on.', continues: runId, pipelineId, budgetUsd: 5 };
    const { status, body } = await at.office.client.post<Run>('/api/submit', given);
    if (status !== 202) throw new Error(JSON.stringify(body));
    return body.id;
  }

  function byRun(connected: ConnectedForge, number: number, id: string, state = 'open') {
    return at.issueWhen(connected, number, (now) => now.runId === id && now.state === state);
  }

  const show = (branch: string, file: string): string =>
    at.forge.git.git('show', `${branch}:${file}`);

  it('is delivered with that of the person who goes on with it', async () => {
    at.works('echo one > one.txt');
    const { server, world } = at.forge;
    const connected = await at.connect();
    const held = server.hold('GET', pulls, 'before');
    const number = write('Gone on with');
    await at.poll(connected);
    await held.reached;
    const { runId: first } = await at.issueWhen(connected, number, () => true);
    const go = `${at.root}-go`;
    at.works(`until [ -e ${go} ]; do sleep 0.05; done; echo two > two.txt`);
    const second = await goesOn(first);
    await byRun(connected, number, second, 'working');
    held.release();
    await at.outboxIdle();
    expect([...world.requests.values()]).toEqual([]);
    writeFileSync(go, '');
    const { branch, spentUsd } = await byRun(connected, number, second);
    rmSync(go);
    expect([show(branch, 'one.txt'), show(branch, 'two.txt')]).toEqual(['one', 'two']);
    expect(world.requests.size).toBe(1);
    const [one, two] = await Promise.all([at.run(first), at.run(second)]);
    expect(spentUsd).toBeCloseTo(one.budget.spentUsd + two.budget.spentUsd);
  });

  it('has a request that is watched, also where what goes on with it fails', async () => {
    at.works('echo one > watched.txt');
    const { server, world } = at.forge;
    const connected = await at.connect();
    const held = server.hold('POST', pulls, 'after');
    const number = write('Watched');
    await at.poll(connected);
    await held.reached;
    const { runId: first } = await at.issueWhen(connected, number, () => true);
    at.provider.respondWith(() => ({ status: 400, error: 'no' }) as never);
    const second = await goesOn(first);
    held.cut();
    const issue = await byRun(connected, number, second);
    expect((await at.run(second)).status).toBe('failed');
    at.works('echo more > watched.txt');
    world.comment(requestOf(issue), 'ada', 'Again.');
    await at.poll(connected);
    const woken = await at.issueWhen(connected, number, ({ wakes, state }) => {
      return wakes === 1 && state === 'open';
    });
    expect(show(woken.branch, 'watched.txt')).toBe('more');
  });

  it('is followed from whichever of its runs a person goes on', async () => {
    at.works('echo one > many.txt');
    const connected = await at.connect();
    const { runId: first, number, branch } = await open(connected, 'From an earlier one');
    at.works('echo two > many.txt');
    await byRun(connected, number, await goesOn(first));
    at.works('echo three > many.txt');
    const third = await goesOn(first);
    const issue = await byRun(connected, number, third);
    expect(show(branch, 'many.txt')).toBe('three');
    const ends = at.office.app.get(WorktreeEnds, { strict: false });
    await expect(ends.discardAsOver(first ?? '', 'merged')).rejects.toThrow(third);
    at.forge.world.endRequest(requestOf(issue), at.forge.git.tip(branch) ?? '', true);
    await at.polled(connected);
    await at.issueWhen(connected, number, ({ state }) => state === 'ended');
    expect((await at.run(third)).worktreeKept).toBe(false);
  });

  it('says where a person looks why its push waits', async () => {
    at.works('echo one > waits.txt');
    const { server } = at.forge;
    const connected = await at.connect();
    server.refuse('POST', receives, 500);
    const again = server.hold('POST', receives, 'before');
    const number = write('Waits');
    await at.poll(connected);
    await again.reached;
    const [issue] = await at.issues(connected);
    expect(issue).toMatchObject({ state: 'delivering' });
    expect(issue?.note).toContain('git push');
    again.release();
    const { note } = await at.issueWhen(connected, number, ({ state }) => state === 'open');
    expect(note).toBeNull();
  });

  it('has pushed a commit of the office, where only its second step fails for good', async () => {
    at.works('echo one > second-step.txt');
    const { server, world, git } = at.forge;
    const connected = await at.connect();
    at.tells(connected);
    const issue = await open(connected, 'Second step');
    at.works('echo two > second-step.txt');
    server.refuse('PATCH', /\/pulls\/\d+$/, 422);
    world.comment(requestOf(issue), 'ada', 'Once more.');
    const given = await at.issueWhen(connected, issue.number, ({ state, wakes, note }) => {
      return state === 'open' && wakes === 1 && note !== null;
    });
    expect(given.note).toContain(forgeTexts.answered(422, 'outage 422').slice(0, 12));
    expect(show(issue.branch, 'second-step.txt')).toBe('two');
    at.works('echo three > second-step.txt');
    world.check(git.tip(issue.branch) ?? '', 'test', 'failed', 'expected three');
    const woken = await at.issueWhen(connected, issue.number, ({ state, wakes }) => {
      return state === 'open' && wakes === 2;
    });
    expect((await at.run(woken.runId)).brief).toContain('expected three');
    expect(show(issue.branch, 'second-step.txt')).toBe('three');
  });

  it('has pushed what stays its own while the next push fails', async () => {
    at.works('echo one > next-push.txt');
    const { server, world } = at.forge;
    const connected = await at.connect();
    const issue = await open(connected, 'Next push');
    at.works('echo two > next-push.txt');
    server.refuse('PATCH', /\/pulls\/\d+$/, 422);
    world.comment(requestOf(issue), 'ada', 'Once more.');
    await at.poll(connected);
    const { runId } = await at.issueWhen(connected, issue.number, ({ state, wakes, note }) => {
      return state === 'open' && wakes === 1 && note !== null;
    });
    server.refuse('POST', receives, 500);
    at.works('echo three > next-push.txt');
    const next = await goesOn(runId);
    await byRun(connected, issue.number, next);
    expect(show(issue.branch, 'next-push.txt')).toBe('three');
  });
});
