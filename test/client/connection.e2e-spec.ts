import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { OfficeRefusal, OfficeUnreachable, UnknownProtocol } from '../../src/client/errors.js';
import { Office, type OfficeOptions } from '../../src/client/office.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { Role } from '../../src/protocol/records/organisation.js';
import { aRole } from '../support/organisations/a-role.js';
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

  it('answers an approval again when the connection broke before it was heard of', async () => {
    const [office, first] = await connect(4);
    const answer = office.approve('appr_1', true, { reason: 'fine' });
    const sent = { type: 'approve', approvalId: 'appr_1', approved: true, reason: 'fine' };
    expect(await service.hears('approve')).toEqual(sent);
    const second = await comesBack(office, first);
    second.say(hello(4));
    expect(await service.hears('approve')).toEqual(sent);
    second.say({
      type: 'approval.decided',
      seq: 5,
      approval: { id: 'appr_1', status: 'approved' },
    });
    await expect(answer).resolves.toMatchObject({ status: 'approved' });
  });

  it('rejects an answer that came too late, and what a signal gives up', async () => {
    const [office, visit] = await connect(4);
    const answer = office.approve('appr_1', true);
    visit.say({ type: 'error', message: 'Approval "appr_1" is no longer pending.' });
    await expect(answer).rejects.toThrow(OfficeRefusal);
    const stop = new AbortController();
    const cancelling = office.cancel('run_1', { signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(cancelling).rejects.toThrow('enough');
  });

  it('knows by the chart of its floor that somebody was hired, and by an answer that they were not', async () => {
    const [office, visit] = await connect(4);
    const { organisation } = office;
    const role = aRole({ id: 'analyst' });
    const chart = (workspaceId: string, roles: readonly Role[]) => ({
      type: 'org.updated',
      workspaceId,
      org: { roles },
    });
    const hiring = organisation.hire(role, { workspaceId: 'one' });
    expect(await service.hears('hire')).toEqual({ type: 'hire', workspaceId: 'one', role });
    const heardAll = hears(office, 'error');
    visit.say({ ...chart('two', [role]), seq: 5 });
    visit.say({ ...chart('one', []), seq: 6 });
    visit.say({ type: 'error', seq: 7, runId: 'run_1', message: 'The run failed.' });
    await heardAll;
    visit.say({ ...chart('one', [role]), seq: 8 });
    await expect(hiring).resolves.toEqual(role);
    const again = organisation.hire(role, { workspaceId: 'one' });
    visit.say({ type: 'error', message: 'A role with id "analyst" already exists here.' });
    await expect(again).rejects.toThrow('A role with id "analyst" already exists here.');
  });

  it('knows a policy by its values, in whatever order, and grants without what does not exist', async () => {
    const [{ organisation }, visit] = await connect(4);
    const policy = { defaultTier: 'small', minTier: 'nano', maxTier: 'max' } as const;
    const setting = organisation.setModelPolicy('analyst', policy, { workspaceId: 'one' });
    const kept = aRole({
      id: 'analyst',
      modelPolicy: { maxTier: 'max', minTier: 'nano', defaultTier: 'small' },
      allowedTools: ['think'],
    });
    const told = { type: 'org.updated', workspaceId: 'one' };
    visit.say({ ...told, seq: 5, org: { roles: [aRole({ id: 'analyst' })] } });
    visit.say({ ...told, seq: 6, org: { roles: [kept] } });
    await expect(setting).resolves.toEqual(kept);
    const allowedTools = ['think', 'no_such_tool'];
    const granting = organisation.setRoleGrants(
      'analyst',
      { allowedTools },
      { workspaceId: 'one' },
    );
    visit.say({ ...told, seq: 7, org: { roles: [kept] } });
    await expect(granting).resolves.toEqual(kept);
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
