import { describe, expect, it } from '@jest/globals';
import { ForgeClients } from '#doors/forges/clients/forge-clients.js';
import type { AuditEntry } from '#protocol/records/access.js';
import type { ConnectedForge, Forge } from '#protocol/records/forges.js';
import type { Workspace } from '#protocol/records/organisation.js';
import type { Pipeline } from '#protocol/records/work.js';
import { forgeTexts } from '#protocol/texts/forges.js';
import { submitTexts } from '#protocol/texts/runs.js';
import { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { until } from '#test/support/until.js';
import { PluginPipelines } from '#workspaces/plugin-pipelines.js';
import { ForgeOffice } from './support/forge-office.js';

describe('connecting a repository', () => {
  const nobody = '127.0.0.1:2';
  const at = new ForgeOffice(
    (directory) => GithubSimulator.start(directory),
    () => [nobody],
  );

  const wanted = () => {
    const { kind, url, repository, token } = at.forge;
    return { kind, url, repository, token, workspaceId: 'default' };
  };
  const refusalOf = async (given: object): Promise<string> => {
    const { status, body } = await at.office.client.post<{ error: string }>('/forges', {
      ...wanted(),
      ...given,
    });
    expect(status).toBe(400);
    return body.error;
  };

  it('is refused with the reason', async () => {
    const { host } = new URL(at.forge.url);
    expect(await refusalOf({ kind: 'svn' })).toBe(forgeTexts.badKind);
    expect(await refusalOf({ url: 'ftp://example.org' })).toBe(forgeTexts.badUrl);
    expect(await refusalOf({ url: 'https://me:it@example.org' })).toBe(forgeTexts.badUrl);
    for (const repository of ['widgets', 'acme/..', 'acme/widgets?x', 'a/b/c', '../acme/widgets']) {
      expect(await refusalOf({ repository })).toBe(forgeTexts.badRepository);
    }
    expect(await refusalOf({ label: 'a,b' })).toBe(forgeTexts.badName('label'));
    expect(await refusalOf({ label: '' })).toBe(forgeTexts.noRule);
    expect(await refusalOf({ wakes: 51 })).toBe(forgeTexts.badBound('wakes', 0, 50));
    expect(await refusalOf({ issueUsd: 0 })).toBe(forgeTexts.badBound('issueUsd', 0.01, 1000));
    expect(await refusalOf({ token: '""' })).toBe(forgeTexts.noToken);
    expect(await refusalOf({ workspaceId: 'none' })).toBe(submitTexts.noWorkspace('none'));
    expect(await refusalOf({ pipelineId: 'none' })).toBe(submitTexts.noPipeline('none'));
    expect(await refusalOf({ token: 'wrong-token' })).toBe(forgeTexts.tokenRefused(host));
    expect(await refusalOf({ url: `http://${nobody}` })).toContain(
      forgeTexts.unreachable(nobody, ''),
    );
    at.forge.world.mayPush = false;
    expect(await refusalOf({})).toBe(forgeTexts.noPush('acme/widgets', 'office-bot'));
    at.forge.world.mayPush = true;
    const { body } = await at.office.client.get<readonly Forge[]>('/forges');
    expect(body).toEqual([]);
    const { status, body: none } = await at.office.client.get<{ error: string }>(
      '/forges/forge_0/issues',
    );
    expect([status, none.error]).toEqual([404, forgeTexts.unknown('forge_0')]);
  });

  it('keeps a pipeline that is gone until it is to work elsewhere, or in another way', async () => {
    const { forge } = await at.connect();
    const change = (given: object) => at.office.client.patch(`/forges/${forge.id}`, given);
    const { body: other } = await at.office.client.post<Workspace>('/api/workspaces', {
      name: 'Other floor',
    });
    const offered = at.office.app.get(PluginPipelines, { strict: false });
    const [going, unstaffed] = [pipelineOf('going', 'ceo'), pipelineOf('unstaffed', 'nobody')];
    const withdraw = offered.register('test.going', [going, unstaffed]);
    expect((await change({ pipelineId: 'going' })).status).toBe(200);
    const refusals = [
      [{ pipelineId: 'unstaffed' }, submitTexts.missingRoles('unstaffed', ['nobody'])],
      [{ pipelineId: 'none' }, submitTexts.noPipeline('none')],
      [{ workspaceId: other.id }, submitTexts.noPipeline('going')],
    ] as const;
    for (const [given, error] of refusals) {
      if ('workspaceId' in given) withdraw();
      const body = { error, field: 'pipelineId' };
      expect(await change(given)).toMatchObject({ status: 400, body });
    }
    expect((await change({ wakes: 3 })).body).toMatchObject({ wakes: 3, pipelineId: 'going' });
    const both = { workspaceId: other.id, pipelineId: 'quick-answer' };
    expect((await change(both)).body).toMatchObject(both);
    expect((await change({ pipelineId: '' })).body).toMatchObject({ pipelineId: null });
  });

  it('leaves no client where it is refused', async () => {
    const clients = at.office.app.get(ForgeClients, { strict: false });
    const { url, repository } = at.forge;
    const place = { kind: 'github', url, repository, token: 'wrong-token' } as const;
    const before = await clients.open(place);
    await refusalOf({ token: 'wrong-token' });
    expect(await clients.open(place)).not.toBe(before);
  });

  it('changes nothing where it is connected', async () => {
    const connected = await at.connect();
    at.tells(connected);
    expect(await refusalOf({ token: 'another-token' })).toBe(forgeTexts.taken('acme/widgets'));
    const both = await Promise.all([refusalOf({}), refusalOf({})]);
    expect(new Set(both)).toEqual(new Set([forgeTexts.taken('acme/widgets')]));
    const refused = at.forge.refusals;
    await at.polled(connected);
    expect(at.forge.refusals).toBe(refused);
    // The secret of the webhook is the same too.
    at.forge.world.openIssue({ title: 'Not for the office' });
    await at.forge.told();
    expect(at.forge.answers.at(-1)).toBe(202);
  });

  it('anew begins with what has the label, and ends what was closed meanwhile', async () => {
    at.provider.respondWith(() => ({ text: ['There is nothing.'] }));
    const { world } = at.forge;
    const closed = world.openIssue({ title: 'Is closed', labels: ['office'] });
    const first = await at.connect();
    await at.poll(first);
    await at.issueWhen(first, closed.number, ({ state }) => state === 'resting');
    await at.disconnect(first);
    world.closeIssue(closed);
    const missed = world.openIssue({ title: 'Is missed', labels: ['office'] });
    // As if all of it was longer ago than a poll looks back.
    for (const issue of [closed, missed]) issue.updatedAt -= 60 * 60_000;
    const again = await at.connect();
    expect(again.forge.id).toBe(first.forge.id);
    expect(again.forge.polledAt).toBeNull();
    expect(again.webhookSecret).not.toBe(first.webhookSecret);
    await at.poll(again);
    await at.issueWhen(again, closed.number, ({ state }) => state === 'ended');
    await at.issueWhen(again, missed.number, ({ state }) => state === 'resting');
  });

  it('is found with another label, also where issues had it before', async () => {
    at.provider.respondWith(() => ({ text: ['There is nothing.'] }));
    const connected = await at.connect();
    const issue = at.forge.world.openIssue({ title: 'Other label', labels: ['robots'] });
    issue.updatedAt -= 60 * 60_000;
    await at.polled(connected);
    const path = `/forges/${connected.forge.id}`;
    await at.office.client.patch(path, { label: 'robots' });
    await at.poll(connected);
    await at.issueWhen(connected, issue.number, ({ state }) => state === 'resting');
  });

  it.each([
    ['connected', true],
    ['changed', false],
  ])('takes what asks already by its mention where it is %s', async (how, isConnected) => {
    at.provider.respondWith(() => ({ text: ['There is nothing.'] }));
    const { world } = at.forge;
    const before = isConnected ? null : await at.connect();
    if (before !== null) await at.polled(before);
    const mention = `robot-${how}`;
    const inBody = world.openIssue({ title: 'Is asked', author: 'ada', body: `@${mention} help` });
    const inComment = world.openIssue({ title: 'Is asked later', author: 'eve' });
    world.comment(inComment, 'ada', `@${mention} please`);
    const notAsked = world.openIssue({ title: 'Is not', author: 'eve', body: `@${mention} help` });
    for (const issue of [inBody, inComment, notAsked]) issue.updatedAt -= 60 * 60_000;
    const connected = before ?? (await at.connect({ mention }));
    await at.office.client.patch(`/forges/${connected.forge.id}`, { mention });
    await at.polled(connected);
    await at.issueWhen(connected, inBody.number, ({ state }) => state === 'resting');
    await at.issueWhen(connected, inComment.number, ({ state }) => state === 'resting');
    const numbers = (await at.issues(connected)).map(({ number }) => number);
    expect(numbers).not.toContain(notAsked.number);
  });

  it('whose clock is behind is missed nothing of', async () => {
    at.provider.respondWith(() => ({ text: ['There is nothing.'] }));
    at.forge.setAhead(-10 * 60_000);
    try {
      const connected = await at.connect();
      await at.polled(connected);
      const issue = at.forge.world.openIssue({ title: 'Is behind', labels: ['office'] });
      await at.polled(connected);
      await at.issueWhen(connected, issue.number, ({ state }) => state === 'resting');
    } finally {
      at.forge.setAhead(0);
    }
  });

  it('has the secret of its webhook made anew, and the one of before ends at once', async () => {
    const connected = await at.connect();
    const path = `/forges/${connected.forge.id}/secret`;
    const { status, body: made } = await at.office.client.post<ConnectedForge>(path, {});
    expect([status, made.webhookPath]).toEqual([201, connected.webhookPath]);
    expect(made.webhookSecret).not.toBe(connected.webhookSecret);
    at.tells(connected);
    at.forge.world.openIssue({ title: 'Signed by the old one' });
    await at.forge.told();
    expect(at.forge.answers.at(-1)).toBe(403);
    at.tells(made);
    at.forge.world.openIssue({ title: 'Signed by the new one' });
    await at.forge.told();
    expect(at.forge.answers.at(-1)).toBe(202);
    const { text } = await at.office.client.get('/audit');
    expect(text).toContain('POST forges/:id/secret');
    expect(text).not.toContain(made.webhookSecret);
    expect((await at.office.client.post('/forges/forge_0/secret', {})).status).toBe(404);
  });

  it('is in the audit log without the token, as is every change of it', async () => {
    const connected = await at.connect();
    const path = `/forges/${connected.forge.id}`;
    await at.office.client.patch(path, { paused: true, token: at.forge.token });
    await at.office.client.delete(path);
    const { text } = await at.office.client.get('/audit');
    expect(text).not.toContain(at.forge.token);
    const log = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry)
      .filter(({ operation }) => / forges(?:\/:id)?$/.test(operation));
    const { id, workspaceId } = connected.forge;
    expect(log.slice(-3).map(({ operation, object }) => [operation, object])).toEqual([
      ['POST forges', workspaceId],
      ['PATCH forges/:id', id],
      ['DELETE forges/:id', id],
    ]);
  });

  it('keeps no answer with the token or the secret', async () => {
    const { forge, webhookSecret }: ConnectedForge = await at.connect();
    const told = await Promise.all(
      ['/forges', `/forges/${forge.id}/issues`, '/api/state'].map((path) =>
        at.office.client.get(path),
      ),
    );
    for (const { text } of told) {
      expect(text).not.toContain(at.forge.token);
      expect(text).not.toContain(webhookSecret);
    }
    await until(
      async () =>
        (await at.office.client.get<readonly Forge[]>('/forges')).body[0]?.polledAt !== null,
    );
  });
});

function pipelineOf(id: string, role: string): Pipeline {
  const stage = { kind: 'plan', name: 'Plan', mode: 'single', roleIds: [role] } as const;
  return { id, name: id, description: 'A stage.', stages: [stage] };
}
