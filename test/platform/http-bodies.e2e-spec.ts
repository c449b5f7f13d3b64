import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { startOffice, type RunningOffice } from '../support/start-office.js';
import { ProbeModule } from './probe/probe.module.js';

const limit = 256 * 1024;
const notJson = { error: 'The request body was not valid JSON.' };
const tooLarge = { error: 'Request body too large.' };

/** A JSON object of exactly that many bytes. */
const objectOf = (bytes: number): string => `{"x":"${'x'.repeat(bytes - 8)}"}`;

describe('HTTP request bodies', () => {
  let office: RunningOffice;

  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => ProbeModule.on(bootContext) });
  });

  afterAll(() => office.close());

  const post = (body?: unknown, headers?: Record<string, string>) =>
    office.client.post('/api/probe/any', body, headers && { headers });

  it('are JSON objects, whatever their content type claims', async () => {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const { body } = await post({ a: [1] }, { 'content-type': type });
      expect(body).toEqual({ a: [1] });
    }
  });

  it('may be empty, and are then an empty object', async () => {
    expect((await post()).body).toEqual({});
    expect((await post('')).body).toEqual({});
  });

  it.each([
    'null',
    '[]',
    '[{}]',
    '7',
    '"text"',
    'true',
    '{',
    "{'a':1}",
    '{"a":1}{"b":2}',
    ' ',
    'a=1',
  ])('are refused when they are %s', async (body) => {
    const answer = await post(body);
    expect([answer.status, answer.body]).toEqual([400, notJson]);
  });

  it.each([
    ['bytes that are not UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), {}],
    ['UTF-16', Buffer.from('{"a":1}', 'utf16le'), {}],
    ['gzip', gzipSync('{"a":1}'), { 'content-encoding': 'gzip' }],
    ['an encoding nobody knows', 'x', { 'content-encoding': 'vapour' }],
    ['a charset nobody knows', 'x', { 'content-type': 'application/json; charset=vapour-9' }],
    ['a content type that is none', 'x', { 'content-type': ';;;' }],
  ])('of %s are refused and are no fault', async (_what, body, headers) => {
    const answer = await post(body, headers);
    expect([answer.status, answer.body]).toEqual([400, notJson]);
  });

  it('are read as UTF-8 even if they claim another charset', async () => {
    const headers = { 'content-type': 'application/json; charset=utf-7' };
    expect((await post('{"a":"ä"}', headers)).body).toEqual({ a: 'ä' });
    expect((await post('\uFEFF{"a":1}')).body).toEqual({ a: 1 });
  });

  it('are read as a whole up to the limit', async () => {
    const { status, text } = await post(objectOf(limit));
    expect(status).toBe(201);
    expect(text.length).toBeGreaterThan(limit);
  });

  it('are checked on every path, and on a DELETE as well', async () => {
    const headers = { 'content-length': '1' };
    const { status } = await office.client.delete('/api/nothing', { headers, body: '{' });
    expect(status).toBe(400);
  });

  it('of a read are ignored', async () => {
    const headers = { 'content-length': '1' };
    expect((await office.client.get('/api/probe', { headers, body: '{' })).status).toBe(200);
  });

  describe('over the limit', () => {
    it('are refused when they say how large they are', async () => {
      const answer = await post(objectOf(limit + 1));
      expect([answer.status, answer.body]).toEqual([413, tooLarge]);
    });

    it('are refused when they come in chunks, on any method', async () => {
      const headers = { 'transfer-encoding': 'chunked' };
      for (const method of ['POST', 'GET', 'DELETE']) {
        const body = objectOf(limit + 1);
        const answer = await office.client.call(method, '/api/probe', { headers, body });
        expect([answer.status, answer.body]).toEqual([413, tooLarge]);
      }
    });

    it('are answered while the client is still sending', async () => {
      expect(await sendWithoutEnd(office.port)).toEqual([413, tooLarge]);
    });

    it.each(['HTTP/1.1\r\nconnection: close', 'HTTP/1.0'])(
      'are answered to a client that reads only when it has sent all: %s',
      async (version) => {
        const head = `POST /api/probe ${version}\r\nhost: localhost\r\ncontent-length: 8000000\r\n\r\n`;
        expect(await sendThenRead(office.port, head, 'x'.repeat(8_000_000))).toContain(
          '"error": "Request body too large."',
        );
      },
    );

    it('are answered to a client that closes afterwards and sends no body', async () => {
      const head =
        'POST /api/probe HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\ncontent-length: 8000000\r\n\r\n';
      expect(await sendThenRead(office.port, head, '')).toContain('413 Payload Too Large');
    });
  });

  it('may break off in the middle', async () => {
    const connection = connect(office.port, '127.0.0.1');
    connection.write(
      'POST /api/probe HTTP/1.1\r\nhost: localhost\r\ncontent-length: 99\r\n\r\n{"a"',
    );
    await once(connection, 'connect');
    connection.destroy();
    expect((await office.client.get('/api/probe')).status).toBe(200);
  });

  describe('with a shape', () => {
    it('reach the handler as they were sent, without what the shape does not name', async () => {
      const answer = await office.client.post('/api/probe', { word: 'a', times: 2, other: true });
      expect(answer.body).toEqual({ word: 'a', times: 2 });
    });

    it.each([
      [{}, 'A "word" is required.'],
      [{ word: ' ' }, 'A "word" is required.'],
      [{ word: 'a', times: 'two' }, '"times" must be a number.'],
      [{ word: 'a', times: null }, '"times" must be a number.'],
    ])('are refused when they do not fit: %j', async (body, error) => {
      const answer = await office.client.post('/api/probe', body);
      expect([answer.status, answer.body]).toEqual([400, { error }]);
    });
  });

  it('of any kind get an answer below 500, and the next request too', async () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc.uint8Array().map((bytes) => Buffer.from(bytes)),
      fc
        .jsonValue()
        .map((value) => JSON.stringify({ word: value, times: value, constructor: value })),
      fc.constant('{"__proto__":{"word":"x"},"constructor":{"prototype":{}}}'),
    );
    await fc.assert(
      fc.asyncProperty(hostile, async (body) => {
        const { status } = await office.client.post('/api/probe', body);
        expect(status).toBeLessThan(500);
      }),
      { numRuns: 300 },
    );
    expect((await office.client.get('/api/probe')).status).toBe(200);
  }, 30_000);
});

/** Sends more than the limit without ever ending; answers what comes back in the meantime. */
async function sendWithoutEnd(port: number): Promise<[status: number | undefined, body: unknown]> {
  const call = request({ host: '127.0.0.1', port, method: 'POST', path: '/api/probe' });
  call.on('error', () => undefined);
  call.write('x'.repeat(limit + 1));
  const [response] = (await once(call, 'response')) as [IncomingMessage];
  call.write('and more');
  const body: unknown = JSON.parse(await text(response));
  call.destroy();
  return [response.statusCode, body];
}

/** As clients do that know no pipelining: a failure to send is the end, whatever was answered. */
async function sendThenRead(port: number, head: string, body: string): Promise<string> {
  const connection = connect(port, '127.0.0.1');
  connection.pause();
  await new Promise<void>((resolve, reject) => {
    connection.once('error', reject);
    connection.write(head + body, () => resolve());
  });
  return text(connection);
}
