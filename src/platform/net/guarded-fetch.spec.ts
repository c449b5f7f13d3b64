import { getEventListeners } from 'node:events';
import { afterEach, describe, expect, it, jest } from '@jest/globals';
import fc from 'fast-check';
import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { hostileUrls } from '#test/support/hostile-urls.js';
import { FetchFailedError, FetchRefusedError } from './fetch-errors.js';
import { GuardedFetch } from './guarded-fetch.js';
import type { FetchOptions } from './guarded-fetch.js';
import { privateNetworksToo, publicInternet } from './network-access.js';

const options: FetchOptions = {
  access: publicInternet,
  timeoutMs: 5000,
  maxRedirects: 5,
  maxBytes: 1000,
};

let server: Server | undefined;

async function serve(listener: RequestListener): Promise<number> {
  server = createServer(listener);
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
});

/** A name service that returns the given answers in turn, then repeats the last one. */
function names(...answers: (readonly string[])[]) {
  const asked: string[] = [];
  const fetch = new GuardedFetch(async (host) => {
    asked.push(host);
    const addresses = answers[Math.min(asked.length, answers.length) - 1] ?? [];
    return addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  });
  return { fetch, asked };
}

/** Allows loopback addresses under names other than loopback's. */
const loopbackIsPublic = {
  allowsHost: publicInternet.allowsHost,
  allowsAddress: () => true,
  allowsUnresolved: () => true,
};

describe('GuardedFetch', () => {
  it('gives what the server answers, whatever its status', async () => {
    const port = await serve((_request, response) => {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('nothing here');
    });
    const page = await new GuardedFetch().get(`http://127.0.0.1:${port}/x`, {
      ...options,
      access: privateNetworksToo,
    });
    expect(page).toMatchObject({
      status: 404,
      statusText: 'Not Found',
      url: `http://127.0.0.1:${port}/x`,
      contentType: 'text/plain',
      truncated: false,
    });
    expect(page.body.toString()).toBe('nothing here');
  });

  it('stops reading where it was told to, also in what was compressed', async () => {
    const port = await serve((_request, response) => {
      const bomb = gzipSync(Buffer.alloc(5_000_000, 'a'));
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb);
    });
    const page = await new GuardedFetch().get(`http://127.0.0.1:${port}/`, {
      ...options,
      access: privateNetworksToo,
    });
    expect(page.truncated).toBe(true);
    expect(page.body.length).toBe(1000);
  });

  it('gives up on a server that does not answer, or not to the end', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/half') response.write('half');
    });
    const get = (path: string) =>
      new GuardedFetch().get(`http://127.0.0.1:${port}${path}`, {
        ...options,
        access: privateNetworksToo,
        timeoutMs: 150,
      });
    await expect(get('/')).rejects.toThrow('no complete answer within 150 ms');
    await expect(get('/half')).rejects.toThrow('no complete answer within 150 ms');
  });

  it('gives up on a name service that does not answer', async () => {
    const fetch = new GuardedFetch(() => new Promise(() => undefined));
    await expect(fetch.get('http://slow.example/', { ...options, timeoutMs: 50 })).rejects.toThrow(
      'no complete answer within 50 ms',
    );
  });

  it('leaves nothing on the signal of its time limit, which would stay in memory until then', async () => {
    const limit = jest.spyOn(AbortSignal, 'timeout');
    const { fetch } = names(['10.0.0.1']);
    await expect(fetch.get('http://office.example/', options)).rejects.toThrow(FetchRefusedError);
    const [made] = limit.mock.results.map(({ value }) => value as AbortSignal);
    limit.mockRestore();
    expect(made).toBeInstanceOf(AbortSignal);
    expect(getEventListeners(made as AbortSignal, 'abort')).toEqual([]);
  });

  it('stops when its caller does', async () => {
    const port = await serve(() => undefined);
    const signal = AbortSignal.timeout(50);
    await expect(
      new GuardedFetch().get(`http://127.0.0.1:${port}/`, {
        ...options,
        access: privateNetworksToo,
        signal,
      }),
    ).rejects.toThrow(FetchFailedError);
  });

  it('reports a name that does not resolve and a refused connection', async () => {
    const unknown = new GuardedFetch(() => Promise.reject(new Error('getaddrinfo ENOTFOUND x')));
    await expect(unknown.get('http://x.example/', options)).rejects.toThrow('ENOTFOUND');
    const port = await serve(() => undefined);
    await new Promise((resolve) => server?.close(resolve));
    await expect(
      new GuardedFetch().get(`http://127.0.0.1:${port}/`, {
        ...options,
        access: privateNetworksToo,
      }),
    ).rejects.toThrow('ECONNREFUSED');
  });
});

