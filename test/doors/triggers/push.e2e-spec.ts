import { readFileSync } from 'node:fs';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { MadeAccessToken } from '#protocol/records/access.js';
import type { PushKey, PushSubscribed } from '#protocol/records/push.js';
import type { Approval, Run, RunDetail } from '#protocol/records/work.js';
import { callsTool, offerPipeline } from '../../runs/support/commission.js';
import { hurryOutbox } from '../../support/hurry-outbox.js';
import { startLiveOffice } from '../../support/models/live-office.js';
import { decryptPush } from '../../support/push/decrypt-push.js';
import { PushService } from '../../support/push/push-service.js';
import { ScriptedProvider } from '../../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../../support/start-office.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { until } from '../../support/until.js';

const root = { authorization: 'Bearer root' };

it('is decrypted as the example of RFC 8291, section 5', () => {
  const bytes = (text: string): Buffer => Buffer.from(text, 'base64url');
  const body =
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS' +
    '6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu' +
    'lcy4a-fN';
  const keys = {
    privateKey: bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
    auth: bytes('BTBZMqHH6r4Tts7J_aSIgg'),
  };
  expect(decryptPush(bytes(body), keys)).toBe('When I grow up, I want to be a watermelon');
});

describe('messages to browsers', () => {
  const directory = temporaryDirectory();
  const trusted = getCACertificates('default');
  let service: PushService;
  let provider: ScriptedProvider;
  let office: RunningOffice;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    service = await PushService.start(directory);
    setDefaultCACertificates([...trusted, readFileSync(service.certificate, 'utf8')]);
  });
  beforeEach(async () => {
    service.messages.length = 0;
    service.statuses.length = 0;
    service.beforeAnswer = null;
    provider.respondWith(callsTool('run_shell', { command: 'echo done by hand' }));
    office = await startLiveOffice(provider, {
      ...{ OPENAI_API_KEY: 'key', OFFICE_API_TOKEN: 'root' },
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_PRIVATE_HOSTS: service.host,
    });
    hurryOutbox(office);
  });
  afterEach(async () => {
    await office.close();
    expect(service.faults.splice(0)).toEqual([]);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await provider.close();
    service.close();
  });

  const keyOf = async (): Promise<string> =>
    (await office.client.get<PushKey>('/push', { headers: root })).body.key;
  const subscribe = async (browser: string, headers = root): Promise<string> => {
    const given = service.subscribe(browser, await keyOf());
    const { body, status } = await office.client.post<PushSubscribed>('/push', given, { headers });
    expect(status).toBe(201);
    return body.id;
  };
  const begin = async (order: object = {}): Promise<string> => {
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const given = { brief: 'Go', pipelineId, ...order };
    return (await office.client.post<Run>('/api/submit', given, { headers: root })).body.id;
  };
  const runOf = async (id: string): Promise<RunDetail> =>
    (await office.client.get<RunDetail>(`/api/runs/${id}`, { headers: root })).body;
  const asked = async (id: string): Promise<Approval> => {
    const found: Approval[] = [];
    await until(async () => {
      found.splice(0, Infinity, ...(await runOf(id)).approvals);
      return found.length > 0;
    });
    return found[0]!;
  };
  const refuse = async ({ id }: Approval): Promise<void> => {
    const socket = await office.client.connect({ headers: root });
    socket.send({ type: 'approve', approvalId: id, approved: false, requestId: id });
    await socket.waitFor('approval.decided', ({ approval }) => approval.id === id);
  };
  const rows = async (): Promise<number> => {
    const store = office.app.get(DataSource);
    return (await store.query<unknown[]>('SELECT id FROM push_subscriptions')).length;
  };
  const heard = (browser: string): readonly string[] =>
    service.messages.filter((each) => each.browser === browser).map(({ notice }) => notice.title!);

  it('are encrypted for each browser and signed, and lead to what they are about', async () => {
    await subscribe('one');
    await subscribe('two');
    service.statuses.push(503);
    const runId = await begin();
    const approval = await asked(runId);
    await until(() => service.messages.length === 2);
    for (const message of service.messages) {
      expect(message).toMatchObject({
        urgency: 'high',
        topic: service.messages[0]?.topic,
        notice: {
          title: 'An employee asks for approval',
          body: approval.summary,
          tag: approval.id,
          place: '#/approvals',
        },
      });
    }
    expect(new Set(service.messages.map(({ browser }) => browser)).size).toBe(2);
    await refuse(approval);
    await until(() => service.messages.length === 4);
    const { status } = await runOf(runId);
    expect(service.messages.slice(2)).toMatchObject(
      [0, 1].map(() => ({
        urgency: 'normal',
        notice: { title: `Run ${status}`, body: 'Go', place: `#/runs/${runId}` },
      })),
    );
  });

  it('tell that a ceiling is passed', async () => {
    await subscribe('one');
    const usage = { tokensIn: 1000, tokensOut: 10_000 };
    provider.respondWith(() => ({ text: ['Dear. '.repeat(2000)], usage }));
    await begin({ budgetUsd: 0.001 });
    await until(() => heard('one').includes('A run has spent its ceiling'));
    expect(service.messages.map(({ notice }) => notice.body)).toContain('It was $0.001.');
  });

  it('are not sent about a question that was answered before', async () => {
    await subscribe('one');
    service.statuses.push(500);
    const runId = begin();
    // It fails while the question is open, and is repeated after the answer.
    service.beforeAnswer = async () => {
      service.beforeAnswer = null;
      await refuse(await asked(await runId));
    };
    await until(() => heard('one').length > 0);
    expect(heard('one').filter((title) => title.startsWith('An employee'))).toEqual([]);
  });

  it('end when the browser, the push service or the token does', async () => {
    const { body: ada } = await office.client.post<MadeAccessToken>(
      '/tokens',
      { name: 'Ada', rights: [] },
      { headers: root },
    );
    const left = await subscribe('left');
    await subscribe('gone');
    await subscribe('revoked', { authorization: `Bearer ${ada.token}` });
    await subscribe('stays');
    await office.client.delete(`/push/${left}`, { headers: root });
    service.forget('gone');
    await office.client.delete(`/tokens/${ada.id}`, { headers: root });
    const approval = await asked(await begin());
    await until(async () => (await rows()) === 1);
    await refuse(approval);
    await until(() => heard('stays').some((title) => title.startsWith('Run ')));
    expect(new Set(service.messages.map(({ browser }) => browser))).toEqual(new Set(['stays']));
  });

  it('go to no private address that is not listed', async () => {
    const given = service.subscribe('one', await keyOf());
    const other = { ...given, endpoint: 'https://127.0.0.1:1/push/one' };
    await office.client.post('/push', other, { headers: root });
    await begin();
    await until(() => office.log.some((line) => line.includes('was given up after 1 attempt')));
    expect(service.messages).toEqual([]);
  });

  it('need what a browser gives, and keep twenty browsers of a caller', async () => {
    const given = service.subscribe('one', await keyOf());
    const refused = async (body: object): Promise<string> => {
      const answer = await office.client.post<{ error: string }>('/push', body, { headers: root });
      expect(answer.status).toBe(400);
      return answer.body.error;
    };
    for (const endpoint of ['http://push.example/', 'https://u:p@push.example/', 'push', '']) {
      expect(await refused({ ...given, endpoint })).toContain(
        '"endpoint" must be the address of a push service',
      );
    }
    const { p256dh, auth } = given.keys;
    const offCurve = Buffer.alloc(65, 4).toString('base64url');
    for (const keys of [{}, { p256dh }, { p256dh, auth: 'c2hvcnQ' }, { p256dh: offCurve, auth }]) {
      expect(await refused({ ...given, keys })).toContain('"keys" must hold "p256dh" and "auth"');
    }
    for (let index = 0; index < 22; index++) await subscribe(`browser${index}`);
    expect(await rows()).toBe(20);
    await subscribe('browser21');
    expect(await rows()).toBe(20);
    expect((await office.client.get('/push')).status).toBe(403);
  });
});
