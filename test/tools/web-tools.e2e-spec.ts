import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GuardedFetch } from '../../src/platform/net/guarded-fetch.js';
import { privateNetworksToo } from '../../src/platform/net/network-access.js';
import { ToolOffice } from '../support/tools/tool-office.js';

/** Where raw UTF-8 leads, and a byte that is none. */
const moves: Readonly<Record<string, string | Buffer>> = {
  '/raw-path': '/größe/日本',
  '/raw-query': '/s?q=größe',
  '/raw-relative': 'über',
  '/latin': Buffer.from([0x2f, 0x63, 0x61, 0x66, 0xe9]),
  '/encoded': '/gr%C3%B6%C3%9Fe',
};

const bytes = (head: string, ...rest: readonly number[]): Buffer =>
  Buffer.concat([Buffer.from(head), Buffer.from(rest)]);

/** Pages in encodings of their own: their type and their bytes. */
const pages: Readonly<Record<string, readonly [type: string, body: Buffer]>> = {
  '/meta': [
    'text/html',
    bytes("<META CHARSET='windows-1251'><p>", 0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2),
  ],
  '/http-equiv': [
    'text/html',
    bytes(
      '<meta http-equiv=Content-Type content="text/html; charset=shift_jis"><p>',
      ...[0x93, 0xfa, 0x96, 0x7b],
    ),
  ],
  '/feed': [
    'application/rss+xml',
    bytes('<?xml version="1.0" encoding="iso-8859-2"?><rss>', 0x5a, 0x61, 0xbf, 0xf3, 0xb3, 0xe6),
  ],
  '/marked': ['text/html; charset=iso-8859-1', Buffer.from('\ufeff<p>größe 日本', 'utf16le')],
  '/marked-big': ['', Buffer.from('\ufeffgröße 日本', 'utf16le').swap16()],
  '/header': ['text/plain; charset="koi8-r"', bytes('', 0xf0, 0xd2, 0xc9, 0xd7, 0xc5, 0xd4)],
  '/undeclared': ['text/plain', bytes('caf', 0xe9, 0x20, 0x80)],
  '/data': ['application/json; charset=latin1', Buffer.from('{"a":"größe"}')],
};

describe('web tools in a run', () => {
  let office: ToolOffice;
  let server: Server;
  let port: number;
  const reached: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      reached.push(request.url ?? '');
      const moved = moves[request.url ?? ''];
      if (moved !== undefined) {
        response.writeHead(302, { location: Buffer.from(moved).toString('latin1') }).end();
        return;
      }
      const written = pages[request.url ?? ''];
      if (written !== undefined) {
        response.writeHead(200, written[0] ? { 'content-type': written[0] } : {}).end(written[1]);
        return;
      }
      if (request.url === '/old') {
        response.writeHead(301, { location: '/new' }).end();
        return;
      }
      const found = request.url?.endsWith('nothing')
        ? ''
        : '<a class="result__a" href="https://example.com/">An example</a>';
      response
        .writeHead(request.url === '/missing' ? 404 : 200, { 'content-type': 'text/html' })
        .end(`<h1>Page</h1><script>no()</script>${found}`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    ({ port } = server.address() as AddressInfo);
    office = await ToolOffice.start();
  });

  afterAll(async () => {
    await office.close();
    server.close();
  });

  it.each([
    ['http://127.0.0.1:%p/', 'is a private, loopback or link-local address.'],
    ['http://[::ffff:7f00:1]:%p/', 'is a private, loopback or link-local address.'],
    ['http://localhost:%p/', '"localhost" is not a public host.'],
    ['http://169.254.169.254/latest/meta-data/', 'Only public internet addresses may be fetched.'],
    ['file:///etc/passwd', 'Only http:// and https:// URLs are allowed (got file).'],
    ['not a url', '"not a url" is not a URL.'],
  ])('web_fetch refuses %s', async (template, reported) => {
    const use = await office.use('web_fetch', { url: template.replace('%p', String(port)) });
    expect(use.call.status).toBe('error');
    expect(use.call.resultPreview).toContain(reported);
    expect(use.reported).toContain(reported);
    expect(reached).toEqual([]);
  });

  describe('where this machine counts as the internet', () => {
    beforeAll(() => {
      const guarded = office.office.app.get(GuardedFetch, { strict: false });
      jest.spyOn(guarded, 'get').mockImplementation((url, options) => {
        const local = url.replace('https://html.duckduckgo.com', `http://127.0.0.1:${port}`);
        return new GuardedFetch().get(local, { ...options, access: privateNetworksToo });
      });
    });

    it('web_fetch reads a page, following its redirects', async () => {
      const use = await office.use('web_fetch', { url: `http://127.0.0.1:${port}/old` });
      expect(use.call.status).toBe('ok');
      expect(use.reported).toContain(
        `Status: 200 OK\nFinal URL: http://127.0.0.1:${port}/new\n\n# Page\n\n[An example](https://example.com/)`,
      );
      expect(office.approvalsOf(use)).toBe(0);
    });

    it.each([
      ['/meta', 'Привет'],
      ['/http-equiv', '日本'],
      ['/feed', 'Zażółć'],
      ['/marked', 'größe 日本'],
      ['/marked-big', 'größe 日本'],
      ['/header', 'Привет'],
      ['/undeclared', 'café €'],
      ['/data', '{"a":"größe"}'],
    ])('web_fetch reads %s in its own encoding', async (path, words) => {
      const use = await office.use('web_fetch', { url: `http://127.0.0.1:${port}${path}` });
      expect(use.call.status).toBe('ok');
      expect(use.reported).toContain(words);
    });

    it.each([
      ['/raw-path', '/gr%C3%B6%C3%9Fe/%E6%97%A5%E6%9C%AC'],
      ['/raw-query', '/s?q=gr%C3%B6%C3%9Fe'],
      ['/raw-relative', '/%C3%BCber'],
      ['/latin', '/caf%E9'],
      ['/encoded', '/gr%C3%B6%C3%9Fe'],
    ])('web_fetch follows the location that %s gives', async (path, asked) => {
      const use = await office.use('web_fetch', { url: `http://127.0.0.1:${port}${path}` });
      expect(use.call.status).toBe('ok');
      expect(use.reported).toContain(`Final URL: http://127.0.0.1:${port}${asked}\n`);
      expect(reached.at(-1)).toBe(asked);
    });

    it('web_fetch is an error for a page that is not there', async () => {
      const { call, reported } = await office.use('web_fetch', {
        url: `http://127.0.0.1:${port}/missing`,
      });
      expect(call.status).toBe('error');
      expect(reported).toContain('Status: 404 Not Found');
    });

    it('web_search lists what it finds', async () => {
      const { reported } = await office.use('web_search', { query: 'an example' });
      expect(reported).toContain('1. An example — https://example.com/');
      expect(reached.at(-1)).toBe('/html/?q=an+example');
    });

    it('web_search says that it is unavailable when its page is not what it knows', async () => {
      const { call, reported } = await office.use('web_search', { query: 'nothing' });
      expect(call.status).toBe('error');
      expect(reported).toContain('The web search was unavailable.');
    });
  });
});
