import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { hostileArchive } from '#test/support/plugins/hostile-archive.js';
import { tarBlock, tarOf } from '#test/support/plugins/tar-of.js';
import { TarInspector } from './read-bundle.js';

/** The verdict on an archive that arrives in pieces of these sizes; null = accepted. */
function verdict(tar: Buffer, ...pieces: readonly number[]): string | null {
  const inspector = new TarInspector();
  try {
    let at = 0;
    for (const size of pieces) {
      inspector.push(tar.subarray(at, at + size));
      at += size;
    }
    inspector.push(tar.subarray(at));
    inspector.end();
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

describe('TarInspector', () => {
  it('comes to the same verdict however the archive is cut into pieces', () => {
    const pieces = fc.array(fc.integer({ min: 0, max: 1500 }), { maxLength: 8 });
    fc.assert(
      fc.property(hostileArchive, pieces, (tar, sizes) => {
        expect(verdict(tar, ...sizes)).toBe(verdict(tar));
      }),
    );
  });

  it('does not wait for a body to refuse its size', () => {
    const header = tarBlock({ name: 'a' }, (block) => block.write('00300000000', 124));
    const inspector = new TarInspector();
    expect(() => inspector.push(header.subarray(0, 512))).toThrow('expands past the 32 MB limit.');
  });

  it('adds up what the files claim', () => {
    const sized = (name: string, size: string) =>
      tarBlock({ name }, (block) => block.write(size, 124)).subarray(0, 512);
    const inspector = new TarInspector();
    inspector.push(sized('a', '00077777000'));
    inspector.push(Buffer.alloc(0o77777000));
    inspector.push(sized('b', '00077777000'));
    inspector.push(Buffer.alloc(0o77777000));
    expect(() => inspector.push(sized('c', '00000002001'))).toThrow('past the 32 MB limit.');
  });

  it('names an entry that is cut off, with its prefix', () => {
    const tar = tarOf({ name: 'a.mjs', prefix: 'lib', content: 'x'.repeat(600) });
    expect(verdict(tar.subarray(0, 1200))).toBe('archive entry "lib/a.mjs" is truncated.');
  });

  it('takes the claim of a directory for what it is', () => {
    const claims = tarBlock({ name: 'd/', type: '5' }, (block) => block.write('00000001000', 124));
    expect(verdict(Buffer.concat([claims, tarOf({ name: 'd/a', content: 'x' })]))).toBeNull();
  });
});
