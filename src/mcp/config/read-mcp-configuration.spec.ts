import { describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '../../../test/support/temporary-directory.js';
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
});
