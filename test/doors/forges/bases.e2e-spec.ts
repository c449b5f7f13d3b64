import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ClientCommand } from '#protocol/commands.js';
import type { ServerEvent } from '#protocol/events.js';
import type { ConnectedForge, Forge, ForgeIssue } from '#protocol/records/forges.js';
import type { Run } from '#protocol/records/work.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import type { WorldRequest } from '#test/support/forges/forge-world.js';
import { until } from '#test/support/until.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { ForgeOffice } from './support/forge-office.js';

describe('the base of runs for issues', () => {
  const at = new ForgeOffice((directory) => GithubSimulator.start(directory));
  let clone = '';

  beforeAll(() => {
    clone = mkdtempSync(join(tmpdir(), 'people-'));
    execFileSync('git', ['clone', '-q', bare(), '.'], { cwd: clone });
  });
  afterAll(() => rmSync(clone, { recursive: true }));

  function bare(): string {
    return at.forge.git.git('rev-parse', '--absolute-git-dir');
  }

  /** People do this to a branch elsewhere and push it. */
  function people(command: string, branch = 'main'): string {
    const who = '-c user.name=Ada -c user.email=ada@example.com';
    const script = `${command}; git add -A; git ${who} commit -qm more; git push -qf origin HEAD:${branch}`;
    execFileSync('sh', ['-ec', script], { cwd: clone });
    return at.forge.git.tip(branch) ?? '';
  }

  async function open(connected: ConnectedForge, title: string): Promise<ForgeIssue> {
    const issue = at.forge.world.openIssue({ title, labels: ['office'] });
    await at.poll(connected);
    return at.issueWhen(connected, issue.number, ({ state }) => state === 'open');
  }

  function requestOf({ request }: ForgeIssue): WorldRequest {
    const found = at.forge.world.requests.get(request ?? 0);
    if (found === undefined) throw new Error('there is no request');
    return found;
  }

  const show = (...args: string[]): string => at.forge.git.git(...args);

  it('is the branch of the forge as it is now, whatever stands in the folder of the floor', async () => {
    const { git } = at.forge;
    people('printf "a\\nb\\n" > b.txt; echo gone > gone.txt; mkdir -p deep; echo d > deep/d.txt');
    at.git('pull', '-q', bare(), 'main');
    at.git('switch', '-qc', 'mine');
    execFileSync('sh', ['-c', 'echo mine > mine.txt; echo edited > a.txt'], { cwd: at.root });
    const tip = people(
      'git rm -q gone.txt; echo new > new.txt; chmod +x deep/d.txt; ln -s a.txt link; printf "a\\nB\\n" > b.txt',
    );
    const before = [at.git('status', '--porcelain'), at.git('for-each-ref', 'refs/heads')];
    at.works('ls -R > seen.txt; cat a.txt b.txt new.txt >> seen.txt; readlink link >> seen.txt');
    const connected = await at.connect();
    const { branch } = await open(connected, 'From the base');
    expect(git.git('rev-parse', `${branch}^`)).toBe(tip);
    const seen = show('show', `${branch}:seen.txt`);
    expect(seen).toContain('one\na\nB\nnew\na.txt');
    expect(seen).not.toMatch(/gone|mine/);
    expect(show('diff-tree', '-r', '--name-only', tip, branch)).toBe('seen.txt');
    expect([at.git('status', '--porcelain'), at.git('for-each-ref', 'refs/heads')]).toEqual(before);
    expect(at.git('rev-parse', `refs/office/base/${connected.forge.id}`)).toBe(tip);
  });

  it('is where a continuation stands, also after people have rewritten it', async () => {
    at.works('echo first > cont.txt');
    const connected = await at.connect();
    const first = await open(connected, 'Base moves on');
    const tip = people('git reset -q --soft HEAD~1; echo later > later.txt; echo x > new.txt');
    at.works('cat later.txt new.txt > cont.txt');
    at.forge.world.comment(requestOf(first), 'ada', 'Look at the base.');
    await at.poll(connected);
    const woken = await at.issueWhen(
      connected,
      first.number,
      ({ state, wakes }) => state === 'open' && wakes === 1,
    );
    expect(show('merge-base', woken.branch, 'main')).toBe(tip);
    expect(show('show', `${woken.branch}:cont.txt`)).toBe('later\nx');
    expect(show('diff-tree', '-r', '--name-only', tip, woken.branch)).toBe('cont.txt');
  });

  it('stays for a continuation where both have changed the same file', async () => {
    at.works('echo office > both.txt');
    const connected = await at.connect();
    const first = await open(connected, 'Both change it');
    const base = show('merge-base', first.branch, 'main');
    people('echo people > both.txt');
    at.works('echo again > both.txt');
    at.forge.world.comment(requestOf(first), 'ada', 'Once more.');
    await at.poll(connected);
    const woken = await at.issueWhen(
      connected,
      first.number,
      ({ state, wakes }) => state === 'open' && wakes === 1,
    );
    expect(show('merge-base', woken.branch, 'main')).toBe(base);
    expect(show('show', `${woken.branch}:both.txt`)).toBe('again');
    const { baseNote } = await at.run(woken.runId);
    expect(baseNote).toMatch(/^Its worktree stays at the commit of before .*both\.txt/s);
    expect(requestOf(woken).body).toContain(baseNote);
  });

  /** The worktree in which the run of an issue works. */
  async function worktreeOf({ runId }: ForgeIssue): Promise<string> {
    return (await at.run(runId)).workspacePath;
  }

  async function woken(connected: ConnectedForge, first: ForgeIssue): Promise<ForgeIssue> {
    at.forge.world.comment(requestOf(first), 'ada', 'Once more.');
    await at.poll(connected);
    return at.issueWhen(
      connected,
      first.number,
      ({ state, wakes }) => state === 'open' && wakes === 1,
    );
  }

  it('stays for a continuation where somebody has committed in the worktree', async () => {
    at.works('echo office > own.txt');
    const connected = await at.connect();
    const first = await open(connected, 'Committed there');
    const base = show('merge-base', first.branch, 'main');
    const who = '-c user.name=Ada -c user.email=ada@example.com';
    const script = `git add -A; git ${who} commit -qm own`;
    execFileSync('sh', ['-ec', script], { cwd: await worktreeOf(first) });
    people('echo people > beside-own.txt');
    at.works('cat own.txt > seen-own.txt');
    const { branch, runId } = await woken(connected, first);
    const { baseNote } = await at.run(runId);
    expect(baseNote).toBe(worktreeTexts.notMoved(worktreeTexts.reasons.ownCommits));
    expect(show('show', `${branch}:seen-own.txt`)).toBe('office');
    expect(show('merge-base', branch, 'main')).toBe(base);
  });

  it('is reached where an earlier attempt was cut off between two files', async () => {
    at.works('echo office > cut-off.txt');
    const connected = await at.connect();
    const first = await open(connected, 'Cut off');
    const files = 'echo moved > a.txt; echo new > cut-new.txt';
    const tip = people(files);
    execFileSync('sh', ['-ec', files], { cwd: await worktreeOf(first) });
    at.works('echo again > cut-off.txt');
    const { branch } = await woken(connected, first);
    expect(show('merge-base', branch, 'main')).toBe(tip);
    expect(show('diff-tree', '-r', '--name-only', tip, branch)).toBe('cut-off.txt');
  });

  async function commanded(command: ClientCommand): Promise<ServerEvent> {
    const socket = await at.office.client.connect();
    const requestId = crypto.randomUUID();
    socket.send({ ...command, requestId });
    return socket.waitForAny((event) => 'requestId' in event && event.requestId === requestId);
  }

  /** Id of the run that repeats that of an issue, whose worktree is gone. */
  async function repeated({ runId: earlier }: ForgeIssue): Promise<string> {
    const runId = earlier ?? '';
    const [first] = (await at.run(runId)).stages;
    await commanded({ type: 'discardRun', runId });
    const done = await commanded({ type: 'retryRun', runId, stage: first?.id ?? '' });
    if (done.type !== 'command.done') throw new Error(JSON.stringify(done));
    return (done.result as Run).id;
  }

  it('is where a run begins that is repeated without its worktree', async () => {
    at.works('echo office > repeated.txt');
    const connected = await at.connect();
    const first = await open(connected, 'Repeated later');
    people('echo release > release.txt', 'release');
    const tip = people('echo later > beside-repeated.txt', 'release');
    requestOf(first).base = 'release';
    at.works('cat beside-repeated.txt > repeated.txt');
    const id = await repeated(first);
    const { branch } = await at.issueWhen(
      connected,
      first.number,
      ({ state, runId }) => state === 'open' && runId === id,
    );
    const { baseNote, worktreeBase } = await at.run(id);
    expect([worktreeBase, show('rev-parse', `${branch}^`)]).toEqual([tip, tip]);
    expect(show('show', `${branch}:repeated.txt`)).toBe('later');
    expect(baseNote).toBe(worktreeTexts.begunAtPresent(first.runId ?? ''));
    expect(requestOf(first).body).toContain(baseNote);
  });

  it('stays for a repeated run as long as the forge does not tell it', async () => {
    at.works('echo office > untold.txt');
    const connected = await at.connect();
    const first = await open(connected, 'Repeated in an outage');
    const base = show('merge-base', first.branch, 'main');
    people('echo later > beside-untold.txt');
    at.works('echo again > untold.txt');
    at.forge.server.outage = 503;
    const id = await repeated(first);
    await until(async () => (await at.run(id)).status === 'done');
    at.forge.server.outage = null;
    const { baseNote, worktreeBase } = await at.run(id);
    expect(worktreeBase).toBe(base);
    const { host } = new URL(at.forge.url);
    const reason = forgeTexts.unreachable(host, forgeTexts.answered(503, 'outage 503'));
    expect(baseNote).toBe(worktreeTexts.notMoved(reason));
    const { branch } = await at.issueWhen(connected, first.number, ({ state }) => state === 'open');
    expect(show('rev-parse', `${branch}^`)).toBe(base);
  });

  it('is of no use without the worktree with the change, and the branch stays', async () => {
    at.works('echo office > without.txt');
    const connected = await at.connect();
    const first = await open(connected, 'Without a worktree');
    const tip = at.forge.git.tip(first.branch);
    const runId = first.runId ?? '';
    await commanded({ type: 'discardRun', runId });
    const request = requestOf(first);
    at.forge.world.comment(request, 'ada', 'Once more.');
    await at.poll(connected);
    const reason = forgeTexts.refusedWork(worktreeTexts.gone(runId));
    await until(() => request.comments.some(({ body }) => body.includes(reason)));
    expect(at.forge.git.tip(first.branch)).toBe(tip);
  });

  it('hinders no other issue where the repository of the floor does not take it', async () => {
    at.works('echo office > other.txt');
    const connected = await at.connect();
    const first = await open(connected, 'Merged meanwhile');
    people('echo later > taken.txt');
    const ref = join(at.root, '.git', 'refs', 'office', 'base', connected.forge.id);
    await writeFile(`${ref}.lock`, '');
    const waiting = at.forge.world.openIssue({ title: 'Begins later', labels: ['office'] });
    at.forge.world.endRequest(requestOf(first), at.forge.git.tip(first.branch) ?? '', true);
    await at.polled(connected);
    const { body } = await at.office.client.get<readonly Forge[]>('/forges');
    expect(body[0]?.problem).toBe(worktreeTexts.reasons.git('update-ref', worktreeTexts.notKept));
    await at.issueWhen(connected, first.number, ({ state }) => state === 'ended');
    await rm(`${ref}.lock`);
    await at.polled(connected);
    await at.issueWhen(connected, waiting.number, ({ state }) => state === 'open');
  });

  it('is the default branch of now where the one of before was deleted, and refused where there is none', async () => {
    at.works('echo trunk > trunk.txt');
    const connected = await at.connect();
    const tip = people('echo t > t.txt', 'trunk');
    show('update-ref', '-d', 'refs/heads/main');
    at.forge.world.defaultBranch = 'trunk';
    const { branch, ...issue } = await open(connected, 'Renamed');
    expect(show('rev-parse', `${branch}^`)).toBe(tip);
    expect(requestOf({ branch, ...issue }).base).toBe('trunk');
    const { body } = await at.office.client.get<readonly Forge[]>('/forges');
    expect(body[0]?.base).toBe('trunk');
    at.forge.world.defaultBranch = 'nowhere';
    show('update-ref', '-d', 'refs/heads/trunk');
    const refused = at.forge.world.openIssue({ title: 'No branch', labels: ['office'] });
    await at.poll(connected);
    await until(() => refused.comments.length === 1);
    expect(refused.comments[0]?.body).toContain(forgeTexts.noBase('nowhere'));
  });
});
