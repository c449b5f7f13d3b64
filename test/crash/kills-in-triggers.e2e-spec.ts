import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { signedHeaders } from '../../src/doors/triggers/signatures.js';
import type {
  HookAnswer,
  MadeTrigger,
  TriggerDelivery,
} from '../../src/protocol/records/triggers.js';
import type { PushKey } from '../../src/protocol/records/push.js';
import type { Run } from '../../src/protocol/records/work.js';
import type { OfficeClient } from '../support/office-client.js';
import { PushService } from '../support/push/push-service.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { atLength, crashDatabases } from './support/at-length.js';
import { finished } from './support/carry-out.js';
import { crashEnv } from './support/crash-env.js';
import { freshDatabase } from './support/fresh-database.js';
import { withRaw } from './support/raw-database.js';
import { ScriptedLives } from './support/scripted-lives.js';
import { ServiceLife } from './support/service-life.js';

/** Commits, counted from the first of a life, at which it dies; the boot takes the first ones. */
const commits = atLength ? Array.from({ length: 24 }, (_, index) => index + 1) : [4, 8, 12, 16];
const moments = ['before', 'after'] as const;
const deaths = commits.flatMap((commit) => moments.map((moment) => [moment, commit] as const));

jest.setTimeout(atLength ? 1_200_000 : 240_000);

const lives = new ScriptedLives();
const body = '{"title": "Disk full"}';

