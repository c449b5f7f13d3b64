import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { AppModule } from '#app.module.js';
import { Schedules } from '#doors/triggers/schedules.js';
import { signedHeaders } from '#doors/triggers/signatures.js';
import type { AuditPage } from '#protocol/records/access.js';
import type {
  HookAnswer,
  MadeTrigger,
  Trigger,
  TriggerDelivery,
} from '#protocol/records/triggers.js';
import type { Run, RunDetail } from '#protocol/records/work.js';
import { titleOf } from '#protocol/rules/run-title.js';
import { submitTexts } from '#protocol/texts/runs.js';
import { startOffice, type RunningOffice } from '../../support/start-office.js';

const root = { authorization: 'Bearer root' };
const body = '{"title": "Disk full on db1", "see": "https://evil.example/x"}';

describe('triggers that begin runs', () => {
  let office: RunningOffice;

  beforeEach(async () => {
    office = await startOffice({
      root: (context) => AppModule.on(context),
      env: { OFFICE_API_TOKEN: 'root' },
    });
  });
  afterEach(() => office.close());

  const make = async (wanted: object): Promise<MadeTrigger> => {
    const {
      body: made,
      status,
      text,
    } = await office.client.post<MadeTrigger>(
      '/triggers',
      { name: 'alerts', brief: 'Find out why.', pipelineId: 'quick-answer', ...wanted },
      { headers: root },
    );
    expect([status, text]).toEqual([201, expect.anything()]);
    return made;
  };
  const call = (id: string, headers: Readonly<Record<string, string>>, sent = body) =>
    office.client.post<HookAnswer & { error?: string }>(`/hooks/${id}`, sent, { headers });
  const runs = async (): Promise<readonly Run[]> =>
    (await office.client.get<readonly Run[]>('/api/runs', { headers: root })).body;
  const log = async (id: string): Promise<readonly TriggerDelivery[]> =>
    (
      await office.client.get<readonly TriggerDelivery[]>(`/triggers/${id}/deliveries`, {
        headers: root,
      })
    ).body;

  describe('a hook', () => {
    const signed = (secret: string, id = 'msg_1', at = new Date(), sent = body) =>
      signedHeaders(secret, id, at, sent);

    it('begins one run for a delivery, however often and at once it is called', async () => {
      const { id, secret = '', path } = await make({ kind: 'hook' });
      expect(path).toBe(`hooks/${id}`);
      const answers = await Promise.all([1, 2, 3].map(() => call(id, signed(secret))));
      answers.push(await call(id, signed(secret)));
      const [first] = answers;
      expect(first).toMatchObject({ status: 202, body: { state: 'started', message: null } });
      expect(new Set(answers.map(({ body: { runId } }) => runId)).size).toBe(1);
      expect(await runs()).toHaveLength(1);
      expect(await log(id)).toMatchObject([{ source: 'hook', state: 'started', attempts: 1 }]);
      await call(id, signed(secret, 'msg_2'));
      expect(await runs()).toHaveLength(2);
    });

    it('gives the run the operator’s brief, with what was sent fenced and noted as foreign', async () => {
      const { id, secret = '' } = await make({ kind: 'hook' });
      const { runId } = (await call(id, signed(secret))).body;
      const { body: run } = await office.client.get<RunDetail>(`/api/runs/${runId}`, {
        headers: root,
      });
      expect(run.brief).toMatch(/^Find out why\.\n\n/);
      expect(run.brief).toContain(`<untrusted-content source=hook:${id}>`);
      expect(run.brief).toContain('"title": "Disk full on db1"');
      expect(run.foreign).toMatchObject([{ kind: 'message', name: 'alerts' }]);
      expect(run.submittedBy).toBe('trigger alerts');
      const { body: audit } = await office.client.get<AuditPage>('/audit/page', { headers: root });
      expect(audit.entries).toContainEqual(
        expect.objectContaining({ name: 'alerts', door: 'hook', operation: 'trigger hook' }),
      );
    });

    it('lets nothing that was sent choose the pipeline or the name', async () => {
      const brief = 'What does this alert mean?';
      const { id, secret = '' } = await make({ kind: 'hook', brief, pipelineId: undefined });
      const sent = '{"title": "Build a new web app from scratch"}';
      await call(id, signed(secret, 'msg_1', new Date(), sent), sent);
      const [run] = await runs();
      expect(run?.pipelineId).toBe('quick-answer');
      expect(run === undefined ? '' : titleOf(run)).toBe(brief);
    });

    it('refuses what is not signed by its secret, now, byte for byte', async () => {
      const { id, secret = '' } = await make({ kind: 'hook' });
      const refusal = 'The signature of the body is missing or does not match.';
      const old = new Date(Date.now() - 10 * 60_000);
      for (const answer of [
        await call(id, {}),
        await call(id, signed(secret, 'msg_1', old)),
        await call(id, signed(secret), body.replace('db1', 'db2')),
        await call('trigger_unknown', signed(secret)),
      ]) {
        expect(answer).toMatchObject({ status: 403, body: { error: refusal } });
      }
      expect(await runs()).toEqual([]);
    });

    it('takes the signature of GitHub and its name of the delivery', async () => {
      const secret = 'a-secret-of-the-operator';
      const { id, secret: told } = await make({ kind: 'hook', signature: 'github', secret });
      expect(told).toBe(secret);
      const headers = {
        'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`,
      };
      expect((await call(id, headers)).body.error).toContain('x-github-delivery');
      const named = { ...headers, 'x-github-delivery': 'd-1' };
      const { runId } = (await call(id, named)).body;
      expect((await call(id, named)).body.runId).toBe(runId);
      expect(await runs()).toHaveLength(1);
    });

    it('takes a document of a megabyte, and no larger one', async () => {
      const { id, secret = '' } = await make({ kind: 'hook' });
      const large = JSON.stringify({ text: 'x'.repeat(900_000) });
      const answer = await call(id, signed(secret, 'msg_1', new Date(), large), large);
      expect(answer.body.state).toBe('started');
      const larger = JSON.stringify({ text: 'x'.repeat(1_100_000) });
      const refused = await call(id, signed(secret, 'msg_2', new Date(), larger), larger);
      expect(refused.status).toBe(413);
    });

    it('begins no more within a day than it may, and none while it is paused', async () => {
      const { id, secret = '' } = await make({ kind: 'hook', dayRuns: 1 });
      await call(id, signed(secret));
      const refused = await call(id, signed(secret, 'msg_2'));
      expect(refused.body).toMatchObject({ state: 'refused', runId: null });
      expect(refused.body.message).toContain('began 1 run within a day');
      const other = await make({ kind: 'hook', name: 'b', runUsd: 2, dayUsd: 3 });
      await call(other.id, signed(other.secret ?? ''));
      const dear = await call(other.id, signed(other.secret ?? '', 'msg_2'));
      expect(dear.body.message).toContain('may spend $3');
      const change = { paused: true, dayRuns: 9 };
      const { body: changed } = await office.client.patch<Trigger>(`/triggers/${id}`, change, {
        headers: root,
      });
      expect(changed).toMatchObject(change);
      const paused = await call(id, signed(secret, 'msg_3'));
      expect(paused.body).toMatchObject({ state: 'refused', message: 'The trigger is paused.' });
      expect(await runs()).toHaveLength(2);
    });

    it('begins as many as it may, whatever a clock that was ahead has dated later', async () => {
      const { id, secret = '' } = await make({ kind: 'hook', dayRuns: 1 });
      await call(id, signed(secret));
      const later = Date.now() + 40 * 24 * 60 * 60 * 1000;
      await office.app.get(DataSource).query(`UPDATE trigger_deliveries SET at = ${later}`);
      expect((await call(id, signed(secret, 'msg_2'))).body.state).toBe('started');
      expect((await call(id, signed(secret, 'msg_3'))).body.state).toBe('refused');
    });

    it('begins no more within a day either when deliveries come together', async () => {
      const { id, secret = '' } = await make({ kind: 'hook', dayRuns: 2 });
      const names = ['msg_1', 'msg_2', 'msg_3', 'msg_4', 'msg_5'];
      const answers = await Promise.all(names.map((name) => call(id, signed(secret, name))));
      expect(answers.map(({ body: { state } }) => state).toSorted()).toEqual([
        ...['refused', 'refused', 'refused', 'started', 'started'],
      ]);
      expect(await runs()).toHaveLength(2);
    });

    it('is tried by a person, listed without its secret, and gone once it is removed', async () => {
      const { id, secret = '' } = await make({ kind: 'hook' });
      const { body: tried } = await office.client.post<TriggerDelivery>(
        `/triggers/${id}/try`,
        { body: { title: 'A sample' } },
        { headers: root },
      );
      expect(tried).toMatchObject({ source: 'sample', state: 'started' });
      const { text } = await office.client.get('/triggers', { headers: root });
      expect(text).toContain(id);
      expect(text).not.toContain(secret);
      await office.client.delete(`/triggers/${id}`, { headers: root });
      expect((await call(id, signed(secret))).status).toBe(403);
      const gone = await office.client.delete<{ error: string }>(`/triggers/${id}`, {
        headers: root,
      });
      expect(gone).toMatchObject({ status: 404, body: { error: `There is no trigger "${id}".` } });
    });
  });

  describe('a schedule', () => {
    /** As if the service had been away since then. */
    const missed = async (id: string, ms: number): Promise<void> => {
      const store = office.app.get(DataSource);
      await store.query(`UPDATE triggers SET next_at = ${Date.now() - ms} WHERE id = '${id}'`);
    };

    it('begins one run for however many times that it missed, once for all who look', async () => {
      const day = 24 * 60 * 60 * 1000;
      const { id, nextAt } = await make({ kind: 'schedule', cron: '*/5 * * * *' });
      expect(nextAt).toBeGreaterThan(Date.now());
      const schedules = office.app.get(Schedules);
      await schedules.look();
      expect(await runs()).toEqual([]);
      await missed(id, 3 * day);
      await Promise.all([schedules.look(), schedules.look(), schedules.look()]);
      await schedules.look();
      expect(await runs()).toHaveLength(1);
      expect(await log(id)).toMatchObject([{ source: 'schedule', state: 'started' }]);
      const { body: list } = await office.client.get<readonly Trigger[]>('/triggers', {
        headers: root,
      });
      expect(list[0]?.nextAt).toBeGreaterThan(Date.now());
    });

    it('begins none again for a time that a clock that was set back brings anew', async () => {
      const { id } = await make({ kind: 'schedule', cron: '*/5 * * * *' });
      const store = office.app.get(DataSource);
      const schedules = office.app.get(Schedules);
      const due = Date.now() - 1000;
      for (let times = 0; times < 2; times++) {
        await store.query(`UPDATE triggers SET next_at = ${due} WHERE id = '${id}'`);
        await schedules.look();
      }
      expect(await runs()).toHaveLength(1);
      const { body: list } = await office.client.get<readonly Trigger[]>('/triggers', {
        headers: root,
      });
      expect(list[0]?.nextAt).toBeGreaterThan(Date.now());
    });

    it('goes on where a clock that was ahead for a moment has moved it on, and repeats nothing', async () => {
      const { id, nextAt } = await make({ kind: 'schedule', cron: '0 3 * * *' });
      const store = office.app.get(DataSource);
      const schedules = office.app.get(Schedules);
      const movedOn = async (): Promise<number> => {
        const ahead = Date.now() + 40 * 24 * 60 * 60 * 1000;
        await store.query(`UPDATE triggers SET next_at = ${ahead} WHERE id = '${id}'`);
        return ahead;
      };
      const dueAt = async () =>
        (await office.client.get<readonly Trigger[]>('/triggers', { headers: root })).body[0]
          ?.nextAt;
      for (let times = 0; times < 2; times++) {
        expect(await movedOn()).not.toBe(nextAt);
        await schedules.look();
        expect(await dueAt()).toBe(nextAt);
      }
      expect(await runs()).toEqual([]);
    });

    it('says why it began none, and goes on', async () => {
      const { id } = await make({ kind: 'schedule', cron: '0 3 * * *', dayRuns: 1 });
      const schedules = office.app.get(Schedules);
      await missed(id, 1000);
      await schedules.look();
      await missed(id, 2000);
      await schedules.look();
      const states = (await log(id)).map(({ state, message }) => [state, message]);
      expect(states).toHaveLength(2);
      const { body: list } = await office.client.get<readonly Trigger[]>('/triggers', {
        headers: root,
      });
      expect(list[0]?.nextAt).toBeGreaterThan(Date.now());
    });

    it('is refused in words that name what is wrong', async () => {
      const refused = async (wanted: object): Promise<string> => {
        const given = { kind: 'schedule', name: 'n', brief: 'b', cron: '0 3 * * *', ...wanted };
        const { body: answer, status } = await office.client.post<{ error: string }>(
          '/triggers',
          given,
          { headers: root },
        );
        expect(status).toBe(400);
        return answer.error;
      };
      expect(await refused({ cron: '0 3 * *' })).toContain('no schedule of five fields');
      expect(await refused({ timeZone: 'Mars' })).toContain('"Mars" is no time zone');
      expect(await refused({ brief: '' })).toContain('need a "brief"');
      expect(await refused({ workspaceId: 'w' })).toBe(submitTexts.noWorkspace('w'));
      expect(await refused({ pipelineId: 'p' })).toBe(submitTexts.noPipeline('p'));
    });
  });
});
