import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Forge, ForgeIssue, PossibleRequest, RunOrigin } from '#protocol/records/forges.js';
import type { Run, RunDetail } from '#protocol/records/work.js';
import { deliveryTexts } from '#protocol/texts/delivery.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import { runTexts } from '#protocol/texts/runs.js';
import { GiteaSimulator } from '../../support/forges/gitea/gitea-simulator.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { GitlabSimulator } from '../../support/forges/gitlab/gitlab-simulator.js';
import type { WorldRequest } from '../../support/forges/forge-world.js';
import { until } from '../../support/until.js';
import { ForgeOffice } from './support/forge-office.js';

const simulators = {
  GitHub: (directory: string) => GithubSimulator.start(directory),
  GitLab: (directory: string) => GitlabSimulator.start(directory),
  Gitea: (directory: string) => GiteaSimulator.start(directory),
};

type Asked = ForgeIssue & { readonly error: string };

describe.each(Object.entries(simulators))(
  'a request on %s that a person asks for',
  (forge, start) => {
    const at = new ForgeOffice<Awaited<ReturnType<typeof start>>>(start);

    async function ranOnce(brief: string, given: Partial<Run> = {}): Promise<RunDetail> {
      const submission = { brief, pipelineId: at.pipelineId, ...given };
      const { body } = await at.office.client.post<Run>('/api/submit', submission);
      await until(async () => (await at.run(body.id)).endedAt !== null);
      return at.run(body.id);
    }

    /** A run that is cancelled once it has written the file. */
    async function cancelledWith(name: string, brief: string, given: Partial<Run> = {}) {
      at.works(`echo ${name} > ${name}.txt`, 'until [ -e never ]; do sleep 0.05; done');
      const submission = { brief, pipelineId: at.pipelineId, ...given };
      const { body } = await at.office.client.post<Run>('/api/submit', submission);
      await until(() => existsSync(join(at.root, `${name}.txt`)));
      const socket = await at.office.client.connect();
      socket.send({ type: 'cancel', runId: body.id });
      await until(async () => (await at.run(body.id)).endedAt !== null);
      return at.run(body.id);
    }

    async function ask(runId: string, body: object = {}) {
      return at.office.client.post<Asked>(`/runs/${runId}/request`, body);
    }

    async function whyNot(runId: string): Promise<string | null> {
      const path = `/runs/${runId}/request`;
      return (await at.office.client.get<PossibleRequest>(path)).body.refusal;
    }

    async function originWhen(
      runId: string,
      holds: (origin: RunOrigin) => boolean,
    ): Promise<RunOrigin> {
      let found: RunOrigin | undefined;
      await until(async () => {
        found = (await at.office.client.get<RunOrigin>(`/runs/${runId}/origin`)).body;
        return holds(found);
      });
      if (found === undefined) throw new Error('unreachable');
      return found;
    }

    const isOpen = ({ state }: RunOrigin): boolean => state === 'open';

    function requestOf({ request }: RunOrigin): WorldRequest {
      const found = at.forge.world.requests.get(request ?? 0);
      if (found === undefined) throw new Error('there is no request');
      return found;
    }

    it('has the change with the given message, and is opened once', async () => {
      at.works('echo good day > hello.txt');
      await at.connect();
      const run = await ranOnce('Say good day.');
      expect(await whyNot(run.id)).toBeNull();
      const answers = await Promise.all([
        ask(run.id, { message: 'Say good day\n\nNobody did.', by: 'Ada' }),
        ask(run.id, { message: 'Say good day\n\nNobody did.', by: 'Ada' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([202, 400]);
      const [accepted, refused] = answers.toSorted((one, other) => one.status - other.status);
      expect(accepted?.body).toMatchObject({
        number: 0,
        url: '',
        state: 'delivering',
        runId: run.id,
      });
      const origin = await originWhen(run.id, isOpen);
      const said = [null, origin.requestUrl].map((url) => forgeTexts.requestedAlready(url));
      const texts = said.map((reason) => deliveryTexts.notDelivered(run.id, reason));
      expect(texts).toContain(refused?.body.error);
      const { branch } = origin;
      expect(branch).toMatch(/^office\/say-good-day-\w{4}$/);
      const request = requestOf(origin);
      expect(request).toMatchObject({ branch, base: 'main', state: 'open', title: 'Say good day' });
      expect(request.body).toContain(forgeTexts.run(run.id));
      expect(request.body).toContain(forgeTexts.checksHeading);
      expect(request.body).not.toContain(forgeTexts.closes(0).slice(0, -1));
      expect(
        [...at.forge.world.requests.values()].filter((each) => each.branch === branch),
      ).toEqual([request]);
      const written = at.forge.git.git('log', '--format=%B', `main..${branch}`);
      expect(written).toBe(`Say good day\n\nNobody did.\n\nRun: ${run.id}`);
      expect(at.forge.git.git('show', `${branch}:hello.txt`)).toBe('good day');
      const { changes } = await at.run(run.id);
      expect(changes).toMatchObject([{ kind: 'request', by: 'person', byName: 'Ada', branch }]);
      expect((await ask(run.id)).body.error).toBe(
        deliveryTexts.notDelivered(run.id, forgeTexts.requestedAlready(origin.requestUrl)),
      );
      expect(await whyNot(run.id)).toBe((await ask(run.id)).body.error);
    });

    it('goes on with the run where it has worked, and takes what a person adds to it', async () => {
      at.works('echo one > number.txt');
      const connected = await at.connect();
      at.tells(connected);
      const run = await ranOnce('Write a number.');
      await ask(run.id);
      const origin = await originWhen(run.id, isOpen);
      const { branch } = origin;
      at.works('echo two > number.txt');
      at.forge.world.check(at.forge.git.tip(branch) ?? '', 'test', 'failed', 'expected two');
      await at.polled(connected);
      const woken = await originWhen(run.id, ({ wakes, state }) => wakes === 1 && state === 'open');
      const second = await at.run(woken.runId);
      expect(second).toMatchObject({ continues: run.id, title: 'Write a number. (continued)' });
      expect((await ask(run.id)).body.error).toBe(
        deliveryTexts.notDelivered(run.id, forgeTexts.requestedAlready(origin.requestUrl)),
      );
      expect(second.brief).toContain('expected two');
      expect(second.worktree).toBeUndefined();
      expect(at.forge.git.git('show', `${branch}:number.txt`)).toBe('two');
      at.works('echo three > number.txt');
      const third = await ranOnce('Now three.', { continues: second.id });
      await originWhen(third.id, ({ runId, state }) => runId === third.id && state === 'open');
      expect(at.forge.git.git('show', `${branch}:number.txt`)).toBe('three');
      const requests = [...at.forge.world.requests.values()];
      expect(requests.filter((each) => each.branch === branch)).toHaveLength(1);
    });

    // What follows does not differ between forges.
    if (forge !== 'GitHub') return;

    it.each([
      ['merged', true],
      ['closed', false],
    ])('ends where it is %s, and leaves the worktree to the person', async (how, isMerged) => {
      at.works(`echo ${how} > ${how}.txt`);
      const connected = await at.connect();
      at.tells(connected);
      const run = await ranOnce(`Say ${how}.`, { isolation: 'worktree' });
      await ask(run.id);
      const origin = await originWhen(run.id, isOpen);
      at.forge.world.endRequest(requestOf(origin), at.forge.git.tip(origin.branch) ?? '', isMerged);
      await at.polled(connected);
      await originWhen(run.id, ({ state }) => state === 'ended');
      expect((await at.run(run.id)).worktreeKept).toBe(true);
      const url = origin.requestUrl;
      expect((await ask(run.id)).body.error).toBe(
        deliveryTexts.notDelivered(run.id, forgeTexts.requestedAlready(url)),
      );
    });

    it('goes on in the worktree of its run, and stops what it woke when it ends', async () => {
      at.works('echo one > tree.txt');
      const connected = await at.connect();
      at.tells(connected);
      const run = await ranOnce('Write a tree.', { isolation: 'worktree' });
      await ask(run.id);
      const { branch } = await originWhen(run.id, isOpen);
      at.works('echo two > tree.txt');
      at.forge.world.check(at.forge.git.tip(branch) ?? '', 'test', 'failed', 'two');
      await at.polled(connected);
      const woken = await originWhen(run.id, ({ wakes, state }) => wakes === 1 && state === 'open');
      expect((await at.run(woken.runId)).worktree).toBe(run.worktree);
      expect(at.forge.git.git('show', `${branch}:tree.txt`)).toBe('two');
      at.works('until [ -e never ]; do sleep 0.05; done');
      at.forge.world.check(at.forge.git.tip(branch) ?? '', 'test', 'failed', 'three');
      await at.polled(connected);
      const again = await originWhen(run.id, ({ state }) => state === 'working');
      at.forge.world.endRequest(requestOf(again), at.forge.git.tip(branch) ?? '', true);
      await at.polled(connected);
      await originWhen(run.id, ({ state }) => state === 'ended');
      const stopped = await at.run(again.runId);
      expect([stopped.status, stopped.worktreeKept]).toEqual(['cancelled', true]);
    });

    it('keeps its change where that is gone from the folder meanwhile', async () => {
      at.works('echo one > first.txt');
      const connected = await at.connect();
      const run = await ranOnce('Write it first.');
      await ask(run.id);
      const { branch } = await originWhen(run.id, isOpen);
      const tip = at.forge.git.tip(branch);
      await writeFile(join(at.root, 'first.txt'), 'by a person\n');
      at.works('echo two > second.txt');
      at.forge.world.check(tip ?? '', 'test', 'failed', 'no');
      await at.polled(connected);
      const reason = forgeTexts.notStanding(run.id);
      const woken = await originWhen(run.id, ({ note }) => note?.includes(reason) === true);
      expect(woken.note).toBe(forgeTexts.notDelivered(woken.runId ?? '', reason));
      expect(at.forge.git.tip(branch)).toBe(tip);
    });

    it('goes on in no other place where the worktree of its run is gone', async () => {
      at.works('echo one > place.txt');
      const connected = await at.connect();
      const run = await ranOnce('Write a place.', { isolation: 'worktree' });
      await ask(run.id);
      const origin = await originWhen(run.id, isOpen);
      const socket = await at.office.client.connect();
      socket.send({ type: 'discardRun', runId: run.id, requestId: 'gone' });
      await socket.waitForAny(({ type }) => type === 'command.done');
      const before = (await at.runs()).length;
      at.forge.world.check(at.forge.git.tip(origin.branch) ?? '', 'test', 'failed', 'no');
      await at.polled(connected);
      const gone = forgeTexts.refusedWork(worktreeTexts.gone(run.id));
      await originWhen(run.id, ({ note }) => note === gone);
      expect((await at.runs()).length).toBe(before);
      expect(at.forge.git.git('show', `${origin.branch}:place.txt`)).toBe('one');
    });

    it('has what a cancelled run left, if somebody asks, and nothing of a later one that is cancelled', async () => {
      await at.connect();
      const run = await cancelledWith('half', 'Write a half.');
      await ask(run.id);
      const origin = await originWhen(run.id, isOpen);
      const { branch } = origin;
      expect(at.forge.git.git('show', `${branch}:half.txt`)).toBe('half');
      const tip = at.forge.git.tip(branch);
      const later = await cancelledWith('later', 'Write it later.', { continues: run.id });
      await originWhen(later.id, ({ runId, state }) => runId === later.id && state === 'open');
      expect(at.forge.git.tip(branch)).toBe(tip);
    });

    it('has no commits of the folder that the forge does not have', async () => {
      at.works('echo mine > private.txt');
      await at.connect();
      at.git('commit', '-q', '--allow-empty', '-m', 'private');
      const run = await ranOnce('Say private.');
      await ask(run.id);
      const given = await originWhen(run.id, ({ state }) => state === 'resting');
      const commit = at.git('rev-parse', 'HEAD').slice(0, 12);
      const reason = forgeTexts.notAtForge(commit, 'main', at.forge.repository);
      expect(given.note).toBe(forgeTexts.notDelivered(run.id, reason));
      expect(at.forge.git.tip(given.branch)).toBeNull();
      at.git('reset', '-q', '--soft', 'HEAD~1');
      expect((await ask(run.id)).status).toBe(202);
      await originWhen(run.id, isOpen);
    });

    it('is not made where it cannot be, and says why', async () => {
      at.works('echo no > no.txt');
      const run = await ranOnce('Say no.');
      const reasonFor = async (id: string, body: object = {}) => (await ask(id, body)).body.error;
      const unconnected = deliveryTexts.notDelivered(run.id, forgeTexts.noForge);
      expect(await reasonFor(run.id)).toBe(unconnected);
      const connected = await at.connect();
      await at.office.client.patch<Forge>(`/forges/${connected.forge.id}`, { paused: true });
      expect(await reasonFor(run.id)).toBe(unconnected);
      await at.office.client.patch<Forge>(`/forges/${connected.forge.id}`, { paused: false });
      expect(await reasonFor(run.id, { message: ' ' })).toBe(deliveryTexts.badMessage);
      expect(await reasonFor('run_none')).toBe(runTexts.noRun('run_none'));
      at.works();
      const idle = await ranOnce('Do nothing.');
      expect(await reasonFor(idle.id)).toBe(deliveryTexts.nothingToDeliver(idle.id));
      expect((await at.run(idle.id)).changes).toBeUndefined();
      const given = (await at.issues(connected)).map(({ runId }) => runId);
      expect(given).not.toContain(run.id);
      expect(given).not.toContain(idle.id);
    });

    it('is asked for again where the push was given up, and replaces no commit of others', async () => {
      at.works('echo mine > mine.txt');
      await at.connect();
      const run = await ranOnce('Say mine.');
      const branch = `office/say-mine-${run.id.slice(-4).toLowerCase()}`;
      at.forge.git.git('branch', branch, 'main');
      await ask(run.id);
      const given = await originWhen(run.id, ({ state }) => state === 'resting');
      expect(given.note).toBe(forgeTexts.notDelivered(run.id, forgeTexts.othersPushed(branch)));
      expect(at.forge.git.tip(branch)).toBe(at.forge.git.tip('main'));
      at.forge.git.git('branch', '-D', branch);
      expect((await ask(run.id)).status).toBe(202);
      await originWhen(run.id, isOpen);
      expect(at.forge.git.git('show', `${branch}:mine.txt`)).toBe('mine');
    });
  },
);
