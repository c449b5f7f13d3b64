import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostileManifest } from '#test/support/plugins/hostile-manifest.js';
import { manifestOf } from '#test/support/plugins/plugin-workshop.js';
import { readCatalog } from './read-catalog.js';

const hash = 'a'.repeat(64);
const entry = { manifest: manifestOf(), downloadUrl: 'a.tar.gz', sha256: hash };
const read = (document: unknown, url = 'https://market.example/x/catalog.json') =>
  readCatalog(document, new URL(url));
const urlOf = (downloadUrl: string, catalogUrl: string) => {
  const catalog = read({ plugins: [{ ...entry, downloadUrl }] }, catalogUrl);
  return typeof catalog === 'string' ? null : catalog.plugins[0]?.downloadUrl;
};

describe('readCatalog', () => {
  it('completes what it may', () => {
    expect(read({ plugins: [entry] })).toEqual({
      version: 1,
      name: 'market.example',
      plugins: [{ ...entry, downloadUrl: 'https://market.example/x/a.tar.gz' }],
    });
    expect(read({ version: 9, name: 'N', homepage: 'h', plugins: [] })).toEqual({
      version: 1,
      name: 'N',
      homepage: 'h',
      plugins: [],
    });
  });

  it.each([
    ['/b.tar.gz', 'https://market.example/c.json', 'https://market.example/b.tar.gz'],
    ['https://market.example:443/b', 'https://market.example/c.json', 'https://market.example/b'],
    ['b', 'http://127.0.0.1:80/c.json', 'http://127.0.0.1/b'],
    ['b', 'http://localhost:8080/c.json', 'http://localhost:8080/b'],
    ['b', 'http://[::1]:8080/c.json', 'http://[::1]:8080/b'],
  ])('lets %s be served by %s', (downloadUrl, catalogUrl, absolute) => {
    expect(urlOf(downloadUrl, catalogUrl)).toBe(absolute);
  });

  it.each([
    ['b', 'http://market.example/c.json'],
    ['http://market.example/b', 'https://market.example/c.json'],
    ['https://market.example:8443/b', 'https://market.example/c.json'],
    ['https://evil.example/b', 'https://market.example/c.json'],
    ['//evil.example/b', 'https://market.example/c.json'],
    ['http://localhost/b', 'http://127.0.0.1/c.json'],
    ['file:///etc/passwd', 'https://market.example/c.json'],
    ['data:application/gzip,x', 'https://market.example/c.json'],
    ['b', 'http://localhost.evil.example/c.json'],
  ])('does not let %s be listed by %s', (downloadUrl, catalogUrl) => {
    expect(urlOf(downloadUrl, catalogUrl)).toBeNull();
  });

  it('never throws, and answers a catalogue or a reason for whatever it is given', () => {
    const hostile = fc.record({
      plugins: fc.array(
        fc.record(
          {
            manifest: hostileManifest,
            downloadUrl: fc.oneof(fc.webUrl(), fc.string(), fc.jsonValue()),
            sha256: fc.oneof(fc.constant(hash), fc.jsonValue()),
            tags: fc.jsonValue(),
          },
          { requiredKeys: ['manifest'] },
        ),
        { maxLength: 3 },
      ),
    });
    fc.assert(
      fc.property(fc.oneof(fc.anything(), hostile), (document) => {
        const catalog = read(document);
        if (typeof catalog === 'string') expect(catalog).not.toBe('');
        else {
          for (const { downloadUrl } of catalog.plugins) {
            expect(new URL(downloadUrl).origin).toBe('https://market.example');
          }
        }
      }),
    );
  });
});
