import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FrameReader } from '../support/frame-reader.js';
import { textFrame } from '../../src/platform/socket/socket-frame.js';

const text = fc.oneof(
  fc.string({ maxLength: 200 }),
  fc.constantFrom(125, 126, 65_535, 65_536).map((length) => 'x'.repeat(length)),
);

/** The reader with which a load counts what hundreds of sockets get. */
describe('a reader of frames', () => {
  it('finds every frame however the bytes are cut', () => {
    const cuts = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), cuts, (texts, sizes) => {
        const bytes = Buffer.concat(texts.map((each) => textFrame(Buffer.from(each))));
        const read: { head: string; length: number }[] = [];
        const reader = new FrameReader(8, ({ opcode, payload, length }) => {
          expect(opcode).toBe(1);
          read.push({ head: payload.toString('hex'), length });
        });
        for (let at = 0, turn = 0; at < bytes.length; turn += 1) {
          const size = sizes[turn % sizes.length] ?? 1;
          reader.read(bytes.subarray(at, at + size));
          at += size;
        }
        expect(read).toEqual(
          texts.map((each) => ({
            head: Buffer.from(each).subarray(0, 8).toString('hex'),
            length: Buffer.byteLength(each),
          })),
        );
      }),
    );
  });
});
