import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import { readPanelDocument } from './read-panel-document.js';

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
