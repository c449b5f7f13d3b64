import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import type { AuditEntry, AuditPage, MadeAccessToken } from '../../src/protocol/records/access.js';
import type { Workspace } from '../../src/protocol/records/organisation.js';
import { AuditLogEntity } from '../../src/platform/audit/audit-log.js';
import { floorTemplate } from '../../src/workspaces/files/floor-templates.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

const root = 'the-token-of-the-configuration';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('the audit log', () => {
  let office: RunningOffice;

  afterEach(() => office.close());

  it('has an entry for every change and every refusal, without secrets, and never loses one', async () => {
    office = await startOffice({
      root: (context) => AppModule.on(context),
      env: { OFFICE_API_TOKEN: root },
    });
    const headers = bearer(root);
    const { body: worker } = await office.client.post<MadeAccessToken>(
      '/tokens',
      { name: 'Worker', rights: ['work'] },
      { headers },
    );
    const own = { headers: bearer(worker.token) };
    await office.client.post('/api/settings', { logLevel: 'info' }, own);
    await office.client.post('/api/submit', { brief: '' }, own);
    const { body: run } = await office.client.post<{ id: string }>(
      '/api/submit',
      { brief: 'Go' },
      own,
    );
    const lie = { runId: 'another', approvalId: 'another', tokenId: 'another' };
    const { body: other } = await office.client.post<MadeAccessToken>(
      '/tokens',
      { name: 'Other', rights: [], ...lie },
      { headers },
    );
    await office.client.delete(`/tokens/${other.id}`, { headers, body: lie });
    await office.client.get('/api/state', own);
    const socket = await office.client.connect({ headers: bearer(worker.token) });
    socket.send({
      type: 'rememberFact',
      requestId: 'f',
      text: 'Water is wet.',
      kind: 'note',
      scope: 'installation',
    } as never);
    await socket.waitForAny((event) => 'requestId' in event);
    socket.send({ type: 'fire', requestId: 'g', roleId: 'nobody' } as never);
    await socket.waitForAny((event) => 'requestId' in event && event.requestId === 'g');
    const { text, headers: answered } = await office.client.get('/audit', { headers });
    expect(answered['content-type']).toBe('application/jsonl; charset=utf-8');
    const log = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry);
    expect(
      log.map(({ name, door, operation, object, outcome, message }) => [
        name,
        door,
        operation,
        object,
        outcome,
        message,
      ]),
    ).toEqual([
      ['administrator', 'http', 'POST tokens', worker.id, 'done', null],
      [
        'Worker',
        'http',
        'POST api/settings',
        null,
        'refused',
        'The token "Worker" lacks the right "administer".',
      ],
      ['Worker', 'http', 'POST api/submit', null, 'refused', expect.any(String)],
      ['Worker', 'http', 'POST api/submit', run.id, 'done', null],
      ['administrator', 'http', 'POST tokens', other.id, 'done', null],
      ['administrator', 'http', 'DELETE tokens/:id', other.id, 'done', null],
      ['Worker', 'socket', 'rememberFact', expect.any(String), 'done', null],
      [
        'Worker',
        'socket',
        'fire',
        'nobody',
        'refused',
        'The token "Worker" lacks the right "administer".',
      ],
    ]);
    for (const { at, address, historyId, tokenId, name } of log) {
      expect(Math.abs(at - Date.now())).toBeLessThan(60_000);
      expect(address).toMatch(/127\.0\.0\.1$/);
      expect(historyId).toMatch(/^history_/);
      expect(tokenId).toBe(name === 'Worker' ? worker.id : null);
    }
    expect(text).not.toContain(worker.token);
    expect(text).not.toContain('Water');
    const { body: page } = await office.client.get<AuditPage>('/audit/page?limit=4', { headers });
    const { body: rest } = await office.client.get<AuditPage>(
      `/audit/page?limit=4&before=${page.before}`,
      { headers },
    );
    expect([...page.entries, ...rest.entries]).toEqual(log.toReversed());
    expect(rest.before).toBeNull();
    const late = await office.client.get(`/audit?since=${Date.now() + 1e6}`, { headers });
    expect(late.text).toBe('');
    const bad = await office.client.get<{ error: string }>('/audit?since=now', { headers });
    expect([bad.status, bad.body.error]).toEqual([
      400,
      '"since" must be a number of milliseconds since 1970.',
    ]);
    const dataSource = office.app.get(DataSource, { strict: false });
    for (const change of ['DELETE FROM audit_log', "UPDATE audit_log SET name = 'Nobody'"]) {
      await expect(dataSource.query(change)).rejects.toThrow('audit_log is append-only');
    }
  });

  it('is cut off when the token of its reader is revoked', async () => {
    office = await startOffice({
      root: (context) => AppModule.on(context),
      env: { OFFICE_API_TOKEN: root },
    });
    const headers = bearer(root);
    const make = (name: string) =>
      office.client.post<MadeAccessToken>('/tokens', { name, rights: ['administer'] }, { headers });
    const { body: reader } = await make('Reader');
    const message = 'x'.repeat(2000);
    const dataSource = office.app.get(DataSource, { strict: false });
    const [entry] = await dataSource.manager.find(AuditLogEntity);
    const rows = Array.from({ length: 20_000 }, (_, index) => ({
      ...entry,
      id: `l${index}`,
      message,
    }));
    while (rows.length > 0) await dataSource.manager.insert(AuditLogEntity, rows.splice(0, 500));
    const answer = await fetch(`http://127.0.0.1:${office.port}/audit`, {
      headers: bearer(reader.token),
    });
    const body = answer.body?.getReader();
    await body?.read();
    await office.client.delete(`/tokens/${reader.id}`, { headers });
    const readOn = async (): Promise<void> => {
      while ((await body?.read())?.done === false) continue;
    };
    await expect(readOn()).rejects.toThrow('terminated');
  });

  it('bounds the refusals of each caller, so that none hides those of another', async () => {
    office = await startOffice({
      root: (context) => AppModule.on(context),
      env: { OFFICE_API_TOKEN: root },
    });
    const headers = bearer(root);
    const make = async (name: string): Promise<object> => {
      const given = { name, rights: ['work'] };
      const { body } = await office.client.post<MadeAccessToken>('/tokens', given, { headers });
      return bearer(body.token);
    };
    const [noisy, quiet] = [await make('Noisy'), await make('Quiet')];
    const tryAs = (by: object) =>
      office.client.post('/api/settings', {}, { headers: by as Record<string, string> });
    for (let number = 0; number < 310; number += 1) await tryAs(noisy);
    await tryAs(quiet);
    const { text } = await office.client.get('/audit', { headers });
    const refused = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry)
      .filter(({ outcome }) => outcome === 'refused');
    const messages = (name: string) =>
      refused.flatMap((each) => (each.name === name ? [each.message] : []));
    expect(messages('Noisy')).toHaveLength(300);
    expect(messages('Noisy').at(-1)).toBe(
      'Further refusals of this caller in this minute are not written.',
    );
    expect(messages('Quiet')).toEqual(['The token "Quiet" lacks the right "administer".']);
  });

  it('tells of a floor that was imported, and not of one that was only looked at', async () => {
    office = await startRealOffice();
    const file = floorTemplate('writing');
    const preview = await office.client.post('/workspaces/preview', { file });
    expect(preview.status).toBe(200);
    const { body: first } = await office.client.post<Workspace>('/workspaces/import', { file });
    const socket = await office.client.connect();
    const command = { type: 'importWorkspace', requestId: 'i', file, name: 'Another' } as const;
    socket.send(command);
    const told = await socket.waitForAny((event) => 'requestId' in event);
    expect(told).toMatchObject({ type: 'command.done' });
    const { text } = await office.client.get('/audit');
    const log = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry);
    expect(log).toMatchObject([
      { door: 'http', operation: 'POST workspaces/import', object: first.id, outcome: 'done' },
      {
        ...{ door: 'socket', operation: 'importWorkspace', outcome: 'done' },
        object: (told as { result?: Workspace }).result?.id,
      },
    ]);
  });
});
