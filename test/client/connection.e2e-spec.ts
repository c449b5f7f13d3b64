import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OfficeRefusal, OfficeUnreachable, UnknownProtocol } from '../../src/client/errors.js';
import { Office, type OfficeOptions } from '../../src/client/office.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import { FakeService, hello, type Visit } from './support/fake-service.js';

describe('the connection of a client', () => {
  let service: FakeService;
  const offices: Office[] = [];
  /** What the office was heard to say, and the gaps that were noticed. */
  const heard: string[] = [];

  beforeEach(async () => {
    service = await FakeService.start();
    heard.length = 0;
  });
  afterEach(async () => {
    for (const office of offices.splice(0)) office.close();
    await service.close();
  });

  /** Connects to a service that greets with the number. */
  const connect = async (
    seq: number,
    options: OfficeOptions & { token?: string } = {},
  ): Promise<[Office, Visit]> => {
    const { token, ...rest } = options;
    const connecting = Office.connect({ url: service.url, ...(token && { token }) }, rest);
    const visit = await service.visit();
    visit.say(hello(seq));
    const office = await connecting;
    offices.push(office);
    office.onEvent(({ type, seq: number }) => heard.push(`${type} ${number ?? ''}`.trim()));
    office.onGap((gap) => heard.push(`gap ${gap}`));
    return [office, visit];
  };
  const hears = (office: Office, type: ServerEvent['type']): Promise<void> =>
    new Promise((resolve) => {
      const stop = office.on(type, () => {
        stop();
        resolve();
      });
    });
  const comesBack = async (office: Office, visit: Visit): Promise<Visit> => {
    visit.socket.terminate();
    const next = await service.visit();
    expect(office.status.phase).toBe('connecting');
    return next;
  };

  it('shows its token, and asks for what it missed when it drops', async () => {
    const [office, first] = await connect(4, { token: 's3cret' });
    expect(first.url).toBe('/ws?token=s3cret');
    const told = hears(office, 'log');
    first.say({ type: 'log', seq: 6 });
    await told;
    const second = await comesBack(office, first);
    expect(second.url).toBe('/ws?since=6&token=s3cret');
  });

  it('tells each stored event once and in order over a replay', async () => {
    const [office, first] = await connect(4);
    const second = await comesBack(office, first);
    const end = hears(office, 'usage');
    for (const frame of [
      hello(7),
      { type: 'log', seq: 5 },
      { type: 'log', seq: 7 },
      { type: 'log', seq: 7 },
      { type: 'usage', seq: 8 },
    ]) {
      second.say(frame);
    }
    await end;
    expect(heard.filter((each) => each !== 'pong')).toEqual([
      'hello 7',
      'log 5',
      'log 7',
      'usage 8',
    ]);
  });

  it('asks for the rest of a replay that broke off, whatever hello said', async () => {
    const [office, first] = await connect(4);
    const second = await comesBack(office, first);
    const told = hears(office, 'log');
    // An answer would say that the replay is over.
    service.answersPings = false;
    second.say(hello(9));
    second.say({ type: 'log', seq: 5 });
    await told;
    const third = await comesBack(office, second);
    expect(third.url).toBe('/ws?since=5');
  });

  it('notices that nothing was replayed, and that the log is another one', async () => {
    const [office, first] = await connect(4);
    const missed = new Promise((resolve) => office.onGap(resolve));
    const second = await comesBack(office, first);
    second.say(hello(9));
    expect(await missed).toBe('missed');
    const restarted = new Promise((resolve) => office.onGap(resolve));
    const third = await comesBack(office, second);
    expect(third.url).toBe('/ws?since=9');
    third.say(hello(2));
    expect(await restarted).toBe('restarted');
    const told = hears(office, 'log');
    third.say({ type: 'log', seq: 3 });
    await told;
  });

  it('has the state of hello, whatever is replayed behind it', async () => {
    const [office, first] = await connect(4);
    const second = await comesBack(office, first);
    const told = hears(office, 'settings.updated');
    second.say(hello(7, { settings: { maxConcurrency: 7 } }));
    second.say({ type: 'settings.updated', seq: 5, settings: { maxConcurrency: 5 } });
    await told;
    expect(office.state.settings.maxConcurrency).toBe(7);
  });

  it('refuses a version of the protocol that it does not know', async () => {
    const connecting = Office.connect(service.url);
    (await service.visit()).say({ ...hello(1), protocolVersion: 2 });
    await expect(connecting).rejects.toThrow(UnknownProtocol);
    await expect(connecting).rejects.toThrow(
      'This client speaks version 1 of the protocol, the service version 2.',
    );
  });

  it('gives up at once when the service will not let it in', async () => {
    service.health = { status: 403, body: { error: 'A token is required.' } };
    const connecting = Office.connect(service.url);
    (await service.visit()).socket.terminate();
    await expect(connecting).rejects.toThrow(OfficeRefusal);
    await expect(connecting).rejects.toThrow('A token is required.');
  });

  it('gives up after as many attempts as it was given', async () => {
    const { url } = service;
    await service.close();
    await expect(Office.connect(url, { attempts: 1 })).rejects.toThrow(OfficeUnreachable);
    service = await FakeService.start();
  });

  it('is not broken by a listener that throws', async () => {
    const errors: unknown[] = [];
    const [office, visit] = await connect(4, { onListenerError: (error) => errors.push(error) });
    office.on('log', () => {
      throw new Error('mine');
    });
    const told = hears(office, 'log');
    visit.say({ type: 'log', seq: 5 });
    await told;
    expect(errors).toEqual([new Error('mine')]);
    expect(office.status.phase).toBe('online');
  });

  /** The id of a command that was heard, with the rest of it. */
  const idOf = ({ requestId, ...command }: Readonly<Record<string, unknown>>) =>
    [requestId, command] as const;

  it('sends a command again under its id when the connection broke before it was answered, and tells its outcome once', async () => {
    const [office, first] = await connect(4);
    const outcomes: unknown[] = [];
    const answer = office.approve('appr_1', true, { reason: 'fine' });
    void answer.then((outcome) => outcomes.push(outcome));
    const [id, sent] = idOf(await service.hears('approve'));
    expect(sent).toEqual({
      type: 'approve',
      approvalId: 'appr_1',
      approved: true,
      reason: 'fine',
    });
    expect(id).toMatch(/^[0-9a-f]{32}$/);
    const second = await comesBack(office, first);
    second.say(hello(4));
    expect(idOf(await service.hears('approve'))).toEqual([id, sent]);
    const done = { type: 'command.done', requestId: id, result: { id: 'appr_1' } };
    second.say(done);
    second.say(done);
    await expect(answer).resolves.toEqual({ id: 'appr_1' });
    const third = await comesBack(office, second);
    third.say(hello(4));
    await office.online();
    const next = office.command('addRoom', {});
    // Nothing that was answered is sent again.
    const [nextId, nextSent] = idOf(await service.hearsCommand());
    expect(nextSent).toEqual({ type: 'addRoom' });
    third.say({ type: 'command.done', requestId: nextId, result: { ok: true } });
    await expect(next).resolves.toEqual({ ok: true });
    expect(outcomes).toHaveLength(1);
  });

  it('never sends again what was refused', async () => {
    const [office, first] = await connect(4);
    const submitting = office.command('submit', { brief: 'Go' });
    const [id] = idOf(await service.hears('submit'));
    first.say({ type: 'error', message: 'No pipeline fits.', requestId: id });
    await expect(submitting).rejects.toThrow('No pipeline fits.');
    const second = await comesBack(office, first);
    second.say(hello(4));
    await office.online();
    const next = office.command('addRoom', {});
    const [nextId, nextSent] = idOf(await service.hearsCommand());
    expect(nextSent).toEqual({ type: 'addRoom' });
    second.say({ type: 'command.done', requestId: nextId, result: { ok: true } });
    await next;
  });

  it('is told what each of several commands came to, in whatever order', async () => {
    const [office, visit] = await connect(4);
    const { organisation } = office;
    const names = ['one', 'two', 'three'] as const;
    const firing = names.map((name) => organisation.fire(name, { workspaceId: 'floor' }));
    const settled = Promise.allSettled(firing);
    const ids: unknown[] = [];
    for (const roleId of names) {
      const [id, sent] = idOf(await service.hears('fire'));
      expect(sent).toEqual({ type: 'fire', workspaceId: 'floor', roleId });
      ids.push(id);
    }
    expect(new Set(ids).size).toBe(3);
    // A complaint of somebody else's means none of them.
    visit.say({ type: 'error', message: 'The run failed.', runId: 'run_1' });
    visit.say({ type: 'error', message: 'Not there.', requestId: 'foreign' });
    visit.say({ type: 'command.done', requestId: ids[2], result: { ok: true } });
    visit.say({ type: 'error', message: 'Not this one.', requestId: ids[0] });
    visit.say({ type: 'command.done', requestId: ids[1], result: { ok: true } });
    expect(await settled).toMatchObject([
      { reason: { name: 'OfficeRefusal', message: 'Not this one.' } },
      { value: { ok: true } },
      { value: { ok: true } },
    ]);
  });

  it('rejects what a signal gives up, and what is sent while the connection is down', async () => {
    const [office, visit] = await connect(4);
    const stop = new AbortController();
    const cancelling = office.cancel('run_1', { signal: stop.signal });
    expect(await service.hears('cancel')).toMatchObject({ runId: 'run_1' });
    stop.abort(new Error('enough'));
    await expect(cancelling).rejects.toThrow('enough');
    const second = await comesBack(office, visit);
    await expect(office.command('submit', { brief: 'Go' })).rejects.toThrow(OfficeUnreachable);
    second.say(hello(4));
    await office.online();
    const next = office.command('addRoom', {});
    // Neither what was given up nor what was refused comes again.
    const [requestId, sent] = idOf(await service.hearsCommand());
    expect(sent).toEqual({ type: 'addRoom' });
    second.say({ type: 'command.done', requestId, result: { ok: true } });
    await next;
  });

  it('resolves a delivery with what came of the question that it asked', async () => {
    const [office, visit] = await connect(4);
    for (const [level, isMade] of [
      ['info', true],
      ['warn', false],
    ] as const) {
      let asked = '';
      const onAsked = (id: string): void => void (asked = id);
      const delivering = office.deliverRun('run_1', 'main', { onAsked });
      const settled = Promise.allSettled([delivering]);
      const [requestId] = idOf(await service.hears('deliverRun'));
      const told = { type: 'log', level, scope: 'engine', message: `${level} it is` };
      visit.say({ ...told, approvalId: 'another' });
      visit.say({ type: 'command.done', requestId, result: { approvalId: `appr_${level}` } });
      visit.say({ ...told, approvalId: `appr_${level}` });
      const [{ status }] = await settled;
      expect(status).toBe(isMade ? 'fulfilled' : 'rejected');
      expect(asked).toBe(`appr_${level}`);
    }
  });

  it('names the history of what it has seen, and notices another one', async () => {
    const [office, first] = await connect(4);
    const named = await comesBack(office, first);
    const missed = new Promise((resolve) => office.onGap(resolve));
    named.say({ ...hello(9), historyId: 'one' });
    expect(await missed).toBe('missed');
    const gap = new Promise((resolve) => office.onGap(resolve));
    const again = await comesBack(office, named);
    expect(again.url).toBe('/ws?since=9&history=one');
    again.say({ ...hello(12), historyId: 'two' });
    expect(await gap).toBe('restarted');
    const third = await comesBack(office, again);
    expect(third.url).toBe('/ws?since=12&history=two');
    third.say({ ...hello(12), historyId: 'two' });
    await office.online();
  });

  it('pays no heed to events beyond its vocabulary', async () => {
    const [office, visit] = await connect(4);
    const told = hears(office, 'log');
    visit.say({ type: 'something.new', seq: 5 });
    visit.say({ type: 'log', seq: 6 });
    await told;
    expect(office.status.phase).toBe('online');
  });
});
