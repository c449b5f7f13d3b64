import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import { AppModule } from '../../src/app.module.js';
import { startLiveOffice } from '../support/models/live-office.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import { until } from '../support/until.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

type Path = '/api/chat' | '/api/plan';
const question = JSON.stringify({ employeeId: 'ceo', text: 'What do you think?' });

function requestTo(path: Path, version = '1.1'): string {
  return (
    `POST ${path} HTTP/${version}\r\nhost: localhost\r\ncontent-type: application/json\r\n` +
    `content-length: ${question.length}\r\n\r\n${question}`
  );
}

describe('a client that asks an employee and leaves before the answer', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  /** Settles the answers that the provider holds back. */
  let release: (reply: ScriptedReply) => void;
  let asked: Promise<ScriptedRequest>;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, { DEEPSEEK_API_KEY: 'sk-1' });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });
  beforeEach(() => {
    const held = Promise.withResolvers<ScriptedReply>();
    const request = Promise.withResolvers<ScriptedRequest>();
    release = held.resolve;
    asked = request.promise;
    provider.respondWith((each) => {
      request.resolve(each);
      return held.promise;
    });
  });

  async function open(sent: string): Promise<Socket> {
    const client = connect({ port: office.port, host: '127.0.0.1', allowHalfOpen: true });
    await once(client, 'connect');
    client.write(sent);
    await asked;
    return client;
  }

  it.each([
    ['closes its connection', '/api/chat', (client: Socket): void => void client.destroy()],
    ['closes its connection', '/api/plan', (client: Socket): void => void client.destroy()],
    ['cuts its connection', '/api/plan', (client: Socket): void => void client.resetAndDestroy()],
  ] as const)('%s (%s): the call of the provider ends', async (_how, path, leave) => {
    const client = await open(requestTo(path));
    leave(client);
    await (
      await asked
    ).closed;
    release({});
  });

  it('aborts a call of fetch: the same', async () => {
    const giveUp = new AbortController();
    const asking = fetch(`http://127.0.0.1:${office.port}/api/plan`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: question,
      signal: giveUp.signal,
    });
    await asked;
    giveUp.abort();
    await expect(asking).rejects.toThrow();
    await (
      await asked
    ).closed;
    release({});
  });

  it('is one of several on a connection: every call ends', async () => {
    const before = provider.requests.length;
    const client = await open(requestTo('/api/plan') + requestTo('/api/chat'));
    await until(() => provider.requests.length === before + 2);
    client.destroy();
    await Promise.all(provider.requests.slice(before).map(({ closed }) => closed));
    release({});
  });

  it('speaks HTTP/1.0 and ends its half: its call ends', async () => {
    const client = await open(requestTo('/api/chat', '1.0'));
    client.end();
    await (
      await asked
    ).closed;
    release({});
  });

  it('has only ended its half: it is sent 102 Processing, and the answer', async () => {
    const client = await open(requestTo('/api/chat'));
    const received: Buffer[] = [];
    client.on('data', (piece: Buffer) => void received.push(piece));
    client.end();
    const questions = (): number =>
      Buffer.concat(received).toString().split('102 Processing').length - 1;
    while (questions() < 2) await once(client, 'data');
    release({ text: ['I think so.'] });
    await once(client, 'end');
    const answer = Buffer.concat(received).toString();
    expect(answer).toMatch(/^(HTTP\/1\.1 102 Processing\r\n\r\n){2,}HTTP\/1\.1 200 OK\r\n/);
    expect(answer).toContain('I think so.');
    client.destroy();
  });

  it('has ended its half and is answered at once: it is asked nothing', async () => {
    const client = await open(requestTo('/api/plan'));
    client.end();
    release({ text: ['At once.'] });
    expect(await text(client)).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  });

  it('has a call refused by one provider: no other one is asked', async () => {
    const before = provider.requests.length;
    const client = await open(requestTo('/api/plan'));
    client.destroy();
    const request = await asked;
    await request.closed;
    release({ refusal: { status: 500 } });
    // A question that is asked now is served, and no call of the other one came between.
    provider.respondWith(() => ({ text: ['Here.'] }));
    const { status } = await office.client.post('/api/plan', JSON.parse(question));
    expect([status, provider.requests.length - before]).toEqual([200, 2]);
  });

  it('leaves no fault in the log', () => {
    expect(office.log.filter((line) => line.startsWith('ERROR'))).toEqual([]);
  });
});

describe('what an employee has said when the one who asked leaves', () => {
  it('is booked', async () => {
    const office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { OFFICE_MOCK_LATENCY_MS: '0', OFFICE_MOCK_TOKENS_PER_SECOND: '5' },
    });
    const watcher = await office.client.connect();
    const client = connect(office.port, '127.0.0.1');
    client.write(requestTo('/api/chat'), () => client.destroy());
    const { employeeId } = await watcher.waitFor('usage');
    expect(employeeId).toBe('ceo');
    const { body: floors } = await office.client.get<WorkspaceSummary[]>('/api/workspaces');
    expect(floors[0]?.spentUsd).toBeGreaterThan(0);
    expect(watcher.ofType('direct.message')).toEqual([]);
    await office.close();
  });
});
