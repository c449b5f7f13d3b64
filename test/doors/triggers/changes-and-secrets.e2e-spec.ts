import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { AppModule } from '#app.module.js';
import { Schedules } from '#doors/triggers/schedules.js';
import { signedHeaders } from '#doors/triggers/signatures.js';
import { TriggeredRuns } from '#doors/triggers/triggered-runs.js';
import { TriggersService } from '#doors/triggers/triggers.service.js';
import type { AuditPage, MadeAccessToken } from '#protocol/records/access.js';
import type { MadeTrigger, Trigger } from '#protocol/records/triggers.js';
import type { Run } from '#protocol/records/work.js';
import { submitTexts } from '#protocol/texts/runs.js';
import { triggerTexts } from '#protocol/texts/triggers.js';
import { startOffice, type RunningOffice } from '../../support/start-office.js';
import { endOverlap } from './support/end-overlap.js';

const root = { headers: { authorization: 'Bearer root' } };
const body = '{"title":"Disk full"}';

type Answered<T> = T & { readonly error?: string };

describe('a trigger that is changed', () => {
  let office: RunningOffice;

  beforeEach(async () => {
    office = await startOffice({
      root: (context) => AppModule.on(context),
      env: { OFFICE_API_TOKEN: 'root' },
    });
  });
  afterEach(() => office.close());

  const make = async (wanted: object): Promise<MadeTrigger> => {
    const given = { name: 'alerts', brief: 'First.', pipelineId: 'quick-answer', ...wanted };
    return (await office.client.post<MadeTrigger>('/triggers', given, root)).body;
  };
  const change = async (id: string, given: object) => {
    const answer = await office.client.patch<Answered<Trigger>>(`/triggers/${id}`, given, root);
    return [answer.status, answer.body] as const;
  };
  const renew = (id: string, given: object = {}) =>
    office.client.post<Answered<MadeTrigger>>(`/triggers/${id}/secret`, given, root);
  const call = async (id: string, secret: string, delivery: string): Promise<number> => {
    const headers = signedHeaders(secret, delivery, new Date(), body);
    return (await office.client.post(`/hooks/${id}`, body, { headers })).status;
  };
  const briefs = async (): Promise<readonly string[]> =>
    (await office.client.get<readonly Run[]>('/api/runs', root)).body.map(({ brief }) => brief);
  const makeDue = async (id: string, dueAt: number): Promise<void> => {
    const sql = `UPDATE triggers SET next_at = ${dueAt} WHERE id = '${id}'`;
    await office.app.get(DataSource, { strict: false }).query(sql);
  };
  const schedules = (): Schedules => office.app.get(Schedules, { strict: false });

  it('has what was said, and of two people who saw the same the second is told', async () => {
    const { id, revision } = await make({ kind: 'schedule', cron: '0 3 * * *', runUsd: 1 });
    const given = { revision, brief: 'Mine.', cron: '0 5 * * *', timeZone: 'Europe/Berlin' };
    const [status, mine] = await change(id, {
      ...given,
      pipelineId: null,
      runUsd: null,
      dayUsd: 2,
    });
    expect(status).toBe(200);
    expect(mine).toMatchObject({ brief: 'Mine.', cron: '0 5 * * *', dayUsd: 2 });
    expect([mine.pipelineId, mine.runUsd]).toEqual([undefined, undefined]);
    expect(mine.revision).not.toBe(revision);
    const refusal = [400, { error: triggerTexts.changed('alerts'), field: 'revision' }];
    expect(await change(id, { revision, brief: 'Theirs.' })).toEqual(refusal);
    const { body: all } = await office.client.get<readonly Trigger[]>('/triggers', root);
    expect(all).toEqual([mine]);
    expect((await change(id, { paused: true }))[1].revision).toBe(mine.revision);
  });

  it('is refused with the reason and its field', async () => {
    const { id } = await make({ kind: 'schedule', cron: '0 3 * * *' });
    for (const [given, error] of [
      [{ timeZone: 'Mars/Base' }, triggerTexts.timeZone('Mars/Base')],
      [{ workspaceId: 'none' }, submitTexts.noWorkspace('none')],
      [{ pipelineId: 'none' }, submitTexts.noPipeline('none')],
      [{ brief: ' ' }, triggerTexts.briefRequired],
      [{ dayRuns: 1001 }, triggerTexts.dayRuns(1000)],
      [{ cron: '0 0 30 2 *' }, triggerTexts.never('0 0 30 2 *')],
      [{ dayUsd: -1 }, triggerTexts.amount('dayUsd')],
      [{ name: 'a\nb' }, triggerTexts.name(80)],
      [{ name: 1 }, '"name" must be a string.'],
    ] as const) {
      const [field] = Object.keys(given);
      expect(await change(id, given)).toEqual([400, { error, field }]);
    }
    const { id: other } = await make({
      ...{ kind: 'outbound', url: 'https://a.example/', events: ['run.ended'] },
    });
    const badUrl = [400, { error: triggerTexts.url, field: 'url' }];
    expect(await change(other, { url: 'ftp://a' })).toEqual(badUrl);
    expect((await change(other, { events: ['approval.waits'] }))[1]).toMatchObject({
      events: ['approval.waits'],
    });
  });

  it('is signed in another form by the same secret, unless that is none of this form', async () => {
    const { id, secret = '' } = await make({ kind: 'hook', signature: 'github' });
    expect((await change(id, { signature: 'standard' }))[1].signature).toBe('standard');
    expect(await call(id, secret, 'a')).toBe(202);
    expect((await change(id, { signature: 'github' }))[1].signature).toBe('github');
    await renew(id, { secret: 'a-secret-of-the-operator' });
    const refused = [400, { error: triggerTexts.otherForm, field: 'signature' }];
    expect(await change(id, { signature: 'standard' })).toEqual(refused);
    const { secret: anew = '' } = (await renew(id, { overlapHours: 1 })).body;
    expect(await change(id, { signature: 'standard' })).toEqual(refused);
    await renew(id, { secret: anew });
    expect((await change(id, { signature: 'standard' }))[0]).toBe(200);
    expect(await call(id, anew, 'b')).toBe(202);
  });

  it('between two times begins each of them once, the next one as it is by then', async () => {
    const { id } = await make({ kind: 'schedule', cron: '0 3 * * *' });
    const dueAt = Date.now() - 60_000;
    await makeDue(id, dueAt);
    // The time that has come is begun, with what it is to do now.
    await change(id, { cron: '0 5 * * *', brief: 'Second.' });
    await Promise.all([schedules().look(), schedules().look()]);
    expect(await briefs()).toEqual(['Second.']);
    const { body: all } = await office.client.get<readonly Trigger[]>('/triggers', root);
    expect(new Date(all[0]?.nextAt ?? 0).toISOString()).toContain('T05:00:00.000Z');
    await schedules().look();
    expect(await briefs()).toHaveLength(1);
  });

  it('is begun as it is by then where it was read before', async () => {
    const { id } = await make({ kind: 'hook' });
    const before = await office.app.get(TriggersService, { strict: false }).require(id);
    await change(id, { brief: 'Second.' });
    const arrival = { key: 'hook 1', source: 'hook' } as const;
    await office.app.get(TriggeredRuns, { strict: false }).arrive(before, arrival);
    expect(await briefs()).toEqual(['Second.']);
  });

  it('has a secret made anew, which is told once, and the one of before ends at once', async () => {
    const { id, secret: old = '' } = await make({ kind: 'hook' });
    const { status, body: made } = await renew(id);
    const { secret = '' } = made;
    expect([status, made.formerUntil]).toEqual([201, undefined]);
    expect(secret).toMatch(/^whsec_\S{44}$/);
    expect(secret).not.toBe(old);
    expect([await call(id, old, 'a'), await call(id, secret, 'b')]).toEqual([403, 202]);
    const told = await office.client.get('/triggers', root);
    expect(told.text).not.toContain(secret);
    const { body: audit } = await office.client.get<AuditPage>('/audit/page', root);
    expect(audit.entries).toContainEqual(
      expect.objectContaining({ operation: 'POST triggers/:id/secret', object: id }),
    );
    expect(JSON.stringify(audit)).not.toContain(secret);
  });

  it('takes both secrets for as long as is said', async () => {
    const { id, secret: old = '' } = await make({ kind: 'hook' });
    const { secret = '', formerUntil = 0 } = (await renew(id, { overlapHours: 1 })).body;
    expect(Math.abs(formerUntil - Date.now() - 60 * 60_000)).toBeLessThan(60_000);
    expect([await call(id, old, 'a'), await call(id, secret, 'b')]).toEqual([202, 202]);
    await endOverlap(office, id);
    expect([await call(id, old, 'c'), await call(id, secret, 'd')]).toEqual([403, 202]);
    await renew(id);
    expect([await call(id, old, 'e'), await call(id, secret, 'f')]).toEqual([403, 403]);
  });

  it('has its secret made anew by administrators only, and in its form', async () => {
    const { id } = await make({ kind: 'hook', signature: 'github' });
    const wanted = { name: 'Ada', rights: ['work', 'approve'] };
    const { body: ada } = await office.client.post<MadeAccessToken>('/tokens', wanted, root);
    const asAda = { headers: { authorization: `Bearer ${ada.token}` } };
    expect((await office.client.post(`/triggers/${id}/secret`, {}, asAda)).status).toBe(403);
    const refusals = [
      [await renew(id, { secret: 'short' }), triggerTexts.shortSecret(16)],
      [await renew(id, { overlapHours: 169 }), triggerTexts.overlap(168)],
      [
        await renew((await make({ kind: 'schedule', cron: '0 3 * * *' })).id),
        triggerTexts.noSecret,
      ],
    ] as const;
    for (const [{ status, body: told }, error] of refusals) {
      expect([status, told.error]).toEqual([400, error]);
    }
    expect((await renew('trigger_0')).status).toBe(404);
    const secret = 'a-secret-of-the-operator';
    expect((await renew(id, { secret })).body.secret).toBe(secret);
  });
});
