import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseServerEntries } from './read-mcp-configuration.js';

describe('parseServerEntries', () => {
  it('reads a server that is started', () => {
    const entry = {
      id: 'files',
      command: ' node ',
      args: ['server.js', 7],
      env: { PORT: 3000, DEBUG: true, KEY: 'abc', LIST: [] },
      cwd: '/srv',
      description: 'not used',
      requestTimeoutMs: 1500.4,
    };
    expect(parseServerEntries([entry]).servers).toEqual([
      {
        id: 'files',
        type: 'stdio',
        command: 'node',
        args: ['server.js'],
        env: { PORT: '3000', DEBUG: 'true', KEY: 'abc' },
        cwd: '/srv',
        enabled: true,
        requestTimeoutMs: 1500,
      },
    ]);
  });

  it.each(['http', 'sse'])('reads a server that is reached (%s)', (type) => {
    const entry = { id: 'web', type, url: 'https://example.org/mcp', headers: { 'x-key': 'abc' } };
    expect(parseServerEntries([entry]).servers).toEqual([
      {
        id: 'web',
        type: 'http',
        url: 'https://example.org/mcp',
        headers: { 'x-key': 'abc' },
        oauth: null,
        enabled: true,
        requestTimeoutMs: 30_000,
      },
    ]);
  });

  describe('a server that is signed in to', () => {
    const web = (oauth: unknown, url = 'https://example.org/mcp') =>
      parseServerEntries([{ id: 'web', type: 'http', url, oauth }]);
    const plain = {
      clientId: null,
      clientSecret: null,
      clientMetadataUrl: null,
      scope: null,
      clientCredentials: false,
    };

    it.each([
      [true, plain],
      [{}, plain],
      [
        { clientId: 'a', scope: 'read', grant: 7 },
        { ...plain, clientId: 'a', scope: 'read' },
      ],
      [
        { grant: 'client_credentials', clientId: 'a', clientSecret: 'b' },
        { ...plain, clientId: 'a', clientSecret: 'b', clientCredentials: true },
      ],
      [false, null],
    ])('reads %j', (given, oauth) => {
      expect(web(given).servers).toMatchObject([{ oauth }]);
    });

    it.each([
      [7, undefined, 'servers[0].oauth must be true or an object.'],
      [
        true,
        'http://example.org/mcp',
        'servers[0].oauth needs an https address: tokens are not sent unencrypted.',
      ],
      [
        { grant: 'client_credentials', clientId: 'a' },
        undefined,
        'servers[0].oauth with the grant "client_credentials" needs "clientId" and "clientSecret".',
      ],
    ])('refuses %j at %j', (given, url, problem) => {
      expect(web(given, url)).toEqual({ servers: [], problems: [problem] });
    });
  });

  it('takes "transport" for "type"', () => {
    const entry = { id: 'web', transport: 'http', url: 'http://localhost:3000/mcp' };
    expect(parseServerEntries([entry]).servers).toMatchObject([{ type: 'http' }]);
  });

  it('keeps a server that is switched off', () => {
    expect(parseServerEntries([{ id: 'a', command: 'x', enabled: false }]).servers).toMatchObject([
      { id: 'a', enabled: false },
    ]);
  });

  it.each([{ enabled: 'false' }, { disabled: 'true' }, { enabled: 'False' }, { disabled: true }])(
    'takes %j for off',
    (off) => {
      const entry = { id: 'a', command: 'x', ...off };
      expect(parseServerEntries([entry]).servers).toMatchObject([{ enabled: false }]);
    },
  );

  it.each([[0], [-5], ['soon'], [NaN]])('takes no time of %j for a time', (requestTimeoutMs) => {
    const [server] = parseServerEntries([{ id: 'a', command: 'x', requestTimeoutMs }]).servers;
    expect(server?.requestTimeoutMs).toBe(30_000);
  });

  it('sends user name and password of an address as a header, and keeps them out of it', () => {
    const entry = { id: 'web', type: 'http', url: 'https://jo:p%40ss@example.org/mcp' };
    expect(parseServerEntries([entry]).servers).toMatchObject([
      {
        url: 'https://example.org/mcp',
        headers: { authorization: `Basic ${Buffer.from('jo:p@ss').toString('base64')}` },
      },
    ]);
  });

  it('leaves out a header that could smuggle in another', () => {
    const headers = { 'x-a': 'fine', 'x-b': 'one\r\nx-c: two', 'bad name': 'x' };
    const { servers, problems } = parseServerEntries([
      { id: 'web', type: 'http', url: 'http://a/', headers },
    ]);
    expect(servers).toMatchObject([{ headers: { 'x-a': 'fine' } }]);
    expect(problems).toEqual([
      'servers[0].headers["x-b"] is not a safe header; ignored.',
      'servers[0].headers["bad name"] is not a safe header; ignored.',
    ]);
  });

  const idRule =
    'servers[0].id must be letters, digits or "-", and start with a letter or digit (no "_", which is the tool-name separator).';
  const urlRule = 'servers[0].url must be an absolute http(s) URL.';
  const commandRule =
    'servers[0].command must be a non-empty string (or set "type": "http" with a "url").';

  it.each([
    ['files', 'servers[0] is not an object.'],
    [null, 'servers[0] is not an object.'],
    [[], 'servers[0] is not an object.'],
    [{ command: 'x' }, idRule],
    [{ id: 'a_b', command: 'x' }, idRule],
    [{ id: '-a', command: 'x' }, idRule],
    [{ id: 'a' }, commandRule],
    [{ id: 'a', command: '  ' }, commandRule],
    [{ id: 'a', type: 'http' }, urlRule],
    [{ id: 'a', type: 'http', url: '/mcp' }, urlRule],
    [{ id: 'a', type: 'http', url: 'ftp://x/' }, urlRule],
    [{ id: 'a', type: 'ws' }, 'servers[0].type must be "stdio" or "http", not "ws".'],
    [{ id: 'a', type: 7 }, 'servers[0].type must be "stdio" or "http", not "7".'],
  ])('says what is wrong with %j', (entry, problem) => {
    expect(parseServerEntries([entry])).toEqual({ servers: [], problems: [problem] });
  });

  it('refuses the second of two with one id', () => {
    const { servers, problems } = parseServerEntries([
      { id: 'a', command: 'first' },
      { id: 'a', command: 'second' },
    ]);
    expect(servers).toMatchObject([{ command: 'first' }]);
    expect(problems).toEqual(['servers[1]: duplicate server id "a".']);
  });

  it('makes a server or a problem of anything at all', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (entries) => {
        const { servers, problems } = parseServerEntries(entries);
        expect(servers.length + problems.length).toBeGreaterThanOrEqual(entries.length);
      }),
    );
  });

  it.each<[entry: object, read: object]>([
    [{ url: 'https://x/mcp' }, { type: 'http', url: 'https://x/mcp' }],
    [{ url: ' https://x/mcp\n' }, { type: 'http', url: 'https://x/mcp' }],
    [{ httpUrl: 'https://x/mcp' }, { type: 'http', url: 'https://x/mcp' }],
    [{ serverUrl: 'https://x/mcp' }, { type: 'http', url: 'https://x/mcp' }],
    [{ type: null, url: 'https://x/mcp' }, { type: 'http' }],
    [{ type: 'streamable-http', url: 'https://x/mcp' }, { type: 'http' }],
    [{ type: 'streamableHttp', url: 'https://x/mcp' }, { type: 'http' }],
    [{ type: 'remote', url: 'https://x/mcp' }, { type: 'http' }],
    [{ transport: 'streamable_http', url: 'https://x/mcp' }, { type: 'http' }],
    [
      { command: 'x', url: 'https://x/mcp' },
      { type: 'stdio', command: 'x' },
    ],
    [
      { type: 'STDIO', command: 'x' },
      { type: 'stdio', command: 'x' },
    ],
    [
      { type: 'local', command: ['x', 'y'], args: ['z'] },
      { command: 'x', args: ['y', 'z'] },
    ],
    [{ command: 'x', disabled: true }, { enabled: false }],
    [{ command: 'x', disabled: false }, { enabled: true }],
  ])('reads %j as other clients do', (entry, read) => {
    const { servers, problems } = parseServerEntries([{ id: 'a', ...entry }]);
    expect(problems).toEqual([]);
    expect(servers).toMatchObject([read]);
  });
});
