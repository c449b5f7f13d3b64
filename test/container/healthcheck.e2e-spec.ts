import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { runProgram } from '../support/run-program.js';

describe('scripts/image/healthcheck.mjs', () => {
  let service: Server;
  let port: number;
  let asked: IncomingMessage | undefined;
  let answer: { status: number; body: string };

  beforeEach(async () => {
    answer = { status: 200, body: '{"ok":true}' };
    service = createServer((request, response) => {
      asked = request;
      response.writeHead(answer.status).end(answer.body);
    });
    service.listen(0, '127.0.0.1');
    await once(service, 'listening');
    ({ port } = service.address() as AddressInfo);
  });

  afterEach(() => {
    service.close();
  });

  function check(env: Record<string, string> = {}) {
    const bound = { HOST: '0.0.0.0', PORT: String(port), OFFICE_API_TOKEN: '' };
    return runProgram('node', ['scripts/image/healthcheck.mjs'], { env: { ...bound, ...env } });
  }

  it('is content with a service that is ready', async () => {
    await expect(check()).resolves.toEqual({ code: 0, stdout: '', stderr: '' });
    expect(asked?.url).toBe('/readyz');
  });

  it('does not show the token, which a probe does not need', async () => {
    await check({ OFFICE_API_TOKEN: 's3cret' });
    expect(asked?.headers.authorization).toBeUndefined();
  });

  it.each([
    [
      'is not ready',
      { status: 503, body: '{"error":"draining"}' },
      'HTTP 503 {"error":"draining"}',
    ],
    ['is not ok', { status: 200, body: '{"ok":false}' }, 'the service says it is not ready'],
    ['is something else', { status: 200, body: '<html>' }, 'JSON'],
  ])('fails when what answers %s', async (_what, given, reason) => {
    answer = given;
    const { code, stderr } = await check();
    expect(code).toBe(1);
    expect(stderr).toContain(reason);
  });

  it('fails when there is no answer', async () => {
    service.close();
    await once(service, 'close');
    const { code, stderr } = await check();
    expect(code).toBe(1);
    expect(stderr).toContain('ECONNREFUSED');
  });
});
