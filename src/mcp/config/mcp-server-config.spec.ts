import { describe, expect, it } from '@jest/globals';
import { parseServerEntries } from './read-mcp-configuration.js';
import { secretsOf } from './mcp-server-config.js';

function secrets(entry: Record<string, unknown>) {
  return parseServerEntries([{ id: 'a', ...entry }]).servers.flatMap(secretsOf);
}

describe('secretsOf', () => {
  it('are the credentials among the variables of a server', () => {
    const env = { GITHUB_TOKEN: 'ghp-1', PGPASSWORD: 'pg-1', PORT: 3000 };
    expect(secrets({ command: 'x', env })).toEqual(['ghp-1', 'pg-1']);
  });

  it('are the headers of a server, with or without their scheme', () => {
    const headers = { authorization: 'Bearer abc-1' };
    expect(secrets({ type: 'http', url: 'http://a/', headers })).toEqual(['Bearer abc-1', 'abc-1']);
  });

  it('are the secret of a client that signs in', () => {
    const oauth = { clientSecret: 'of-client' };
    expect(secrets({ type: 'http', url: 'https://a/', headers: {}, oauth })).toEqual(['of-client']);
  });
});
