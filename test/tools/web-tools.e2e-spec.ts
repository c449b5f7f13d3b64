import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { GuardedFetch } from '../../src/platform/net/guarded-fetch.js';
import { privateNetworksToo } from '../../src/platform/net/network-access.js';
import { ToolOffice } from '../support/tools/tool-office.js';

describe('web tools in a run', () => {
  let office: ToolOffice;
  let server: Server;
  let port: number;
  const reached: string[] = [];

  beforeAll(async () => {
    server = createServer((request, response) => {
      reached.push(request.url ?? '');
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
