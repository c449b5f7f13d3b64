import { afterEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { runTexts } from '#protocol/texts/runs.js';
import { toolResultsIn } from '../runs/support/commission.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import type { ScriptedRequest } from '../support/scripted-provider/scripted-provider.js';
import { isRunning } from '../support/is-running.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { ForgeLives } from './support/forge-lives.js';
import { ScriptedLives } from './support/scripted-lives.js';

const lives = new ScriptedLives();

describe('a run for an issue whose command a kill cuts off', () => {
  const directory = temporaryDirectory();
  let round = 0;
  let at: ForgeLives;
  /** What employees do in their first turn, and what once they are told that it was cut off. */
  let commands: { readonly first: string; readonly then: string | null };

  afterEach(async () => {
    expect(at.forge.violations).toEqual([]);
    await at.end();
  });

  function work(request: ScriptedRequest): ScriptedReply {
    const asked = JSON.stringify(request.body?.messages ?? []);
    const stage = [...asked.matchAll(/Stage: \*\*(\w+)\*\*/g)].at(-1)?.[1];
    const results = toolResultsIn(request);
    if (stage === 'Plan') {
      return call('set_plan', { builders: [{ roleId: 'backend-dev-1', part: 'all' }], checks: [] });
    }
    if (stage !== 'Build') return { text: ['Fine.\n\nVerdict: approved'] };
    const { first, then } = commands;
    if (results.at(-1) === runTexts.interruptedTool) {
      return then === null ? { text: ['Built.'] } : call('run_shell', { command: then });
    }
    return results.length <= 1 ? call('run_shell', { command: first }) : { text: ['Built.'] };
  }

  async function begin(name: string) {
    round += 1;
    const place = directory(`${round}`);
    mkdirSync(place);
    const database = { kind: 'sqlite', path: directory(`${round}`, 'office.sqlite') } as const;
    at = await ForgeLives.make({ directory: place, database, provider: lives.provider, work });
    const life = at.start();
    const client = await life.serving();
    await at.connect(client);
    const begun = `${place}/begun`;
    return { life, client, begun, issue: at.open(name) };
  }

  it.each([
    ['does it again', 'echo whole > half.txt; echo two > a.txt', { half: 'whole', a: 'two' }],
    ['leaves it', null, { half: 'half', a: 'one\nmore' }],
    [
      'does something else',
      'echo other > other.txt',
      { half: 'half', a: 'one\nmore', other: 'other' },
    ],
    ['takes it back', 'rm half.txt; git show HEAD:a.txt > a.txt; echo n > new.txt', { new: 'n' }],
  ])(
    '%s: its request has what stands in its worktree',
    async (_, then, files) => {
      const { life, client, begun, issue } = await begin('cut-off');
      const half = `echo half > half.txt; echo more >> a.txt; echo $$ > ${begun}; exec sleep 60`;
      commands = { first: half, then };
      await at.poll(client);
      await until(() => lastOf(begun) !== 0);
      await life.kill();
      expect(await isRunning(lastOf(begun))).toBe(true);
      const next = await at.start().serving();
      expect(await isRunning(lastOf(begun))).toBe(false);
      const open = await at.when(next, issue.number, ({ state }) => state === 'open');
      expect(open.note).toBeNull();
      const changed = at.forge.git.git('diff', '--name-only', 'main', open.branch).split('\n');
      expect(changed).toEqual(
        Object.keys(files)
          .map((name) => `${name}.txt`)
          .toSorted(),
      );
      for (const [name, content] of Object.entries(files)) {
        expect(at.forge.git.git('show', `${open.branch}:${name}.txt`)).toBe(content);
      }
      commands = { first: 'echo later > later.txt', then: null };
      at.wake(at.requestOf(issue.number));
      const woken = await at.when(
        next,
        issue.number,
        ({ state, wakes }) => state === 'open' && wakes === 1,
      );
      expect(woken.note).toBeNull();
      const later = at.forge.git.git('diff', '--name-only', 'main', woken.branch).split('\n');
      expect(later).toEqual([...changed, 'later.txt'].toSorted());
    },
    120_000,
  );

  /** A command that a kill or a cancellation cuts off, once it has written its file. */
  const lasting = (name: string, begun: string): string =>
    `echo half > ${name}.txt; echo $$ >> ${begun}; exec sleep 60`;

  it.each([
    ['in its command', false],
    ['in its command, and the retry in its own', true],
  ])(
    'is cancelled and tried again after a kill %s: its request has what stands in its worktree',
    async (_, isKilledAgain) => {
      const { life, client, begun, issue } = await begin(isKilledAgain ? 'again' : 'once');
      commands = { first: lasting('first', begun), then: lasting('second', begun) };
      await at.poll(client);
      await until(() => countIn(begun) === 1);
      await life.kill();
      let last = at.start();
      let next = await last.serving();
      await until(() => countIn(begun) === 2);
      const { runId } = await at.when(next, issue.number, ({ state }) => state === 'working');
      const socket = await next.connect();
      socket.send({ type: 'cancel', runId: runId ?? '' });
      await at.when(next, issue.number, ({ state }) => state === 'resting');
      const retried = isKilledAgain ? lasting('third', begun) : 'echo third > third.txt';
      commands = { first: retried, then: 'echo last > last.txt' };
      socket.send({ type: 'retryRun', runId: runId ?? '' });
      if (isKilledAgain) {
        await until(() => countIn(begun) === 3);
        await last.kill();
        last = at.start();
        next = await last.serving();
      }
      const open = await at.when(next, issue.number, ({ state }) => state === 'open');
      expect(open.runId).not.toBe(runId);
      expect(await isRunning(lastOf(begun))).toBe(false);
      const written = ['first', ...(isKilledAgain ? ['last'] : []), 'second', 'third'];
      expect(at.forge.git.git('diff', '--name-only', 'main', open.branch).split('\n')).toEqual(
        written.map((each) => `${each}.txt`),
      );
      const { runs, requests } = await at.traces(next, issue);
      expect(requests).toHaveLength(1);
      expect(runs).toHaveLength(2);
    },
    120_000,
  );
});

/** The processes that a command has named. */
function named(file: string): readonly number[] {
  const said = existsSync(file) ? readFileSync(file, 'utf8') : '';
  return said.split('\n').filter(Boolean).map(Number);
}

function countIn(file: string): number {
  return named(file).length;
}

/** Zero: none has been named. */
function lastOf(file: string): number {
  return named(file).at(-1) ?? 0;
}

function call(name: string, args: object): ScriptedReply {
  return { text: ['I do it.'], toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }] };
}
