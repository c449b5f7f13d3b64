import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { readMcpConfiguration } from './read-mcp-configuration.js';

const at = temporaryDirectory();

function read(servers: string, configPath: string | null, variables = {}) {
  const mcp = { enabled: true, configPath, servers, grantRoles: 'none', requireApproval: true };
  return readMcpConfiguration({ mcp, environment: variables });
}

describe('readMcpConfiguration', () => {
  it('joins both sources; the file wins', async () => {
    await writeFile(at('mcp.json'), '{ "servers": [{ "id": "a", "command": "from-file" }, 7] }');
    const { servers, problems, path } = await read('a=inline;b=inline;bad', at('mcp.json'));
    expect(servers).toMatchObject([
      { id: 'a', command: 'from-file' },
      { id: 'b', command: 'inline' },
    ]);
    expect(problems).toHaveLength(2);
    expect(path).toBe(at('mcp.json'));
  });

  it('misses only a file that was named', async () => {
    expect((await read('', at('none.json'))).problems).toEqual([]);
    const named = await read('', at('none.json'), { OFFICE_MCP_CONFIG: './none.json' });
    expect(named.problems).toEqual([
      `OFFICE_MCP_CONFIG points at ${at('none.json')}, which does not exist.`,
    ]);
  });

  const files = { command: 'npx', args: ['-y', 'server'], env: { KEY: 'a' } };
  const web = { url: 'https://x/mcp' };
  const plain = (servers: unknown): string => JSON.stringify(servers);

  it.each<[string, string | Buffer, readonly string[], readonly string[]]>([
    ['by name', plain({ mcpServers: { files, web } }), ['files', 'web'], []],
    ['by name under "servers"', plain({ servers: { files }, inputs: [] }), ['files'], []],
    ['in a list under "mcpServers"', plain({ mcpServers: [{ id: 'a', ...files }] }), ['a'], []],
    ['in a list by name', plain({ servers: [{ name: 'a', ...web }] }), ['a'], []],
    [
      'in a list under names that are no ids',
      plain({ servers: [{ name: 'my server', ...web }] }),
      ['my-server'],
      ['servers[0] is called "my-server" here: an id is letters, digits and "-".'],
    ],
    [
      'with arguments that are no list',
      plain({ mcpServers: { files: { ...files, args: '-y server' } } }),
      [],
      ['mcpServers["files"].args must be a list.'],
    ],
    ...(['env', 'headers', 'url'] as const).map(
      (field): [string, string, readonly string[], readonly string[]] => [
        `with a reference in its ${field}`,
        plain({
          mcpServers: {
            a: { ...web, [field]: field === 'url' ? 'https://x/${KEY}' : { b: 'c ${KEY}' } },
          },
        }),
        ['a'],
        [
          'mcpServers["a"] holds ${KEY}, which is passed on as it is written: nothing is put in its place.',
        ],
      ],
    ),
    ['in both', plain({ servers: [{ id: 'a', ...web }], mcpServers: { b: web } }), ['a', 'b'], []],
    ['none', '{"mcpServers":{}}', [], []],
    ['with comments', '// mine\n{"mcpServers":{"a":{"url":"https://x"/* , */,},},}', ['a'], []],
    ['with a byte order mark', `\ufeff${plain({ mcpServers: { a: web } })}`, ['a'], []],
    ['in UTF-16', Buffer.from(`\ufeff${plain({ mcpServers: { a: web } })}`, 'utf16le'), ['a'], []],
    [
      'one bad beside a good one',
      plain({ mcpServers: { bad: 'npx', worse: {}, a: web } }),
      ['a'],
      [
        'mcpServers["bad"] is not an object.',
        'mcpServers["worse"].command must be a non-empty string (or set "type": "http" with a "url").',
      ],
    ],
    [
      'with names that are no ids',
      plain({ mcpServers: { 'my-server': web, my_server: web, 'Ünï code': web, 日本: web } }),
      ['my-server', 'my-server-ddc1744a', 'Uni-code', 'server-cf2abf0c'],
      [
        'mcpServers["my_server"] is called "my-server-ddc1744a" here: an id is letters, digits and "-".',
        'mcpServers["Ünï code"] is called "Uni-code" here: an id is letters, digits and "-".',
        'mcpServers["日本"] is called "server-cf2abf0c" here: an id is letters, digits and "-".',
      ],
    ],
    ['as a text', '{"servers":"x"}', [], ['FILE must be an object with a "servers" array.']],
    [
      'as a text under "mcpServers"',
      '{"mcpServers":"x"}',
      [],
      ['"mcpServers" of FILE must be an object with a server under each name.'],
    ],
    ['under no key', '[]', [], ['FILE must be an object with a "servers" array.']],
  ])('reads servers %s', async (_case, text, ids, problems) => {
    await writeFile(at('shape.json'), text);
    const read_ = await read('', at('shape.json'));
    expect(read_.servers.map(({ id }) => id)).toEqual(ids);
    expect(read_.problems.map((said) => said.replace(at('shape.json'), 'FILE'))).toEqual(problems);
  });

  it.each(['{"mcpServers":', '', 'servers: []'])('says that %j is no JSON', async (text) => {
    await writeFile(at('shape.json'), text);
    expect((await read('', at('shape.json'))).problems).toEqual([
      expect.stringContaining(`${at('shape.json')} is not valid JSON: `),
    ]);
  });
});
