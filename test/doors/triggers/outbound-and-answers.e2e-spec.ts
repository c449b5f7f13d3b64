import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Webhook } from 'standardwebhooks';
import type { AuditPage, MadeAccessToken } from '#protocol/records/access.js';
import type { MadeTrigger, TriggerDelivery } from '#protocol/records/triggers.js';
import type { Run } from '#protocol/records/work.js';
import { outgoingTexts } from '#protocol/texts/outgoing.js';
import { webTexts } from '#protocol/texts/tools.js';
import { outboundTexts } from '#protocol/texts/triggers.js';
import { callsTool, offerPipeline } from '../../runs/support/commission.js';
import { hurryOutbox } from '../../support/hurry-outbox.js';
import { startLiveOffice } from '../../support/models/live-office.js';
import { ScriptedProvider } from '../../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../../support/start-office.js';
import { temporaryDirectory } from '../../support/temporary-directory.js';
import { until } from '../../support/until.js';
import { endOverlap } from './support/end-overlap.js';

const root = { authorization: 'Bearer root' };

interface Received {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Told {
  readonly type: string;
  readonly data: Readonly<Record<string, string>>;
}

describe('triggers that tell, and answers by a link', () => {
  const directory = temporaryDirectory();
  const received: Received[] = [];
  /** Statuses of the next answers; then 204. */
  const statuses: number[] = [];
  let receiver: Server;
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let port: number;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    receiver = createServer((request, response) => {
      void Array.fromAsync(request as AsyncIterable<Buffer>).then((chunks) => {
        const { url = '', headers } = request;
        received.push({ path: url, headers, text: Buffer.concat(chunks).toString() });
        response
          .writeHead(statuses.shift() ?? 204, { 'retry-after': '0', location: '/elsewhere' })
          .end(`Cannot POST ${url}`);
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    ({ port } = receiver.address() as AddressInfo);
  });
  beforeEach(async () => {
    received.length = 0;
    statuses.length = 0;
    provider.respondWith(callsTool('run_shell', { command: 'echo done by hand' }));
    office = await startLiveOffice(provider, {
      ...{ OPENAI_API_KEY: 'key', OFFICE_API_TOKEN: 'root' },
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_PRIVATE_HOSTS: `127.0.0.1:${port}`,
    });
    hurryOutbox(office);
  });
  afterEach(() => office.close());
  afterAll(async () => {
    await provider.close();
    receiver.close();
  });

  const tell = async (wanted: object = {}): Promise<MadeTrigger> => {
    const given = {
      ...{ kind: 'outbound', name: 'chat', url: `http://127.0.0.1:${port}/hook?key=1` },
      ...{ events: ['run.ended', 'approval.waits'], ...wanted },
    };
    return (await office.client.post<MadeTrigger>('/triggers', given, { headers: root })).body;
  };
  const begin = async (): Promise<string> => {
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const order = { brief: 'Go', pipelineId };
    return (await office.client.post<Run>('/api/submit', order, { headers: root })).body.id;
  };
  const log = async (id: string): Promise<readonly TriggerDelivery[]> =>
    (
      await office.client.get<readonly TriggerDelivery[]>(`/triggers/${id}/deliveries`, {
        headers: root,
      })
    ).body;
  const toldOf = (type: string): readonly Told[] =>
    received.map(({ text }) => JSON.parse(text) as Told).filter((told) => told.type === type);
  const linkOf = async (): Promise<string> => {
    await until(() => toldOf('approval.waits').length > 0);
    const link = toldOf('approval.waits')[0]?.data.answerUrl ?? '';
    expect(new URL(link).origin).toBe(`http://127.0.0.1:${office.port}`);
    return link;
  };
  const answer = (link: string, fields: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(link, { method: 'POST', body: new URLSearchParams(fields) });

  it('sends each event once, signed, and again under the same id where it failed', async () => {
    const { id, secret = '', host } = await tell();
    expect(host).toBe(`http://127.0.0.1:${port}`);
    statuses.push(500);
    const runId = await begin();
    await until(() => received.length > 1);
    const [first, second] = received;
    expect(first?.headers['webhook-id']).toBe(second?.headers['webhook-id']);
    for (const { headers, text } of received) {
      const given = headers as Record<string, string>;
      expect(() => new Webhook(secret).verify(text, given)).not.toThrow();
    }
    expect(toldOf('approval.waits')[0]?.data).toMatchObject({
      runId,
      detail: expect.stringContaining('echo done by hand') as unknown,
    });
    const link = await linkOf();
    await answer(link, { answer: 'no', token: 'root' });
    await until(() => toldOf('run.ended').length > 0);
    expect(toldOf('run.ended')[0]?.data).toMatchObject({ runId, brief: 'Go' });
    await until(async () => (await log(id)).every(({ state }) => state === 'sent'));
    const entries = await log(id);
    expect(entries.map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['sent', 2],
    ]);
    expect(received).toHaveLength(3);
  });

  it('is signed by both secrets for as long as is said, then by the new one', async () => {
    const { id, secret: old = '' } = await tell();
    const { body: made } = await office.client.post<MadeTrigger>(
      `/triggers/${id}/secret`,
      { overlapHours: 1 },
      { headers: root },
    );
    const isSignedBy = (secret = '', nth = 0): boolean => {
      const { headers, text = '' } = received[nth] ?? {};
      try {
        return Boolean(new Webhook(secret).verify(text, headers as Record<string, string>));
      } catch {
        return false;
      }
    };
    await office.client.post(`/triggers/${id}/try`, {}, { headers: root });
    await until(() => received.length === 1);
    expect([isSignedBy(made.secret), isSignedBy(old)]).toEqual([true, true]);
    await endOverlap(office, id);
    await office.client.post(`/triggers/${id}/try`, {}, { headers: root });
    await until(() => received.length === 2);
    expect([isSignedBy(made.secret, 1), isSignedBy(old, 1)]).toEqual([true, false]);
  });

  it('tries a sample, gives up at 410, and reaches no private address that is not listed', async () => {
    const { id } = await tell({ format: 'slack' });
    const sample = { headers: root };
    await office.client.post(`/triggers/${id}/try`, {}, sample);
    await until(() => received.length === 1);
    expect(JSON.parse(received[0]?.text ?? '') as unknown).toMatchObject({
      text: 'A sample of the office: hooks arrive here.',
    });
    statuses.push(410);
    await office.client.post(`/triggers/${id}/try`, {}, sample);
    await until(async () => (await log(id)).some(({ state }) => state === 'given-up'));
    const other = await tell({ name: 'other', url: 'http://127.0.0.1:2/' });
    await office.client.post(`/triggers/${other.id}/try`, {}, sample);
    await until(async () => (await log(other.id))[0]?.state === 'given-up');
    const refused = outgoingTexts.notListed(webTexts.privateAddress('127.0.0.1'));
    expect((await log(other.id))[0]?.message).toBe(refused);
    expect(received).toHaveLength(2);
  });

  it('follows no redirect, and tries again, as the receiver may be back', async () => {
    const { id } = await tell();
    statuses.push(302, 307);
    await office.client.post<TriggerDelivery>(`/triggers/${id}/try`, {}, { headers: root });
    await until(async () => (await log(id))[0]?.state === 'sent');
    expect((await log(id))[0]?.attempts).toBe(3);
    expect(received.map(({ path }) => path)).not.toContain('/elsewhere');
  });

  it('shows nobody the secret part of an address that its receiver repeats', async () => {
    const { id } = await tell({ url: `http://127.0.0.1:${port}/hooks/SECRETPART?token=OTHERPART` });
    statuses.push(410);
    await office.client.post(`/triggers/${id}/try`, {}, { headers: root });
    await until(async () => (await log(id))[0]?.state === 'given-up');
    const [entry] = await log(id);
    expect(entry?.message).toBe(outboundTexts.status(410, 'Cannot POST [redacted]'));
    expect(JSON.stringify([entry, office.log])).not.toMatch(/SECRETPART|OTHERPART/);
  });

  describe('a link', () => {
    it('shows the question however often, and decides once, in the name of the token', async () => {
      const { body: ada } = await office.client.post<MadeAccessToken>(
        '/tokens',
        { name: 'Ada', rights: ['approve'] },
        { headers: root },
      );
      await tell();
      const runId = await begin();
      const link = await linkOf();
      for (let opened = 0; opened < 3; opened++) {
        const page = await fetch(link);
        expect(page.status).toBe(200);
        expect(page.headers.get('content-security-policy')).toContain("form-action 'self'");
        const text = await page.text();
        expect(text).toContain('echo done by hand');
        expect(text).toContain('<form method="post">');
        expect(text).toContain('type="password"');
      }
      const done = await answer(link, { answer: 'no', reason: 'Not now', token: ada.token });
      expect([done.status, await done.text()]).toEqual([
        200,
        expect.stringContaining('Your answer is stored.'),
      ]);
      const again = await answer(link, { answer: 'yes', token: ada.token });
      expect(again.status).toBe(403);
      expect(await again.text()).toContain('This question was answered: rejected.');
      const { body: run } = await office.client.get<{ approvals: readonly object[] }>(
        `/api/runs/${runId}`,
        { headers: root },
      );
      expect(run.approvals).toMatchObject([
        { status: 'rejected', decidedBy: 'person', decidedByName: 'Ada', reason: 'Not now' },
      ]);
      const { body } = await office.client.get<AuditPage>('/audit/page', { headers: root });
      expect(body.entries).toContainEqual(
        expect.objectContaining({ name: 'Ada', operation: 'POST answers/:id', outcome: 'done' }),
      );
    });

    it('is answered once when two people answer together', async () => {
      await tell();
      const runId = await begin();
      const link = await linkOf();
      const answers = await Promise.all(
        ['yes', 'no', 'yes', 'no'].map((said) => answer(link, { answer: said, token: 'root' })),
      );
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403, 403]);
      const first = answers.findIndex(({ status }) => status === 200) % 2;
      const { body: run } = await office.client.get<{ approvals: readonly object[] }>(
        `/api/runs/${runId}`,
        { headers: root },
      );
      expect(run.approvals[0]).toMatchObject({ status: ['approved', 'rejected'][first] });
    });

    it('gives no right: who lacks it decides nothing, and a changed link shows nothing', async () => {
      const { body: eve } = await office.client.post<MadeAccessToken>(
        '/tokens',
        { name: 'Eve', rights: ['work'] },
        { headers: root },
      );
      await tell();
      await begin();
      const link = await linkOf();
      const refusals = [
        [{ answer: 'yes', token: eve.token }, 'lacks the right &quot;approve&quot;'],
        [{ answer: 'yes', token: 'guess' }, 'This token is not valid.'],
        [{ answer: 'yes' }, 'lacks the right &quot;approve&quot;'],
        [{ answer: 'maybe', token: 'root' }, 'must be &quot;yes&quot; or &quot;no&quot;'],
      ] as const;
      for (const [fields, why] of refusals) {
        const refused = await answer(link, fields);
        expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining(why)]);
      }
      const changed = await fetch(link.replace(/\.(\d{13})\./, '.9$1.'));
      expect(changed.status).toBe(404);
      expect(await changed.text()).not.toContain('echo');
      expect(await (await fetch(link)).text()).toContain('<form');
    });
  });
});
