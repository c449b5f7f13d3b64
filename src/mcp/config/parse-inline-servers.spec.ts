import { describe, expect, it } from '@jest/globals';
import { parseInlineServers } from './parse-inline-servers.js';

describe('parseInlineServers', () => {
  it('reads servers between semicolons, arguments between blanks', () => {
    const { servers, problems } = parseInlineServers(
      ' files = npx -y  server /data ;git=git-mcp; ',
    );
    expect(servers).toMatchObject([
      { id: 'files', type: 'stdio', command: 'npx', args: ['-y', 'server', '/data'] },
      { id: 'git', command: 'git-mcp', args: [], env: {}, enabled: true, requestTimeoutMs: 30_000 },
    ]);
    expect(problems).toEqual([]);
  });

  it('keeps an equals sign in an argument', () => {
    expect(parseInlineServers('a=run --x=1').servers).toMatchObject([{ args: ['--x=1'] }]);
  });

  it.each([
    [
      'npx server',
      'OFFICE_MCP_SERVERS entry "npx server" is not in <id>=<command> form. Separate servers with ";".',
    ],
    [
      'my_files=x',
      'MCP server id "my_files" must be letters, digits or "-", and start with a letter or digit (no "_", which is the tool-name separator).',
    ],
    [
      '=x',
      'MCP server id "" must be letters, digits or "-", and start with a letter or digit (no "_", which is the tool-name separator).',
    ],
    ['files= ', 'MCP server "files" names no command.'],
    ['a=x;a=y', 'OFFICE_MCP_SERVERS names the server id "a" twice.'],
  ])('says what is wrong with %j', (text, problem) => {
    expect(parseInlineServers(text).problems).toEqual([problem]);
  });

  it('goes on after a bad entry', () => {
    expect(parseInlineServers('bad;good=x').servers).toMatchObject([{ id: 'good' }]);
  });
});
