import { describe, expect, it } from '@jest/globals';
import { readablePage } from './readable-page.js';

const url = 'https://example.com/';
const never = new AbortController().signal;

/** Reads a page and counts how often the event loop turned meanwhile. */
async function read(html: string, timeMs?: number) {
  let turns = 0;
  let reading = true;
  const others = (async () => {
    for (; reading; turns += 1) await new Promise(setImmediate);
  })();
  const text = await readablePage({ html, url }, never, timeMs);
  reading = false;
  await others;
  return { text, turns };
}

/** Markup that makes a parser or converter take more than linear time. */
const hostile: Readonly<Record<string, (n: number) => string>> = {
  'elements within elements': (n) => `${'<div>'.repeat(n)}word`,
  'formatting within formatting': (n) => `${'<b><p>'.repeat(n)}word`,
  'tables within tables': (n) => `${'<table><tr><td>'.repeat(n)}word`,
  'ends without a beginning': (n) => `${'<a>'.repeat(n)}${'</b>'.repeat(n)}word`,
  'attributes without end': (n) => `<p ${'a=1 '.repeat(n)}>word`,
  'breaks and blanks': (n) => `${'<br>  '.repeat(n)}word`,
};

describe('readablePage', () => {
  it('gives Markdown', async () => {
    const { text } = await read('<h1>Page</h1><p>One <a href="/two">two</a></p>');
    expect(text).toBe('# Page\n\nOne [two](https://example.com/two)');
  });

  it.each(Object.entries(hostile))(
    'is stopped by no %s, and lets others work, at twice the length too',
    async (_what, markup) => {
      for (const n of [5_000, 10_000]) {
        const { text, turns } = await read(markup(n));
        expect(text).toBe('word');
        expect(turns).toBeGreaterThan(100);
      }
    },
    60_000,
  );

  it('gives up on timeout and on abort', async () => {
    expect((await read('<p>word</p>', 0)).text).toBeNull();
    expect(await readablePage({ html: '<p>word</p>', url }, AbortSignal.abort())).toBeNull();
    const waiting = new AbortController();
    const reading = readablePage({ html: '<p>word</p>', url }, waiting.signal);
    setImmediate(() => waiting.abort());
    expect(await reading).toBeNull();
  });
});
