import fc from 'fast-check';
import { tarBlock } from './tar-of.js';
import type { TarEntry } from './tar-of.js';

/** Names that collide, leave the directory, are too long or invalid, beside ordinary ones. */
const name = fc.oneof(
  fc.constantFrom(
    ...['plugin.json', './plugin.json', 'PLUGIN.JSON', 'lib', 'lib/', 'lib/a.mjs', 'lib\\a.mjs'],
    ...['', '.', '..', '../x', 'a/../../x', '/x', '\\x', 'c:x', '//host/x', 'con', 'a:b', '.. '],
    ...['x'.repeat(100), `${'x'.repeat(60)}/..`, 'd/'.repeat(49), 'a\nb', '\u202e'],
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

const size = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 0o77777777777 }).map((n) => n.toString(8)) },
  { weight: 1, arbitrary: fc.constantFrom('', '-1', '8', '1e3', '7'.repeat(12), '\x80', 'ÿ') },
);

const entry = fc.record({
  name,
  prefix: fc.oneof({ weight: 4, arbitrary: fc.constant('') }, name),
  content: fc.string({ maxLength: 1500 }),
  type: fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('0', '\0', '5') },
    { weight: 1, arbitrary: fc.constantFrom(...'12346789ALKxgDSMNV') },
  ),
  size,
});

/** A malicious tar archive: its header, or its sizes, are forged. */
export const hostileArchive = fc
  .record({
    entries: fc.array(entry, { maxLength: 6 }),
    tail: fc.oneof(fc.constant(Buffer.alloc(1024)), fc.constant(Buffer.alloc(0)), rubbish()),
  })
  .map(({ entries, tail }) =>
    Buffer.concat([...entries.map(({ size: claimed, ...rest }) => block(rest, claimed)), tail]),
  );

function block(tarEntry: TarEntry, claimed: string | undefined): Buffer {
  return tarBlock(tarEntry, (header) => {
    if (claimed !== undefined) header.fill(0, 124, 136).write(claimed, 124, 12, 'latin1');
  });
}

function rubbish(): fc.Arbitrary<Buffer> {
  return fc.uint8Array({ maxLength: 700 }).map((bytes) => Buffer.from(bytes));
}
