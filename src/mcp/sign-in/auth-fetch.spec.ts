import { describe, expect, it } from '@jest/globals';
import { withOwnMetadata } from './auth-fetch.js';

const own = 'https://mcp.example/.well-known/oauth-authorization-server';

async function read(url: string, body: string, status = 200): Promise<string> {
  const fetch = withOwnMetadata('https://mcp.example/mcp', () =>
    Promise.resolve(new Response(body, { status })),
  );
  return (await fetch(url)).text();
}

describe('withOwnMetadata', () => {
  it('names the origin where the issuer is a path of it, and keeps the rest', async () => {
    const body = '{"issuer":"https://mcp.example/oauth","token_endpoint":"t"}';
    expect(JSON.parse(await read(own, body))).toEqual({
      issuer: 'https://mcp.example',
      token_endpoint: 't',
    });
  });

  it.each([
    ['an issuer elsewhere', own, '{"issuer":"https://other.example/oauth"}', 200],
    ['an issuer that is no address', own, '{"issuer":"oauth"}', 200],
    ['no issuer', own, '{"a":1}', 200],
    ['nothing', own, 'null', 200],
    ['no JSON', own, '<html>', 200],
    ['a refusal', own, '{"issuer":"https://mcp.example/oauth"}', 404],
    ['a path below', `${own}/oauth`, '{"issuer":"https://mcp.example/oauth"}', 200],
    [
      'another server',
      'https://other.example/.well-known/oauth-authorization-server',
      '{"issuer":"https://mcp.example/oauth"}',
      200,
    ],
  ])('leaves %s as it is', async (_what, url, body, status) => {
    expect(await read(url, body, status)).toBe(body);
  });
});
