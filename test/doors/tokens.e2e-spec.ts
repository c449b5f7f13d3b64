import { once } from 'node:events';
import { afterEach, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module.js';
import type {
  Access,
  AccessToken,
  AuditEntry,
  MadeAccessToken,
} from '../../src/protocol/records/access.js';
import type { Right } from '../../src/protocol/rights.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

const wanted =
  'A valid token is required: this office knows its callers by tokens. ' +
  'The page asks for it, the command line takes it from OFFICE_API_TOKEN, ' +
  'and programs send it as "Authorization: Bearer <token>".';
const root = 'the-token-of-the-configuration';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

describe('tokens with names and rights', () => {
  const offices: RunningOffice[] = [];

  afterEach(async () => {
    for (const office of offices.splice(0)) await office.close();
  });

  const open = async (env: Record<string, string> = {}): Promise<RunningOffice> => {
    const office = await startOffice({ root: (context) => AppModule.on(context), env });
    offices.push(office);
    return office;
  };

  const tryMake = (office: RunningOffice, body: object, token = root) =>
    office.client.post<MadeAccessToken & { error?: string }>('/tokens', body, {
      headers: bearer(token),
    });

  const make = async (
    office: RunningOffice,
    name: string,
    rights: readonly Right[],
    token = root,
  ): Promise<MadeAccessToken> => {
    const { status, body } = await tryMake(office, { name, rights }, token);
    expect(status).toBe(201);
    return body;
  };

  const entries = async (office: RunningOffice, token = root): Promise<readonly AuditEntry[]> => {
    const { text } = await office.client.get('/audit', { headers: bearer(token) });
    return text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as AuditEntry);
  };

  it('leave an office without any as it is', async () => {
    const office = await open();
    const { body } = await office.client.get<Access>('/access');
    expect(body).toEqual({
      wantsToken: false,
      signIn: false,
      name: null,
      session: false,
      rights: ['read', 'work', 'approve', 'administer'],
    });
    expect((await office.client.post('/api/submit', { brief: 'Go on' })).status).toBe(202);
  });

  it('are asked of everybody from the first one on, which must be able to administer', async () => {
    const office = await open();
    const refused = await office.client.post<{ error: string }>('/tokens', {
      name: 'Watcher',
      rights: [],
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error).toBe(
      'From the first token on every caller needs one. So the first must have the right "administer" and no end, ' +
        'or OFFICE_API_TOKEN must be set.',
    );
    const watching = await office.client.connect();
    const closed = once(watching.socket, 'close');
    const { body: first } = await office.client.post<MadeAccessToken>('/tokens', {
      name: 'Ada',
      rights: ['work', 'approve', 'administer'],
    });
    expect(first.token).toMatch(/^oof_[\w-]{43}$/);
    expect((await closed)[0]).toBe(1008);
    const without = await office.client.get<{ error: string }>('/api/state');
    expect([without.status, without.body.error]).toEqual([403, wanted]);
    await expect(office.client.connect()).rejects.toThrow('403');
    const mcp = await office.client.post<{ error: string }>('/mcp', {});
    expect([mcp.status, mcp.headers['www-authenticate']]).toEqual([401, 'Bearer realm="office"']);
    const wrong = await office.client.post('/mcp', {}, { headers: bearer('oof_wrong') });
    expect(wrong.headers['www-authenticate']).toBe('Bearer realm="office", error="invalid_token"');
    expect((await office.client.get('/livez')).status).toBe(200);
    const { body: nobody } = await office.client.get<Access>('/access');
    expect(nobody).toMatchObject({ wantsToken: true, name: null, rights: [] });
    const { body: known } = await office.client.get<Access>('/access', {
      headers: bearer(first.token),
    });
    expect(known).toMatchObject({ name: 'Ada', rights: ['read', 'work', 'approve', 'administer'] });
  });

  it('cannot be revoked so that nobody may administer, and leave the office open after the last', async () => {
    const office = await open();
    const { body: ada } = await office.client.post<MadeAccessToken>('/tokens', {
      name: 'Ada',
      rights: ['work', 'administer'],
    });
    const worker = await make(office, 'Worker', ['work'], ada.token);
    const headers = bearer(ada.token);
    const revoke = (id: string) =>
      office.client.delete<{ error: string }>(`/tokens/${id}`, { headers });
    const { status, body } = await revoke(ada.id);
    expect([status, body.error]).toEqual([
      400,
      'This is the last token that may administer. Revoke the others first, or make another one with the right "administer" and no end.',
    ]);
    expect((await revoke(worker.id)).status).toBe(200);
    expect((await revoke(worker.id)).body.error).toBe(`There is no token "${worker.id}".`);
    expect((await revoke(ada.id)).status).toBe(200);
    expect((await office.client.get('/api/state')).status).toBe(200);
  });

  it.each([
    [{ name: ' ', rights: [] }, 'A token needs a name of 1 to 80 characters on one line.'],
    [{ name: 'a\nb', rights: [] }, 'A token needs a name of 1 to 80 characters on one line.'],
    [{ name: 'a\u202eb', rights: [] }, 'A token needs a name of 1 to 80 characters on one line.'],
    [
      { name: 'x'.repeat(81), rights: [] },
      'A token needs a name of 1 to 80 characters on one line.',
    ],
    [
      { name: 'a', rights: ['rule'] },
      '"rights" must be a list of "read", "work", "approve", "administer".',
    ],
    [
      { name: 'a', rights: [], expiresAt: 5 },
      '"expiresAt" must be a time in the future, in milliseconds since 1970.',
    ],
    [
      { name: 'ADA', rights: [] },
      '"ADA" is the name of a token, of somebody who has signed in, or of the administrator. Choose another name.',
    ],
  ])('are refused as %j', async (body, error) => {
    const office = await open({ OFFICE_API_TOKEN: root });
    await make(office, 'Ada', []);
    const answer = await tryMake(office, body);
    expect([answer.status, answer.body.error]).toEqual([400, error]);
  });

  it('may do what their rights say, over HTTP and on the socket', async () => {
    const office = await open({ OFFICE_API_TOKEN: root });
    const watcher = await make(office, 'Watcher', []);
    const worker = await make(office, 'Worker', ['work']);
    const submit = (token: string) =>
      office.client.post<{ error: string }>(
        '/api/submit',
        { brief: 'Go on' },
        { headers: bearer(token) },
      );
    const refused = await submit(watcher.token);
    expect([refused.status, refused.body.error]).toEqual([
      403,
      'The token "Watcher" lacks the right "work".',
    ]);
    expect((await submit(worker.token)).status).toBe(202);
    const settings = await office.client.post<{ error: string }>(
      '/api/settings',
      { autoApproveShell: true },
      { headers: bearer(worker.token) },
    );
    expect([settings.status, settings.body.error]).toEqual([
      403,
      'The token "Worker" lacks the right "administer".',
    ]);
    expect((await office.client.get('/tokens', { headers: bearer(worker.token) })).status).toBe(
      403,
    );
    expect((await office.client.get('/audit', { headers: bearer(worker.token) })).status).toBe(403);
    const approver = await make(office, 'Approver', ['approve']);
    for (const [token, command, message] of [
      [watcher, { type: 'submit', brief: 'b' }, 'The token "Watcher" lacks the right "work".'],
      [
        worker,
        { type: 'approve', approvalId: 'a', approved: true },
        'The token "Worker" lacks the right "approve".',
      ],
      [
        approver,
        { type: 'approve', approvalId: 'a', approved: true, scope: 'sandbox-floor' },
        'The token "Approver" lacks the right "administer".',
      ],
      [
        approver,
        { type: 'approve', approvalId: 'a', approved: true },
        'Approval "a" is no longer pending.',
      ],
      [
        watcher,
        { type: 'approve', approvalId: 'a', approved: true, scope: 'sandbox-floor' },
        'The token "Watcher" lacks the rights "approve" and "administer".',
      ],
    ] as const) {
      const socket = await office.client.connect({ path: `/ws?token=${token.token}` });
      socket.sendRaw(JSON.stringify({ ...command, requestId: 'r' }));
      const answer = await socket.waitForAny((event) => 'requestId' in event);
      expect(answer).toMatchObject({ type: 'error', message });
    }
    const { body } = await office.client.get<{ autoApproveShell: boolean }>('/api/settings', {
      headers: bearer(root),
    });
    expect(body.autoApproveShell).toBe(false);
  });

  it('give no rights that their maker lacks', async () => {
    const office = await open({ OFFICE_API_TOKEN: root });
    const keeper = await make(office, 'Keeper', ['administer']);
    const { status, body } = await tryMake(
      office,
      { name: 'B', rights: ['approve'] },
      keeper.token,
    );
    expect([status, body.error]).toEqual([403, 'The token "Keeper" lacks the right "approve".']);
  });

  it('end with their sockets when they are revoked or when their time has come', async () => {
    const office = await open({ OFFICE_API_TOKEN: root });
    const worker = await make(office, 'Worker', ['work']);
    const brief = await tryMake(office, {
      name: 'Brief',
      rights: [],
      expiresAt: Date.now() + 1500,
    });
    const sockets = [
      await office.client.connect({ headers: bearer(worker.token) }),
      await office.client.connect({ headers: bearer(brief.body.token) }),
    ];
    const ends = sockets.map(({ socket }) => once(socket, 'close') as Promise<[number]>);
    await office.client.delete(`/tokens/${worker.id}`, { headers: bearer(root) });
    expect((await ends[0])?.[0]).toBe(1008);
    expect((await ends[1])?.[0]).toBe(1008);
    for (const { token } of [worker, brief.body]) {
      const { status } = await office.client.get('/api/state', { headers: bearer(token) });
      expect(status).toBe(403);
    }
  });

  it('are kept as hashes, and told once', async () => {
    const office = await open({ OFFICE_API_TOKEN: root });
    const worker = await make(office, 'Worker', ['work']);
    await office.client.get('/api/state', { headers: bearer(worker.token) });
    const dataSource = office.app.get(DataSource, { strict: false });
    const texts: string[] = [];
    for (const table of [
      'access_tokens',
      'audit_log',
      'events',
      'command_answers',
      'office_documents',
    ]) {
      texts.push(JSON.stringify(await dataSource.query(`SELECT * FROM ${table}`)));
    }
    const { body } = await office.client.get<AccessToken[]>('/tokens', { headers: bearer(root) });
    expect(body).toEqual([expect.objectContaining({ name: 'Worker', rights: ['read', 'work'] })]);
    const told = [...texts, JSON.stringify(body), ...office.log].join('\n');
    expect(told).not.toContain(worker.token);
    expect(texts[0]).toContain('"name":"Worker"');
  });

  it('have ids of commands of their own', async () => {
    const office = await open({ OFFICE_API_TOKEN: root });
    const [one, other] = [
      await make(office, 'One', ['work']),
      await make(office, 'Other', ['work']),
    ];
    const submit = (token: string) =>
      office.client.post<{ id: string }>(
        '/api/submit',
        { brief: 'Go on' },
        {
          headers: { ...bearer(token), 'idempotency-key': 'same' },
        },
      );
    const first = await submit(one.token);
    const repeated = await submit(one.token);
    const another = await submit(other.token);
    expect(repeated.body.id).toBe(first.body.id);
    expect(another.body.id).not.toBe(first.body.id);
    const written = (await entries(office)).filter(
      ({ operation }) => operation === 'POST api/submit',
    );
    expect(written.map(({ name, object }) => [name, object])).toEqual([
      ['One', first.body.id],
      ['Other', another.body.id],
    ]);
  });
});
