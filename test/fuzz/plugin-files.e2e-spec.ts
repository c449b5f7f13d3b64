import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { RefusedError } from '../../src/platform/errors/office-error.js';
import type { FetchedPage } from '../../src/platform/net/guarded-fetch.js';
import { sanitizeOutput } from '../../src/platform/text/sanitize-output.js';
import { readBundle } from '../../src/plugins/bundle/read-bundle.js';
import { parseManifest } from '../../src/plugins/host/read-plugin-directory.js';
import { validateManifest } from '../../src/plugins/manifest/validate-manifest.js';
import { readCatalog } from '../../src/plugins/marketplace/read-catalog.js';
import { readPanelDocument } from '../../src/plugins/panels/panels.service.js';
import { fuzzCases, heldBriefly } from '../support/held-loop.js';
import {
  hostileObject,
  hostileSpelling,
  hostileText,
  hostileValue,
  polluted,
} from '../support/hostile-json.js';
import { hostileArchive } from '../support/plugins/hostile-archive.js';
import { hostileManifest } from '../support/plugins/hostile-manifest.js';

const patience = 60_000 + fuzzCases(20);

describe('an archive', () => {
  it(
    'is refused with a reason, or holds files that may be written, in no time',
    async () => {
      await fc.assert(
        fc.asyncProperty(hostileArchive, fc.nat(), async (tar, cut) => {
          const whole = gzipSync(tar, { level: 1 });
          const bundle = cut % 4 === 0 ? whole.subarray(0, cut % whole.length) : whole;
          await heldBriefly(async () => {
            try {
              for (const path of (await readBundle(bundle)).keys()) {
                expect(path).not.toMatch(/^\/|(?:^|\/)\.{1,2}(?:\/|$)|[\p{Cc}\\]|^[a-z]:/iu);
              }
            } catch (error) {
              expect(error).toBeInstanceOf(RefusedError);
            }
          });
        }),
        { numRuns: fuzzCases(0.1), endOnFailure: true },
      );
    },
    patience,
  );
});

describe('a manifest', () => {
  const broken = fc.tuple(hostileManifest, fc.nat(), hostileText).map(([manifest, at, text]) => {
    const written = JSON.stringify(manifest);
    const place = at % written.length;
    return written.slice(0, place) + text + written.slice(place + (at % 7));
  });
  const written = fc.oneof(
    { weight: 10, arbitrary: hostileManifest.map((manifest) => JSON.stringify(manifest)) },
    { weight: 10, arbitrary: broken },
    { weight: 1, arbitrary: hostileSpelling },
  );

  it(
    'is refused with a reason, or read as one that is read again unchanged, in no time',
    async () => {
      await fc.assert(
        fc.asyncProperty(written, (text) =>
          heldBriefly(() => {
            const verdict = parseManifest(text);
            const said = verdict.ok ? verdict.warnings : verdict.problems;
            for (const line of said) expect(sanitizeOutput(line)).toBe(line);
            if (verdict.ok) expect(validateManifest(verdict.manifest)).toMatchObject({ ok: true });
            expect(polluted()).toBe(false);
          }),
        ),
        { numRuns: fuzzCases(0.1), endOnFailure: true },
      );
    },
    patience,
  );
});

const page = (text: string): FetchedPage => ({
  status: 200,
  statusText: '',
  url: 'https://a.example/',
  contentType: '',
  headers: [],
  body: Buffer.from(text),
  truncated: false,
});

describe('the answer of a panel or a marketplace', () => {
  const widget = hostileObject({
    kind: fc.constantFrom('metric', 'keyValue', 'table', 'list', 'bars', 'note', '__proto__'),
    label: hostileText,
    value: hostileText,
    text: hostileText,
    rows: fc.array(fc.oneof(hostileValue, fc.array(hostileText)), { maxLength: 3 }),
    columns: fc.array(hostileText, { maxLength: 3 }),
    items: fc.array(hostileText, { maxLength: 3 }),
    bars: fc.array(hostileObject({ label: hostileText, value: fc.double(), max: fc.double() }), {
      maxLength: 3,
    }),
  });
  const answer = fc.oneof(
    {
      weight: 20,
      arbitrary: fc
        .oneof(fc.array(widget, { maxLength: 3 }), hostileObject({ widgets: fc.array(widget) }))
        .map((document) => JSON.stringify(document)),
    },
    { weight: 2, arbitrary: hostileValue.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: hostileSpelling },
  );

  it(
    'of a panel is refused with a reason, or clean widgets, in no time',
    async () => {
      await fc.assert(
        fc.asyncProperty(answer, (text) =>
          heldBriefly(() => {
            const reading = readPanelDocument(page(text));
            if (!reading.ok) return expect(reading.error).not.toBe('');
            expect(reading.widgets.length).toBeLessThanOrEqual(24);
            const shown = JSON.stringify(reading.widgets, (_key, value: unknown) =>
              typeof value === 'string' && sanitizeOutput(value) !== value ? 'UNCLEAN' : value,
            );
            expect(shown).not.toContain('UNCLEAN');
          }),
        ),
        { numRuns: fuzzCases(0.15), endOnFailure: true },
      );
    },
    patience,
  );

  const catalog = hostileObject({
    name: hostileText,
    plugins: fc.array(
      hostileObject({
        manifest: hostileManifest,
        downloadUrl: fc.oneof(fc.constant('a.tgz'), hostileText),
        sha256: fc.oneof(fc.constant('0'.repeat(64)), hostileText),
        readme: hostileText,
        tags: hostileValue,
      }),
      { maxLength: 3 },
    ),
  });

  it(
    'of a marketplace is refused with a reason, or offers bundles of its own origin, in no time',
    async () => {
      const url = new URL('https://a.example/catalog.json');
      await fc.assert(
        fc.asyncProperty(catalog, (document) =>
          heldBriefly(() => {
            const read = readCatalog(JSON.parse(JSON.stringify(document)), url);
            if (typeof read === 'string') return expect(read).not.toBe('');
            for (const { downloadUrl } of read.plugins) {
              expect(new URL(downloadUrl).origin).toBe(url.origin);
            }
            expect(polluted()).toBe(false);
          }),
        ),
        { numRuns: fuzzCases(0.05), endOnFailure: true },
      );
    },
    patience,
  );
});
