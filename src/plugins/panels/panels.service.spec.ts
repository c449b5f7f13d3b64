import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import type { PanelResult } from '../../protocol/records/plugins.js';
import { PanelCache, readPanelDocument } from './panels.service.js';

let now: number;
let reads: number;
let cache: PanelCache;

const result = (title: string): PanelResult => ({
  ok: true,
  pluginId: 'a.b',
  panelId: title,
  title,
  live: true,
  widgets: [],
  fetchedAt: now,
});
const read = async (): Promise<PanelResult> => {
  reads += 1;
  return result(`read ${reads}`);
};
const title = async (key: string, refreshMs = 100) =>
  (await cache.get(key, refreshMs, read))?.title;

beforeEach(() => {
  now = 0;
  reads = 0;
  cache = new PanelCache(() => now);
});

describe('PanelCache', () => {
  it('keeps an answer for as long as its panel asks, from when it came', async () => {
    expect(await title('a')).toBe('read 1');
    now = 99;
    expect(await title('a')).toBe('read 1');
    now = 100;
    expect(await title('a')).toBe('read 2');
  });

  it('reads once for all who ask meanwhile', async () => {
    expect(await Promise.all([title('a'), title('a'), title('a')])).toEqual(
      Array(3).fill('read 1'),
    );
  });

  it('has twelve places, also for those who ask at once', async () => {
    const keys = Array.from({ length: 20 }, (_, index) => `panel ${index}`);
    const titles = await Promise.all(keys.map((key) => title(key)));
    expect(titles.filter((found) => found !== undefined)).toHaveLength(12);
    expect(reads).toBe(12);
    now = 1000;
    expect(await title('panel 0')).toBe('read 13');
    expect(await title('panel 19')).toBeUndefined();
  });

  it('gives no place to a panel that was refused one elsewhere', async () => {
    for (let index = 0; index < 11; index += 1) await title(`panel ${index}`);
    expect(await cache.get('refused', 100, () => Promise.resolve(null))).toBeNull();
    expect(await title('panel 11')).toBe('read 12');
  });

  it('gives back the places of panels that are gone, and all of them when it is cleared', async () => {
    for (let index = 0; index < 12; index += 1) await title(`panel ${index}`);
    cache.keepOnly((key) => key !== 'panel 3');
    expect(await title('new')).toBe('read 13');
    expect(await title('newer')).toBeUndefined();
    cache.clear();
    expect(await title('newer')).toBe('read 14');
  });
});

const page = (body: string | Uint8Array, more: Partial<FetchedPage> = {}): FetchedPage => ({
  status: 200,
  statusText: 'OK',
  url: 'https://panel.example/',
  contentType: 'application/json',
  headers: [],
  body: Buffer.from(body),
  truncated: false,
  ...more,
});
const note = { kind: 'note', text: 'here' };

describe('readPanelDocument', () => {
  it.each([
    ['a list', [note], 0],
    ['an object with widgets', { widgets: [note], more: 1 }, 0],
    ['what is left of a list', [7, note, { kind: 'script' }], 2],
  ])('reads %s', (_what, document, dropped) => {
    expect(readPanelDocument(page(JSON.stringify(document)))).toEqual({
      ok: true,
      widgets: [note],
      dropped,
    });
  });

  it.each([200, 204, 299])('takes status %d', (status) => {
    expect(readPanelDocument(page(JSON.stringify([note]), { status })).ok).toBe(true);
  });

  it.each([199, 301, 404, 500])('does not take status %d, whatever the body', (status) => {
    expect(readPanelDocument(page(JSON.stringify([note]), { status }))).toEqual({
      ok: false,
      error: `the panel endpoint returned HTTP ${status}.`,
    });
  });

  it('does not read what was cut off, though it may be whole by chance', () => {
    expect(readPanelDocument(page(JSON.stringify([note]), { truncated: true }))).toMatchObject({
      ok: false,
      error: expect.stringContaining('the answer is larger than 512 KB'),
    });
  });

  it('never throws, and answers widgets or a reason for whatever is served', () => {
    const body = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json({ maxDepth: 6 }),
      fc.constantFrom('', '[', '['.repeat(50_000), '"\ud800"', '{"widgets":{"length":9}}'),
    );
    fc.assert(
      fc.property(body, (served) => {
        const reading = readPanelDocument(page(served));
        if (reading.ok) expect(reading.widgets.length).toBeGreaterThan(0);
        else expect(reading.error).not.toBe('');
      }),
    );
  });
});