describe('GuardedFetch and addresses', () => {
  const collected = Object.entries(hostileUrls).flatMap(([kind, urls]) =>
    urls.map((url): [string, string] => [kind, url]),
  );

  it.each(collected)('refuses %s: %j', async (_kind, url) => {
    const { fetch, asked } = names(['93.184.216.34']);
    await expect(fetch.get(url, options)).rejects.toThrow(FetchRefusedError);
    expect(asked).toEqual([]);
  });

  it('refuses a name when one of its addresses is private', async () => {
    const { fetch } = names(['93.184.216.34', '10.0.0.7']);
    await expect(fetch.get('http://mixed.example/', options)).rejects.toThrow(
      '"mixed.example" resolves to 93.184.216.34, 10.0.0.7, which is a private, loopback or ' +
        'link-local address. Fetching it could reach this machine or a cloud metadata service.',
    );
  });

  it('uses the wording of the interface', async () => {
    const get = (url: string) => names([]).fetch.get(url, options);
    await expect(get('http://localhost/')).rejects.toThrow('"localhost" is not a public host.');
    await expect(get('http://10.1.2.3/')).rejects.toThrow(
      '"10.1.2.3" is a private, loopback or link-local address.',
    );
    await expect(get('ftp://example.com/')).rejects.toThrow(
      'Only http:// and https:// URLs are allowed (got ftp).',
    );
  });

  it('connects to the address that was judged, though the name has moved since', async () => {
    const port = await serve((_request, response) => response.end('judged'));
    const { fetch, asked } = names(['127.0.0.1'], ['127.0.0.2']);
    const page = await fetch.get(`http://rebinding.example:${port}/`, {
      ...options,
      access: loopbackIsPublic,
    });
    expect(page.body.toString()).toBe('judged');
    expect(asked).toEqual(['rebinding.example']);
  });

  it('never asks for anything private, whatever address is generated', async () => {
    const port = await serve(() => {
      throw new Error('reached');
    });
    const spellings = fc
      .tuple(fc.constantFrom(127, 10, 169), fc.nat(255), fc.nat(255), fc.nat(255))
      .chain(([a, b, c, d]) => {
        const value = ((a * 256 + (a === 169 ? 254 : b)) * 256 + c) * 256 + d;
        const octets = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256);
        return fc.constantFrom(
          octets.join('.'),
          String(value),
          `0x${value.toString(16)}`,
          `0${value.toString(8)}`,
          octets.map((octet) => `0${octet.toString(8)}`).join('.'),
          octets.map((octet) => `0x${octet.toString(16)}`).join('.'),
          `${octets[0]}.${value % 2 ** 24}`,
          `[::ffff:${octets.join('.')}]`,
          `[64:ff9b::${octets.join('.')}]`,
        );
      });
    await fc.assert(
      fc.asyncProperty(spellings, async (host) => {
        await expect(new GuardedFetch().get(`http://${host}:${port}/`, options)).rejects.toThrow(
          FetchRefusedError,
        );
      }),
    );
  });
});

describe('GuardedFetch and redirects', () => {
  const redirecting = (location: (hop: number) => string) =>
    serve((request, response) => {
      const hop = Number(request.url?.slice(1));
      response.writeHead(302, { location: location(hop) }).end();
    });

  it('follows them to the end and says where that was', async () => {
    const port = await serve((request, response) => {
      if (request.url === '/end') response.end('there');
      else response.writeHead(307, { location: '/end' }).end();
    });
    const page = await new GuardedFetch().get(`http://127.0.0.1:${port}/start`, {
      ...options,
      access: privateNetworksToo,
    });
    expect(page.url).toBe(`http://127.0.0.1:${port}/end`);
    expect(page.body.toString()).toBe('there');
  });

  it.each([
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://0x7f000001:1/',
    'http://localhost:1/',
    '//127.0.0.1:1/',
    Buffer.from('http://１２７.0.0.1:1/').toString('latin1'),
    Buffer.from('//ⓛocalhost:1/ü').toString('latin1'),
  ])('judges each hop anew: %s', async (target) => {
    const port = await redirecting(() => target);
    const { fetch } = names(['127.0.0.1']);
    const onlyTheFirstHop = {
      ...publicInternet,
      allowsAddress: (address: string, url: URL) =>
        url.port === String(port) || publicInternet.allowsAddress(address, url),
    };
    await expect(
      fetch.get(`http://first.example:${port}/1`, { ...options, access: onlyTheFirstHop }),
    ).rejects.toThrow(FetchRefusedError);
  });

  it('judges a name anew on each hop', async () => {
    const port = await redirecting((hop) => `/${hop + 1}`);
    const { fetch, asked } = names(['127.0.0.1'], ['127.0.0.1'], ['10.0.0.1']);
    const notTen = {
      ...publicInternet,
      allowsAddress: (address: string) => !address.startsWith('10.'),
    };
    await expect(
      fetch.get(`http://moving.example:${port}/1`, { ...options, access: notTen }),
    ).rejects.toThrow('"moving.example" resolves to 10.0.0.1');
    expect(asked).toHaveLength(3);
  });

  it('stops after so many, or at the first where none is accepted', async () => {
    const port = await redirecting((hop) => `/${hop + 1}`);
    const get = (maxRedirects: number) =>
      new GuardedFetch().get(`http://127.0.0.1:${port}/1`, {
        ...options,
        access: privateNetworksToo,
        maxRedirects,
      });
    await expect(get(5)).rejects.toThrow('more than 5 redirects');
    await expect(get(0)).rejects.toThrow(
      'the endpoint redirected, and a redirect is not accepted here',
    );
  });

  it.each(['file:///etc/passwd', 'gopher://127.0.0.1/', 'http://'])(
    'does not follow to %s',
    async (target) => {
      const port = await redirecting(() => target);
      await expect(
        new GuardedFetch().get(`http://127.0.0.1:${port}/1`, {
          ...options,
          access: privateNetworksToo,
        }),
      ).rejects.toThrow('cannot be followed');
    },
  );
});
