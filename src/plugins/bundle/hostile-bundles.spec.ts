import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { hostileArchive } from '#test/support/plugins/hostile-archive.js';
import { tarOf } from '#test/support/plugins/tar-of.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { type BundleFiles, writeFiles } from './bundle-files.js';
import { readBundle } from './read-bundle.js';

/** The files, or null for a refusal; anything else fails the test. */
const read = (bundle: Buffer): Promise<BundleFiles | null> =>
  readBundle(bundle).catch((error: unknown) => {
    expect(error).toBeInstanceOf(RefusedError);
    expect((error as RefusedError).message).not.toBe('');
    return null;
  });

describe('a malicious bundle', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'bundles-'));
  });
  afterEach(() => rm(root, { recursive: true }));

  it('is refused, or writes exactly its files, all of them where it may', async () => {
    let written = 0;
    await fc.assert(
      fc.asyncProperty(hostileArchive, async (tar) => {
        const files = await read(gzipSync(tar, { level: 1 }));
        if (files === null) return;
        written += 1;
        const staging = path.join(root, 'staging');
        await writeFiles(staging, files);
        const entries = await readdir(root, { recursive: true, withFileTypes: true });
        const found = entries
          .filter((entry) => !entry.isDirectory())
          .map((entry) => path.relative(staging, path.join(entry.parentPath, entry.name)));
        expect(found.sort()).toEqual([...files.keys()].sort());
        expect(entries.filter((entry) => entry.isSymbolicLink())).toEqual([]);
        await rm(staging, { recursive: true });
      }),
      { numRuns: 200 },
    );
    // The samples are random; accepted ones show that writing was tested too.
    expect(written).toBeGreaterThan(0);
  });

  it('is refused whatever bytes it is made of', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 2000 }), async (bytes) => {
        expect(await read(Buffer.from(bytes))).toBeNull();
      }),
      { numRuns: 50 },
    );
  });

  it.each([
    ['of one file of zeros', () => [zeros(64)]],
    ['in many members', () => Array.from({ length: 40 }, () => zeros(1))],
    [
      'that begins like an honest one',
      () => [honest(), ...Array.from({ length: 40 }, () => zeros(1))],
    ],
    ['of headers without a body', () => [headers(70_000)]],
  ])('is a bomb %s, and costs no more than the limit', async (_what, parts) => {
    const bundle = Buffer.concat(parts().map((part) => gzipSync(part, { level: 9 })));
    expect(bundle.length).toBeLessThan(1024 * 1024);
    const before = process.memoryUsage().rss;
    expect(await read(bundle)).toBeNull();
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  });
});

const zeros = (megabytes: number): Buffer => Buffer.alloc(megabytes * 1024 * 1024);
const honest = (): Buffer => tarOf({ name: 'plugin.json', content: '{}' });

/** Directories cost only a header, so their number must be bounded. */
function headers(count: number): Buffer {
  return Buffer.alloc(count * 512, tarOf({ name: 'd/', type: '5' }).subarray(0, 512));
}
