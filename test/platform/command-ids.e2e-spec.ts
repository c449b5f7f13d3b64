import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import type { ClientCommand } from '../../src/protocol/commands.js';
import type { ServerEvent, ServerEventOf } from '../../src/protocol/events.js';
import { AnswerRetention } from '../../src/platform/commands/command-answers.repository.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { Run } from '../../src/protocol/records/work.js';
import { aRole } from '../support/organisations/a-role.js';
import { brief, commands } from '../support/organisations/every-command.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { Answer } from '../support/office-client.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { emptyDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { addressOf } from '../support/created-database.js';
import { doorDatabases } from '../support/test-databases.js';
import type { RunningOffice } from '../support/start-office.js';

type Told = ServerEventOf<'command.done'> | ServerEventOf<'error'>;

const isAnswerTo =
  (id: string) =>
  (event: ServerEvent): boolean =>
    (event.type === 'command.done' || event.type === 'error') && event.requestId === id;

/** Sends the command and waits for what it is answered beyond what was heard before. */
async function ask(socket: OfficeSocket, command: ClientCommand): Promise<Told> {
  const before = new Set(socket.events);
  socket.send(command);
  const isIt = isAnswerTo(command.requestId ?? '');
  return (await socket.waitForAny((event) => !before.has(event) && isIt(event))) as Told;
}

/** An answer without the time at which it was given. */
const timeless = ({ at: _, ...told }: Told): object => told;

const otherCommand = (id: string, name = 'requestId'): string =>
  `The ${name} "${id}" was given to another command within the last day. Give each command an id of its own.`;

/** What the service refuses, with what it says. */
const refused: readonly [object, string][] = [
  [{ type: 'fly' }, 'Unknown command "fly".'],
  [{ type: 'refreshPlugins' }, 'Unknown command "refreshPlugins".'],
  [{ type: 'cancel', runId: 'run_none' }, 'Run "run_none" is not running.'],
  [{ type: 'approve', approvalId: 'a', approved: true }, 'Approval "a" is no longer pending.'],
  [{ type: 'submit' }, 'A non-empty "brief" string is required.'],
  [{ type: 'loadRun', runId: 'run_none' }, 'No run "run_none".'],
  [{ type: 'fire', roleId: 7 }, '"roleId" must be a string.'],
];

const tooLarge = 'Command too large: a frame holds at most 256 KB.';

const wrongId = '"requestId" must be a string of 1 to 100 characters.';

describe.each(doorDatabases)('ids of commands on $name', ({ url }) => {
  const at = temporaryDirectory();
  const database = emptyDatabase(url, () => at('office.sqlite'));
  let office: RunningOffice;
  let socket: OfficeSocket;
  let ids = 0;
  const nextId = (): string => `id-${(ids += 1)}`;

  const start = async (): Promise<void> => {
    const kept = database();
    const place = kept.kind === 'postgres' ? addressOf(kept) : at('office.sqlite');
    office = await startRealOffice({ OFFICE_DB: place, OFFICE_WORKSPACES_ROOT: at('floors') });
    socket = await office.client.connect();
  };
  beforeAll(start);
  afterAll(() => office.close());

  const runs = async (text = brief): Promise<readonly Run[]> =>
    (await office.client.get<Run[]>('/api/runs?limit=200')).body.filter(
      (run) => run.brief === text,
    );
  const state = async (): Promise<OfficeState> =>
    (await office.client.get<OfficeState>('/api/state')).body;

  it('every command that is carried out says so, with its result, to the asker alone and alike when it is repeated', async () => {
    const other = await office.client.connect();
    for (const [command, result] of commands) {
      const named = { ...command, requestId: nextId() };
      const told = await ask(socket, named);
      expect([command.type, told]).toMatchObject([
        command.type,
        { type: 'command.done', requestId: named.requestId, result },
      ]);
      const again = await ask(await office.client.connect(), named);
      expect([command.type, timeless(again)]).toEqual([command.type, timeless(told)]);
    }
    await other.settle();
    expect(other.ofType('command.done')).toEqual([]);
    expect(await runs()).toHaveLength(1);
    const { workspaces, memory } = await state();
    // The first one, and the one that was imported.
    expect(workspaces).toHaveLength(2);
    expect(memory.facts).toHaveLength(1);
  });

  it.each(refused)('%j is refused with its id', async (command, message) => {
    const requestId = nextId();
    const told = await ask(socket, { ...command, requestId } as ClientCommand);
    expect(timeless(told)).toEqual({ type: 'error', message, requestId });
    const again = await ask(socket, { ...command, requestId } as ClientCommand);
    expect(timeless(again)).toEqual(timeless(told));
  });

  it.each([300_000, 1_500_000])('one of %d characters is refused with its id', async (length) => {
    const requestId = nextId();
    const told = await ask(socket, { type: 'submit', brief: 'x'.repeat(length), requestId });
    expect(timeless(told)).toEqual({ type: 'error', message: tooLarge, requestId });
  });

  it.each([7, null, '', {}, ['a'], true, 'x'.repeat(101)])('%j is no id', async (requestId) => {
    const asking = await office.client.connect();
    asking.sendRaw(JSON.stringify({ type: 'submit', brief: 'Not begun', requestId }));
    const { at: _, ...error } = await asking.waitFor('error');
    expect(error).toEqual({ type: 'error', message: wrongId });
    expect(await runs('Not begun')).toEqual([]);
  });

  it.each(['x'.repeat(100), '日本語', ' ', '"; DROP TABLE runs', '__proto__'])(
    '%j is an id',
    async (requestId) => {
      const text = `Brief of ${JSON.stringify(requestId)}`;
      const command = {
        type: 'submit',
        brief: text,
        pipelineId: 'quick-answer',
        requestId,
      } as const;
      const told = await ask(socket, command);
      expect(told.type).toBe('command.done');
      expect(timeless(await ask(socket, command))).toEqual(timeless(told));
      expect(await runs(text)).toHaveLength(1);
    },
  );

  it('a command without an id is answered as before', async () => {
    const asking = await office.client.connect();
    asking.send({ type: 'setRoutingPosture', posture: 'quality' });
    await asking.waitFor('org.updated');
    await asking.settle();
    expect(asking.ofType('command.done')).toEqual([]);
  });

  it('many at once with one id are one', async () => {
    const text = 'Once, please.';
    const command = { type: 'submit', brief: text, requestId: nextId() } as const;
    const asking = await Promise.all([1, 2, 3, 4].map(() => office.client.connect()));
    const told = await Promise.all([...asking, ...asking].map((each) => ask(each, command)));
    expect(
      new Set(told.map((each) => JSON.stringify((each as { result?: Run }).result?.id))).size,
    ).toBe(1);
    expect(told[0]).toMatchObject({ type: 'command.done', result: { brief: text } });
    expect(await runs(text)).toHaveLength(1);
  });

  it.each<[string, ClientCommand]>([
    ['another payload', { type: 'submit', brief: 'Another' }],
    ['more in it', { type: 'submit', brief: 'The first', budgetUsd: 1 }],
    ['another command', { type: 'chat', employeeId: 'ceo', text: 'The first' }],
  ])('an id that is used for %s is refused', async (_, command) => {
    const requestId = nextId();
    const first = await ask(socket, { type: 'submit', brief: 'The first', requestId });
    expect(first.type).toBe('command.done');
    const message = otherCommand(requestId);
    const second = await ask(socket, { ...command, requestId });
    expect(second).toMatchObject({ type: 'error', message, requestId });
    expect(await runs('Another')).toEqual([]);
  });

  it('the order of what came with a command does not matter', async () => {
    const requestId = nextId();
    const first = await ask(socket, { type: 'submit', brief: 'Ordered', budgetUsd: 1, requestId });
    socket.events.length = 0;
    socket.sendRaw(JSON.stringify({ requestId, budgetUsd: 1, brief: 'Ordered', type: 'submit' }));
    const again = (await socket.waitForAny(isAnswerTo(requestId))) as Told;
    expect(timeless(again)).toEqual(timeless(first));
    expect(await runs('Ordered')).toHaveLength(1);
  });

  it('a refusal stays what it was when the reason has gone', async () => {
    const command = { type: 'fire', roleId: 'late', requestId: nextId() } as const;
    const told = await ask(socket, command);
    expect(told.type).toBe('error');
    await ask(socket, { type: 'hire', role: aRole({ id: 'late' }), requestId: nextId() });
    expect(timeless(await ask(socket, command))).toEqual(timeless(told));
    expect((await state()).employees.map(({ id }) => id)).toContain('late');
  });

  it('a plan is asked for once, and its reply comes again', async () => {
    const asking = await office.client.connect();
    // Whoever no pipeline names works on no run meanwhile.
    const role = aRole({ id: 'planner' });
    await ask(asking, { type: 'hire', role, requestId: nextId() });
    const question = { employeeId: role.id, text: 'Again' };
    const command = { type: 'plan', ...question, requestId: nextId() } as const;
    await ask(asking, command);
    const spent = async (): Promise<number | undefined> =>
      (await state()).employees.find(({ id }) => id === role.id)?.lifetime.costUsd;
    const before = await spent();
    expect(before).toBeGreaterThan(0);
    await ask(asking, command);
    expect(await spent()).toBe(before);
    const [first, second] = asking.ofType('plan.reply');
    expect(second).toEqual({ ...first, at: second?.at });
    expect(first).toMatchObject({ requestId: command.requestId });
  });

  it('what is nested deeper than any stack is named all the same', async () => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    const requestId = nextId();
    const frame = `{"type":"rememberFact","requestId":"${requestId}","scope":"installation","kind":"note","text":"Deep","extra":${deep}}`;
    socket.sendRaw(frame);
    await socket.waitForAny(isAnswerTo(requestId));
  });

  it('ids of a page are nothing to another page, nor to a program', async () => {
    const page = (port: number) => ({ headers: { origin: `http://localhost:${port}` } });
    const requestId = nextId();
    const asking = [
      socket,
      await office.client.connect(page(1)),
      await office.client.connect(page(2)),
    ];
    const told: Told[] = [];
    for (const [index, each] of asking.entries()) {
      told.push(await ask(each, { type: 'submit', brief: `Of page ${index}`, requestId }));
    }
    expect(told.map(({ type }) => type)).toEqual(asking.map(() => 'command.done'));
  });

  const post = (
    body: object,
    key: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer<Run & { error?: string }>> =>
    office.client.post('/api/submit', body, { headers: { 'idempotency-key': key, ...headers } });

  it('POST /api/submit begins one run for a key, and answers alike', async () => {
    const key = nextId();
    const body = { brief: 'Over HTTP', pipelineId: 'quick-answer' };
    const first = await post(body, key);
    expect([first.status, first.body.submittedBy]).toEqual([202, 'http']);
    const again = await Promise.all([1, 2, 3].map(() => post(body, key)));
    for (const each of again) expect([each.status, each.text]).toEqual([202, first.text]);
    expect(await runs('Over HTTP')).toHaveLength(1);
    const other = await post({ ...body, brief: 'Something else' }, key);
    expect([other.status, other.body]).toEqual([
      400,
      { error: otherCommand(key, 'Idempotency-Key') },
    ]);
    expect(await runs('Something else')).toEqual([]);
  });

  it('POST /api/submit refuses alike, and a key that is none', async () => {
    const key = nextId();
    const nowhere = { brief: 'Go', workspaceId: 'nowhere' };
    const first = await post(nowhere, key);
    expect([first.status, first.body.error]).toEqual([
      400,
      'There is no workspace "nowhere" in this office.',
    ]);
    expect((await post(nowhere, key)).text).toBe(first.text);
    for (const wrong of ['', 'x'.repeat(101)]) {
      const { status, body } = await post({ brief: 'Go' }, wrong);
      const error = '"Idempotency-Key" must be a string of 1 to 100 characters.';
      expect([status, body]).toEqual([400, { error }]);
    }
    expect(await runs('Go')).toEqual([]);
  });

  it('a page of another origin may send a key where it asks first', async () => {
    const { headers } = await office.client.call('OPTIONS', '/api/submit', {
      headers: { 'access-control-request-headers': 'content-type,idempotency-key' },
    });
    expect(headers['access-control-allow-headers']).toBe('content-type, idempotency-key');
  });

  it('answers are kept over a restart, and for a day', async () => {
    const requestId = nextId();
    const command = { type: 'submit', brief: 'Kept', requestId } as const;
    const told = await ask(socket, command);
    const key = nextId();
    const posted = await post({ brief: 'Kept' }, key);
    await office.close();
    await start();
    expect(timeless(await ask(socket, command))).toEqual(timeless(told));
    expect((await post({ brief: 'Kept' }, key)).text).toBe(posted.text);
    expect(await runs('Kept')).toHaveLength(2);

    const store = office.app.get(DataSource);
    await store.query(`UPDATE command_answers SET at = at - ${24 * 60 * 60 * 1000}`);
    const anew = await ask(socket, command);
    expect(anew).toMatchObject({ type: 'command.done', result: { brief: 'Kept' } });
    expect(timeless(anew)).not.toEqual(timeless(told));
    expect(await runs('Kept')).toHaveLength(3);
    await office.app.get(AnswerRetention).prune();
    const [{ count }] = await store.query('SELECT count(*) AS count FROM command_answers');
    expect(Number(count)).toBe(1);
    expect(timeless(await ask(socket, command))).toEqual(timeless(anew));
  }, 60_000);
});
