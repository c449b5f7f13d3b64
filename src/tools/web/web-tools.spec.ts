import { describe, expect, it } from '@jest/globals';
import { fakeContext } from '#test/support/tool-context.js';
import { hostileUrls } from '#test/support/hostile-urls.js';
import { FetchFailedError } from '../../platform/net/fetch-errors.js';
import { GuardedFetch } from '../../platform/net/guarded-fetch.js';
import type { FetchedPage, FetchOptions } from '../../platform/net/guarded-fetch.js';
import type { ToolResult } from '../tool.js';
import { webFetchTool } from './web-fetch.tool.js';
import { webSearchTool } from './web-search.tool.js';

const page = (body: string | Buffer, parts: Partial<FetchedPage> = {}): FetchedPage => ({
  status: 200,
  statusText: 'OK',
  url: 'https://example.com/end',
  contentType: 'text/html; charset=utf-8',
  headers: [],
  body: Buffer.from(body),
  truncated: false,
  ...parts,
});

function fetcher(answer: FetchedPage | Error) {
  const asked: { url: string; options: FetchOptions }[] = [];
  return {
    asked,
    get: async (url: string, options: FetchOptions) => {
      asked.push({ url, options });
      if (answer instanceof Error) throw answer;
      return answer;
    },
  };
}

const fetchPage = (answer: FetchedPage | Error, offset = 0): Promise<ToolResult> =>
  webFetchTool(fetcher(answer)).run({ url: 'https://example.com/', offset }, fakeContext());

describe('web_fetch', () => {
  it('tells status, final address and the text of the page', async () => {
    expect(await fetchPage(page('<p>Hello</p><script>x</script>'))).toEqual({
      ok: true,
      content: 'Status: 200 OK\nFinal URL: https://example.com/end\n\nHello',
      preview: '200 https://example.com/end',
      foreign: [{ kind: 'page', name: 'https://example.com/end' }],
    });
  });

  it('is not ok for a status that is not, but gives the body', async () => {
    const missing = page('gone', {
      status: 404,
      statusText: 'Not Found',
      contentType: 'text/plain',
    });
    expect(await fetchPage(missing)).toMatchObject({
      ok: false,
      content: expect.stringMatching(/^Status: 404 Not Found\n[^]*\n\ngone$/),
    });
  });

  it('leaves other text as it is, in its own character set, and does not show what is none', async () => {
    const json = page('{"a": "<b>"}', { contentType: 'application/json' });
    expect((await fetchPage(json)).content).toContain('{"a": "<b>"}');
    const latin = page(Buffer.from([0x63, 0xe9]), {
      contentType: 'text/plain; charset=iso-8859-1',
    });
    expect((await fetchPage(latin)).content).toContain('cé');
    const image = page(Buffer.from([0x89, 0x50, 0]), { contentType: 'image/png' });
    expect((await fetchPage(image)).content).toContain('(3 bytes of image/png, which is not text)');
  });

  it('gives a long page in pages that come to the whole of it', async () => {
    const text = Array.from({ length: 3000 }, (_, n) => `line ${n}\n`).join('');
    const long = page(text, { contentType: 'text/plain', truncated: true });
    let read = '';
    for (let offset: number | null = 0; offset !== null;) {
      const { content } = await fetchPage(long, offset);
      expect(content.length).toBeLessThanOrEqual(8000);
      expect(content).toContain('(the page is longer than 2000000 bytes; the rest was not read)');
      const [, body = '', left, next] =
        /\n\n([^]*?)(?:\n\((\d+) more character\(s\); continue with offset (\d+)\))?\n\(the page/.exec(
          content,
        ) ?? [];
      read += `${body}\n`;
      expect(Number(left ?? 0)).toBe(next === undefined ? 0 : text.length - 1 - Number(next));
      offset = next === undefined ? null : Number(next);
    }
    expect(read).toBe(text);
    expect((await fetchPage(long, 99_999)).content).toContain('(nothing from offset 99999 on)');
  });

  it('reads within the bounds of the web tools', async () => {
    const used = fetcher(page(''));
    await webFetchTool(used).run({ url: 'https://example.com/' }, fakeContext());
    expect(used.asked[0]?.options).toMatchObject({
      timeoutMs: 15_000,
      maxRedirects: 5,
      maxBytes: 2_000_000,
    });
  });

  it('words its refusals as the interface does', async () => {
    const tool = webFetchTool(new GuardedFetch());
    const read = async (url: string) => (await tool.run({ url }, fakeContext())).content;
    expect(await read('http://127.0.0.1/')).toBe(
      'web_fetch refused http://127.0.0.1/: "127.0.0.1" is a private, loopback or link-local ' +
        'address. Only public internet addresses may be fetched.',
    );
    expect(await read('file:///etc/passwd')).toBe(
      'Only http:// and https:// URLs are allowed (got file).',
    );
    expect(await read('nonsense')).toBe('"nonsense" is not a URL.');
    expect(await read('')).toBe('web_fetch requires a non-empty "url" string.');
  });

  it.each(Object.keys(hostileUrls))('refuses %s', async (kind) => {
    const tool = webFetchTool(new GuardedFetch(() => Promise.reject(new Error('resolved'))));
    for (const url of hostileUrls[kind] ?? []) {
      const result = await tool.run({ url }, fakeContext());
      expect([url, result.ok, result.content.includes('resolved')]).toEqual([url, false, false]);
    }
  });

  it('reports a page that does not answer', async () => {
    expect(await fetchPage(new FetchFailedError('no complete answer within 15000 ms'))).toEqual({
      ok: false,
      content: 'web_fetch could not read https://example.com/: no complete answer within 15000 ms',
    });
  });
});

describe('web_search', () => {
  const results = [1, 2, 3]
    .map(
      (n) =>
        `<a class="result__a" href="https://example.com/${n}">Title ${n}</a>` +
        (n === 1 ? '<a class="result__snippet">About it</a>' : ''),
    )
    .join('');

  it('numbers what it finds, as many as asked for', async () => {
    const used = fetcher(page(results));
    const result = await webSearchTool(used).run({ query: 'a b', maxResults: '2' }, fakeContext());
    expect(used.asked[0]?.url).toBe('https://html.duckduckgo.com/html/?q=a+b');
    expect(result).toEqual({
      ok: true,
      content:
        '1. Title 1 — https://example.com/1\n   About it\n2. Title 2 — https://example.com/2',
      preview: '2 result(s) for a b',
      foreign: [{ kind: 'search', name: 'a b' }],
    });
  });

  it.each([
    ['a page it cannot read', page('<html>Unusual traffic</html>')],
    ['no answer', new FetchFailedError('ENOTFOUND')],
  ])('says that the search was unavailable on %s', async (_what, answer) => {
    const result = await webSearchTool(fetcher(answer)).run({ query: 'x' }, fakeContext());
    expect(result).toMatchObject({ ok: false, content: expect.stringContaining('unavailable') });
  });
});
