import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import type {
  MemoryFact,
  MemoryLedger,
  MemorySearchResult,
} from '../../src/protocol/records/memory.js';
import type { OfficeClient } from '../support/office-client.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { type RunningOffice, startOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';

const scopeRefused = '"scope" must be one of installation, workspace, role.';

describe.each(testDatabases)('the doors of memory on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let office: RunningOffice;
  let client: OfficeClient;
  let socket: OfficeSocket;

  beforeAll(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { OFFICE_DB: addressOf(database()) },
    });
    client = office.client;
    socket = await client.connect();
  });

  afterAll(() => office.close());

  const note = { scope: 'installation', kind: 'note' };

  const post = async (fields: object): Promise<MemoryFact> => {
    const { status, body } = await client.post<MemoryFact>('/api/memory', { ...note, ...fields });
    expect(status).toBe(201);
    return body;
  };

  const search = async (query: string): Promise<MemorySearchResult> => {
    const { status, body } = await client.get<MemorySearchResult>(`/api/memory/search?${query}`);
    expect(status).toBe(200);
    return body;
  };

  const texts = async (query: string): Promise<string[]> =>
    (await search(query)).facts.map(({ text }) => text);

  /** Sends a command and answers the fact it wrote, or the refusal. */
  const remember = (payload: object): Promise<MemoryFact | string> => {
    const received = socket.events.length;
    const fresh = (event: ServerEvent): boolean => socket.events.indexOf(event) >= received;
    socket.sendRaw(JSON.stringify({ type: 'rememberFact', ...payload }));
    return Promise.race([
      socket.waitFor('memory.created', fresh).then(({ fact }) => fact),
      socket.waitFor('error', fresh).then(({ message }) => message),
    ]);
  };

  describe('POST /api/memory', () => {
    it('answers 201 with the fact, which the socket receives and finds', async () => {
      const fact = await post({ text: 'Lint before the tests.', tags: ['CI'] });
      const event = await socket.waitFor(
        'memory.created',
        (received) => received.fact.id === fact.id,
      );
      expect(event.fact).toEqual(fact);
      expect(await texts('q=lint')).toEqual([fact.text]);
    });

    it.each([
      [{ scope: 'floor' }, scopeRefused],
      [{ kind: 'fact' }, '"kind" must be one of convention, decision, pitfall, note.'],
      [{ text: ' ' }, '"text" must be a non-empty string.'],
      [{ text: 'x'.repeat(501) }, '"text" is 501 characters; the limit is 500.'],
      [{ scope: 'workspace' }, '"workspaceId" is required when "scope" is "workspace".'],
      [{ scope: 'role' }, '"roleId" is required when "scope" is "role".'],
      [{ roleId: 'cto' }, '"roleId" must be omitted when "scope" is "installation".'],
      [{ tags: 'ci' }, '"tags" must be an array of strings.'],
      [{ confidence: 2 }, '"confidence" must be a number between 0 and 1.'],
      [{ supersedes: 'fact_x' }, 'There is no fact "fact_x" to supersede.'],
    ])('refuses %j', async (fields, error) => {
      const { status, body } = await client.post('/api/memory', { ...note, text: 'x', ...fields });
      expect({ status, body }).toEqual({ status: 400, body: { error } });
    });

    it('reads no alias: those are of the socket', async () => {
      const { body } = await client.post('/api/memory', { fact: { ...note, text: 'x' } });
      expect(body).toEqual({ error: scopeRefused });
    });

    it('takes the floor being shown for a role that names none', async () => {
      const fact = await post({ scope: 'role', roleId: 'cto', text: 'Reads everything.' });
      expect(fact).toMatchObject({ workspaceId: 'default', roleId: 'cto', scopeId: 'cto' });
    });
  });

  describe('rememberFact', () => {
    it('writes a fact that HTTP finds', async () => {
      const fact = await remember({ ...note, text: 'Sockets remember.', supersedes: null });
      expect(await texts('q=sockets')).toEqual(['Sockets remember.']);
      expect(fact).toMatchObject({ text: 'Sockets remember.', origin: 'operator' });
    });

    it('replaces one: first the new fact, then the end of the old one', async () => {
      const original = await post({ text: 'Tabs.' });
      const received = socket.events.length;
      await remember({ ...note, text: 'Spaces.', supersedes: original.id });
      await socket.waitFor('memory.retracted', (event) => event.id === original.id);
      const [created, retracted] = socket.events.slice(received);
      expect(created).toMatchObject({ type: 'memory.created', fact: { supersedes: original.id } });
      expect(retracted).toMatchObject({ type: 'memory.retracted', id: original.id });
      expect(created?.seq).toBe(Number(retracted?.seq) - 1);
    });

    it.each([
      [
        'fields under `fact`',
        { fact: { scope: 'workspace', kind: 'note', text: 'A', workspaceId: 'w' } },
        { workspaceId: 'w', roleId: null },
      ],
      [
        '`scopeId` of a floor',
        { fact: { scope: 'workspace', scopeId: 'w', kind: 'note', text: 'B' } },
        { workspaceId: 'w', roleId: null },
      ],
      [
        '`scopeId` of a role, without nesting',
        { scope: 'role', scopeId: 'cto', kind: 'note', text: 'C' },
        { workspaceId: 'default', roleId: 'cto' },
      ],
      [
        'a null `scopeId` of the installation',
        { fact: { scope: 'installation', scopeId: null, kind: 'note', text: 'D' } },
        { workspaceId: null, roleId: null },
      ],
    ])('takes the alias %s', async (_alias, payload, owner) => {
      expect(await remember(payload)).toMatchObject(owner);
    });

    it.each([
      [{ fact: null }, 'A memory fact must be an object.'],
      [{ fact: [] }, 'A memory fact must be an object.'],
      [{}, scopeRefused],
      [
        { ...note, scopeId: 'w', text: 'x' },
        '"scopeId" must be omitted when "scope" is "installation".',
      ],
    ])('refuses %j', async (payload, message) => {
      expect(await remember(payload)).toBe(message);
    });
  });

  describe('retraction', () => {
    it('over HTTP keeps the reason and answers who read the fact', async () => {
      const { id } = await post({ text: 'Wrong.' });
      const { status, body } = await client.post(`/api/memory/${id}/retract`, { reason: 'tested' });
      expect({ status, body }).toEqual({ status: 200, body: { ok: true, readBy: [] } });
      await socket.waitFor('memory.retracted', (event) => event.id === id);
      const ledger = await client.get<MemoryLedger>('/api/memory?limit=1');
      expect(ledger.body.facts).toMatchObject([{ id, retractReason: 'tested' }]);
    });

    it.each(['id', 'factId'])('over the socket names the fact by `%s`', async (field) => {
      const { id } = await post({ text: 'Wrong too.' });
      socket.sendRaw(JSON.stringify({ type: 'retractFact', [field]: id, reason: 'said so' }));
      await socket.waitFor('memory.retracted', (event) => event.id === id);
      expect(await texts('q=wrong+too')).toEqual([]);
    });

    it('is refused a second time, for an unknown fact, and for a reason that is no text', async () => {
      const { id } = await post({ text: 'Once.' });
      const retract = (path: string, body = {}) => client.post(`/api/memory/${path}/retract`, body);
      expect(await retract(id, { reason: 5 })).toMatchObject({
        status: 400,
        body: { error: '"reason" must be a string.' },
      });
      await retract(id);
      expect(await retract(id)).toMatchObject({
        status: 400,
        body: { error: `The fact "${id}" is already replaced or retracted.` },
      });
      expect(await retract('fact_%00')).toMatchObject({
        status: 400,
        body: { error: 'There is no fact "fact_\uFFFD".' },
      });
      socket.sendRaw(JSON.stringify({ type: 'retractFact' }));
      await socket.waitFor('error', ({ message }) => message === '"id" must be a string.');
    });
  });

  describe('GET /api/memory/search', () => {
    beforeAll(async () => {
      await post({ text: 'Otters: everybody.', confidence: 0.1 });
      await post({ scope: 'workspace', workspaceId: 'default', text: 'Otters: shown floor.' });
      await post({ scope: 'workspace', workspaceId: 'other', text: 'Otters: other floor.' });
      await post({ scope: 'role', roleId: 'cto', workspaceId: 'other', text: 'Otters: its CTO.' });
    });

    it('reads for the floor being shown unless another is named', async () => {
      expect((await texts('q=otters')).sort()).toEqual([
        'Otters: everybody.',
        'Otters: shown floor.',
      ]);
      expect((await texts('q=otters&workspaceId=')).sort()).toHaveLength(2);
      expect((await texts('q=otters&workspaceId=other')).sort()).toEqual([
        'Otters: everybody.',
        'Otters: other floor.',
      ]);
    });

    it('adds the facts of a role on that floor only', async () => {
      expect(await texts('q=otters&workspaceId=other&roleId=cto')).toContain('Otters: its CTO.');
      expect(await texts('q=otters&roleId=cto')).not.toContain('Otters: its CTO.');
    });

    it('lists the surest facts for a blank query', async () => {
      await post({ text: 'Certain.', confidence: 1 });
      const { facts, ...rest } = await search('');
      expect(facts[0]?.text).toBe('Certain.');
      expect(facts.at(-1)?.text).toBe('Otters: everybody.');
      expect(rest).toEqual({ ranked: true, semantic: false, notice: null });
    });

    it('counts what it returned as read, and nothing else', async () => {
      const { id } = await post({ text: 'Read me twice.' });
      await search('q=read+me');
      const [found] = (await search('q=read+me')).facts;
      expect(found).toMatchObject({ id, readCount: 2 });
      const { body } = await client.get<MemoryLedger>('/api/memory?limit=1');
      expect(body.facts).toEqual([found]);
    });

    it.each([
      ['limit=2', 2],
      ['limit=2.9', 2],
      ['limit=0', 1],
      ['limit=-5', 1],
      ['limit=1e9', 30],
      ['limit=', 25],
      ['limit=many', 25],
      ['limit=NaN', 25],
      ['', 25],
    ])('keeps the limit in bounds: %s', async (limit, expected) => {
      const written = (await texts('q=llama&limit=100')).length;
      for (let number = written; number < 30; number++) await post({ text: `Llama ${number}` });
      expect(await texts(`q=llama&${limit}`)).toHaveLength(expected);
    });

    it.each([
      'q=%22',
      'q=a%00b',
      'q[]=otters',
      'q=otters&q=certain',
      'workspaceId=%00&q=otters',
      'q=%F0%28',
    ])('answers any address: %s', async (query) => {
      expect(await search(query)).toMatchObject({ ranked: true, notice: null });
    });
  });

  describe('GET /api/memory', () => {
    it('is the whole ledger, newest first, unless a page of it is asked for', async () => {
      const whole = (await client.get<MemoryLedger>('/api/memory')).body;
      const { facts, ...counts } = whole;
      expect(counts).toEqual({
        total: facts.length,
        inactive: facts.filter(({ invalidFrom }) => invalidFrom !== null).length,
        searchable: true,
        semantic: false,
        vectorCount: 0,
        vectorCoverage: 0,
      });
      const before = facts[4]?.id ?? '';
      const page = await client.get<MemoryLedger>(`/api/memory?limit=3&before=${before}`);
      expect(page.body).toEqual({ ...counts, facts: facts.slice(5, 8) });
      expect((await client.get('/api/memory?limit=all&before=')).body).toEqual(whole);
    });

    it('refuses a page that begins nowhere', async () => {
      const { status, body } = await client.get('/api/memory?before=fact_0');
      expect({ status, body }).toEqual({
        status: 400,
        body: { error: 'There is no fact "fact_0".' },
      });
    });
  });

  it('POST /api/memory/embed embeds nothing while semantic recall is off', async () => {
    const { status, body } = await client.post('/api/memory/embed', { limit: 'x' });
    expect({ status, body }).toEqual({ status: 200, body: { embedded: 0, semantic: false } });
  });

  it('shows a client that connects what was written just before', async () => {
    const { id } = await post({ text: 'Just in time.' });
    const late = await client.connect();
    const [hello] = late.ofType('hello');
    expect(hello?.state.memory.facts[0]).toMatchObject({ id });
  });
});