describe.each(crashDatabases)('triggers of a service that is killed, on $name', ({ url }) => {
  const directory = temporaryDirectory();
  let nth = 0;
  const database = freshDatabase(url, () => directory(`office-${nth}.sqlite`));
  const received: string[] = [];
  const doomed: ServiceLife[] = [];
  let receiver: Server;
  let push: PushService;
  let port: number;

  beforeAll(async () => {
    push = await PushService.start(directory);
    receiver = createServer((request, response) => {
      received.push(String(request.headers['webhook-id']));
      request.resume();
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    ({ port } = receiver.address() as AddressInfo);
  });
  beforeEach(() => {
    nth += 1;
    received.length = 0;
    lives.provider.respondWith(() => ({ text: ['Because it is.'] }));
  });
  afterAll(async () => {
    for (const life of doomed) if (life.alive) await life.kill();
    receiver.close();
    push.close();
  });

  const place = () => ({ directory: directory(), database: database() });
  const hosts = () => ({
    OFFICE_PRIVATE_HOSTS: `127.0.0.1:${port},${push.host}`,
    NODE_EXTRA_CA_CERTS: push.certificate,
  });
  const start = (): ServiceLife => lives.start(place(), hosts());
  const die = (moment: 'before' | 'after', atCommit: number): ServiceLife => {
    const env = { ...crashEnv({ ...place(), provider: lives.provider }), ...hosts() };
    const plan = { of: 'all', atCommit, moment, afterMs: null } as const;
    const life = ServiceLife.doomed(
      { ...env, OFFICE_SOFT_SPEND_APPROVAL_USD: '0' },
      plan,
      directory('tally'),
    );
    doomed.push(life);
    return life;
  };
  /** A life that dies there, or ends once the run has. */
  const dieAtWork = async (
    moment: 'before' | 'after',
    commit: number,
    runId: string,
  ): Promise<void> => {
    const life = die(moment, commit);
    const client = await life.listening();
    const over = new AbortController();
    const done: Promise<unknown> =
      client === null ? life.ended() : finished(client, runId, over.signal);
    await Promise.race([life.ended(), done.catch(() => undefined)]);
    over.abort();
    await life.kill();
  };
  const make = async (client: OfficeClient, wanted: object): Promise<MadeTrigger> => {
    const given = { name: 'n', brief: 'Why?', pipelineId: 'quick-answer', ...wanted };
    return (await client.post<MadeTrigger>('/triggers', given)).body;
  };
  const runIds = async (): Promise<readonly unknown[]> =>
    (await withRaw(database(), (raw) => raw.all('SELECT id FROM runs'))).map(({ id }) => id);

  it('begins one run for a delivery that is sent until it is answered, wherever it dies', async () => {
    const first = start();
    const { id, secret = '' } = await make(await first.serving(), {
      kind: 'hook',
      dayRuns: 1000,
    });
    await first.stop();
    for (const [moment, commit] of deaths) {
      const headers = signedHeaders(secret, `msg ${moment} ${commit}`, new Date(), body);
      const life = die(moment, commit);
      const client = await life.listening();
      await client?.post(`/hooks/${id}`, body, { headers }).catch(() => undefined);
      await life.kill();
    }
    const life = start();
    const client = await life.serving();
    const begun: (string | null)[] = [];
    for (const [moment, commit] of deaths) {
      const headers = signedHeaders(secret, `msg ${moment} ${commit}`, new Date(), body);
      const answer = await client.post<HookAnswer>(`/hooks/${id}`, body, { headers });
      expect(answer.body.state).toBe('started');
      begun.push(answer.body.runId);
    }
    expect(new Set(begun).size).toBe(deaths.length);
    expect(await runIds()).toHaveLength(deaths.length);
    await life.stop();
  });

  it('begins one run for a schedule that was due, wherever it dies', async () => {
    const first = start();
    const wanted = { kind: 'schedule', cron: '0 3 1 1 *' };
    const { id } = await make(await first.serving(), wanted);
    await first.stop();
    let dueTimes = 0;
    for (const [moment, commit] of deaths) {
      dueTimes += 1;
      const due = Date.now() - dueTimes * 60_000;
      await withRaw(database(), (raw) =>
        raw.all(`UPDATE triggers SET next_at = ${due} WHERE id = '${id}' RETURNING id`),
      );
      await die(moment, commit).ended();
    }
    const life = start();
    const client = await life.serving();
    const due = `SELECT id FROM triggers WHERE next_at < ${Date.now()}`;
    await until(async () => (await withRaw(database(), (raw) => raw.all(due))).length === 0);
    const { body: log } = await client.get<readonly TriggerDelivery[]>(
      `/triggers/${id}/deliveries`,
    );
    const begun = log.map(({ runId }) => runId);
    expect(new Set(begun).size).toBe(begun.length);
    expect((await runIds()).toSorted()).toEqual(begun.toSorted());
    expect(begun.length).toBeGreaterThan(0);
    await life.stop();
  });

  it('tells a browser of the end of a run, under one topic, wherever it dies', async () => {
    const first = start();
    const client = await first.serving();
    const { key } = (await client.get<PushKey>('/push')).body;
    await client.post('/push', push.subscribe('browser', key));
    push.statuses.push(503);
    const order = { brief: 'Why?', pipelineId: 'quick-answer' };
    const { id: runId } = (await client.post<Run>('/api/submit', order)).body;
    await first.kill();
    for (const [moment, commit] of deaths) await dieAtWork(moment, commit, runId);
    const life = start();
    const last = await life.serving();
    await finished(last, runId);
    await until(() => push.messages.length > 0);
    expect(push.faults).toEqual([]);
    expect(new Set(push.messages.map(({ topic }) => topic)).size).toBe(1);
    expect(push.messages[0]?.notice['place']).toBe(`#/runs/${runId}`);
    expect((await last.get<PushKey>('/push')).body.key).toBe(key);
    await life.stop();
  });

  it('tells of the end of a run, under one id, wherever it dies', async () => {
    const first = start();
    const client = await first.serving();
    const { id } = await make(client, {
      ...{ kind: 'outbound', url: `http://127.0.0.1:${port}/`, events: ['run.ended'] },
    });
    const order = { brief: 'Why?', pipelineId: 'quick-answer' };
    const { id: runId } = (await client.post<Run>('/api/submit', order)).body;
    await first.kill();
    for (const [moment, commit] of deaths) await dieAtWork(moment, commit, runId);
    const life = start();
    const last = await life.serving();
    await finished(last, runId);
    const log = async (): Promise<readonly TriggerDelivery[]> =>
      (await last.get<readonly TriggerDelivery[]>(`/triggers/${id}/deliveries`)).body;
    await until(async () => (await log()).some(({ state }) => state === 'sent'));
    expect(await log()).toMatchObject([{ runId, state: 'sent' }]);
    expect(new Set(received).size).toBe(1);
    await life.stop();
  });
});
