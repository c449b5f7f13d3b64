import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import fc from 'fast-check';
import { KeptOutput } from './kept-output.js';

async function say(stream: PassThrough, pieces: readonly (string | Buffer)[]): Promise<void> {
  for (const piece of pieces) {
    if (!stream.write(piece)) await once(stream, 'drain');
  }
  stream.end();
  await finished(stream);
}

const lines = Array.from({ length: 100 }, (_value, n) => `line ${n}\n`);

describe('KeptOutput', () => {
  it('keeps the last characters and reads the rest away', async () => {
    const stream = new PassThrough({ highWaterMark: 16 });
    const output = new KeptOutput({ tail: 8 });
    const kept = output.collect(stream);
    await say(stream, lines);
    expect(kept()).toBe('line 99\n');
    expect(output.truncated).toBe(true);
  });

  it('keeps the first characters over all streams', async () => {
    const [one, two] = [new PassThrough(), new PassThrough()];
    const output = new KeptOutput({ head: 10 });
    const [first, second] = [output.collect(one), output.collect(two)];
    await say(one, ['1234567']);
    expect(output.truncated).toBe(false);
    await say(two, ['89', 'a', 'b', 'c']);
    expect([first(), second()]).toEqual(['1234567', '89a']);
    expect(output.truncated).toBe(true);
  });

  it('leaves no gap in a head: after a piece that did not fit, nothing more is kept', async () => {
    const stream = new PassThrough();
    const kept = new KeptOutput({ head: 4 }).collect(stream);
    await say(stream, ['abc', '😀', 'd']);
    expect(kept()).toBe('abc');
  });

  it('puts characters together that came in pieces', async () => {
    const stream = new PassThrough();
    const kept = new KeptOutput({ tail: 8 }).collect(stream);
    await say(
      stream,
      [...Buffer.from('grüß 😀')].map((byte) => Buffer.from([byte])),
    );
    expect(kept()).toBe('grüß 😀');
  });

  it('keeps what there was when the stream breaks', async () => {
    const stream = new PassThrough();
    const kept = new KeptOutput({ tail: 8 }).collect(stream);
    await new Promise((resolve) => stream.write('last', resolve));
    stream.destroy(new Error('EPIPE'));
    await new Promise((resolve) => stream.once('close', resolve));
    expect(kept()).toBe('last');
  });

  it('gives beginning and end, whatever the pieces, and says whether something is missing', async () => {
    const pieces = fc.array(fc.string({ unit: 'grapheme-ascii', maxLength: 30 }), {
      maxLength: 30,
    });
    await fc.assert(
      fc.asyncProperty(pieces, fc.nat(40), fc.nat(40), async (said, head, tail) => {
        const whole = said.join('');
        const stream = new PassThrough();
        const output = new KeptOutput({ head, tail });
        const kept = output.collect(stream);
        await say(stream, said);
        const fits = whole.length <= head + tail;
        expect(output.truncated).toBe(!fits);
        expect(kept()).toBe(fits ? whole : whole.slice(0, head) + (tail ? whole.slice(-tail) : ''));
      }),
    );
  });
});
