import { afterAll, afterEach, beforeAll, expect, it } from '@jest/globals';
import pg from 'pg';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { Approval, Run } from '../../src/protocol/records/work.js';
import { isFinal } from '../../src/protocol/rules/run-status.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { describeFleet, type RedisServer, temporaryRedis } from '../support/redis-server.js';
import type { RunningOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { TwoReplicas } from './two-replicas.js';

const numbered = (events: readonly ServerEvent[]): readonly ServerEvent[] =>
  events.filter(({ type, seq }) => seq !== undefined && type !== 'hello');

const numbers = (events: readonly ServerEvent[]): readonly number[] =>
  numbered(events).map(({ seq }) => seq ?? 0);

const isEnd =
  (runId: string) =>
  (event: ServerEvent): boolean =>
    event.type === 'run.updated' && event.run.id === runId && isFinal(event.run.status);

/** What was streamed, by turn; and whether all of it came between the turn's start and its end. */
function streamed(events: readonly ServerEvent[]) {
  const texts = new Map<string, string>();
  const open = new Set<string>();
  let astray = 0;
  for (const event of events) {
    if (event.type === 'turn.started') open.add(event.turn.id);
    if (event.type === 'turn.finished') open.delete(event.turn.id);
    if (event.type !== 'turn.delta') continue;
    if (!open.has(event.turnId)) astray += 1;
    texts.set(event.turnId, (texts.get(event.turnId) ?? '') + event.text);
  }
  return { texts: Object.fromEntries(texts), astray };
}

describeFleet('what two replicas send to their sockets', ({ postgres }) => {
  const database = temporaryDatabase(postgres, () => '');
  const server = temporaryRedis();
  let redis: RedisServer;
  let replicas: TwoReplicas;
  let here: OfficeSocket;
  let there: OfficeSocket;

  beforeAll(async () => {
    redis = await server.start();
    const place = { database: addressOf(database()), redis: redis.url };
    replicas = await TwoReplicas.start(place, { OFFICE_LEASE_MS: '60000' });
  }, 60_000);
  afterAll(() => replicas.close(), 60_000);

  async function connect(): Promise<void> {
    here = await replicas.first.client.connect();
    there = await replicas.second.client.connect();
  }
  afterEach(async () => {
    await here.close();
    await there.close();
  });

  /** Both got the same numbered events since both were connected, each once and in order. */
  async function expectSame(): Promise<void> {
    await replicas.level();
    await here.settle();
    await there.settle();
    const begin = Math.max(...[here, there].map(({ events }) => events[0]?.seq ?? 0));
    const [first, second] = [here, there].map(({ events }) =>
      numbered(events).filter(({ seq = 0 }) => seq > begin),
    );
    expect(second).toEqual(first);
    const seen = numbers(first ?? []);
    expect(seen.length).toBeGreaterThan(0);
    expect(seen).toEqual([...new Set(seen)].sort((a, b) => a - b));
  }

  async function endConnections(): Promise<void> {
    const client = new pg.Client({ connectionString: postgres });
    await client.connect();
    const { pathname } = new URL(addressOf(database()));
    await client.query(
      'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1',
      [pathname.slice(1)],
    );
    await client.end();
  }

  async function submit({ client }: RunningOffice, brief = 'Say hello.'): Promise<Run> {
    const order = { brief, pipelineId: 'quick-answer' };
    return (await client.post<Run>('/api/submit', order)).body;
  }

  it('are the same events once each, in the order of their numbers, and streamed text within its turn', async () => {
    await connect();
    const runs = await Promise.all([
      submit(replicas.first),
      submit(replicas.second),
      submit(replicas.first),
    ]);
    for (const { id } of runs) {
      await here.waitForAny(isEnd(id));
      await there.waitForAny(isEnd(id));
    }
    await expectSame();
    const shown = streamed(here.events);
    expect(Object.values(shown.texts).join('')).not.toBe('');
    expect(shown.astray).toBe(0);
    expect(streamed(there.events)).toEqual(shown);
  }, 60_000);

  it('go on at the other replica where a client left off, which may not have heard of it yet', async () => {
    await connect();
    const { id } = await submit(replicas.first);
    await here.waitForAny(isEnd(id));
    const since = numbers(here.events).at(-1) ?? 0;
    redis.freeze();
    await replicas.first.client.post('/api/workspaces', { name: 'Known here' });
    await here.waitFor('org.updated');
    const known = Math.max(...numbers(here.events));
    const moved = await replicas.second.client.connect({ path: `/ws?since=${known}` });
    const hello = await moved.waitFor('hello');
    expect(hello.seq).toBeGreaterThanOrEqual(known);
    expect(hello.state.workspaces.map(({ name }) => name)).toContain('Known here');
    const late = await replicas.second.client.connect({ path: `/ws?since=${since}` });
    await late.waitFor('org.updated');
    redis.thaw();
    await replicas.hearEachOther();
    await replicas.first.client.post('/api/workspaces', { name: 'Known later' });
    const isLater = (event: ServerEvent): boolean =>
      event.type === 'org.updated' && (event.seq ?? 0) > known;
    await here.waitForAny(isLater);
    for (const socket of [moved, late]) {
      await socket.waitForAny(isLater);
      await replicas.level();
      await socket.settle();
      await here.settle();
    }
    const after = (seq: number): readonly number[] =>
      numbers(here.events).filter((each) => each > seq);
    expect(numbers(late.events)).toEqual(after(since));
    expect(numbers(moved.events)).toEqual(after(known));
  }, 60_000);

  it('come from the log while Redis is away, and by themselves again when it is back', async () => {
    await connect();
    await redis.stop();
    await replicas.hearNothing();
    const { id } = await submit(replicas.first);
    await there.waitForAny(isEnd(id));
    await redis.begin();
    await replicas.hearEachOther();
    const next = await submit(replicas.second);
    await here.waitForAny(isEnd(next.id));
    await there.waitForAny(isEnd(next.id));
    await expectSame();
    const { texts, astray } = streamed(here.events);
    expect(astray).toBe(0);
    const turns = here.ofType('turn.started').filter(({ turn }) => turn.runId === next.id);
    expect(turns.length).toBeGreaterThan(0);
    for (const { turn } of turns) expect(texts[turn.id]).toBeDefined();
    for (const { log } of [replicas.first, replicas.second]) {
      expect(log.filter((line) => line.includes('[fleet]')).length).toBeLessThan(20);
    }
  }, 60_000);

  it('go on after the database ended every connection', async () => {
    await connect();
    const { id } = await submit(replicas.first);
    await endConnections();
    await here.waitForAny(isEnd(id));
    await there.waitForAny(isEnd(id));
    const next = await submit(replicas.second);
    await here.waitForAny(isEnd(next.id));
    await there.waitForAny(isEnd(next.id));
    await expectSame();
  }, 60_000);

  it('follow commands at whichever replica: a question is answered and a run cancelled at the other', async () => {
    await connect();
    const waiting = await submitAsking(replicas.first);
    const { approval } = await there.waitFor('approval.requested', forRun(waiting));
    there.send({ type: 'approve', approvalId: approval.id, approved: false });
    await here.waitFor('approval.decided', ({ approval: { id } }) => id === approval.id);
    there.send({ type: 'cancel', runId: waiting });
    await here.waitForAny(isEnd(waiting));
    const unwanted = await submitAsking(replicas.first);
    await there.waitFor('approval.requested', forRun(unwanted));
    there.send({ type: 'cancel', runId: unwanted });
    const isCancelled = (event: ServerEvent): boolean =>
      isEnd(unwanted)(event) && event.type === 'run.updated' && event.run.status === 'cancelled';
    await here.waitForAny(isCancelled);
    await there.waitForAny(isCancelled);
  }, 60_000);

  /** A run that asks before it uses a shell. */
  async function submitAsking({ client }: RunningOffice): Promise<string> {
    const order = { brief: 'run_shell {"command": "echo two"}', pipelineId: 'code-change' };
    return (await client.post<Run>('/api/submit', order)).body.id;
  }
});

const forRun =
  (runId: string) =>
  ({ approval }: { readonly approval: Approval }): boolean =>
    approval.runId === runId;
