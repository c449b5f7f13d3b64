import { describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { OutputTail } from './output-tail.js';

describe('OutputTail', () => {
  it('keeps the last characters and reads the rest away', async () => {
    const stream = new PassThrough({ highWaterMark: 16 });
    const tail = new OutputTail(stream, 8);
    for (let n = 0; n < 100; n += 1) {
      if (!stream.write(`line ${n}\n`)) await once(stream, 'drain');
    }
    stream.end();
    await finished(stream);
    expect(tail.toString()).toBe('line 99\n');
  });

  it('puts characters together that came in pieces', async () => {
    const stream = new PassThrough();
    const tail = new OutputTail(stream, 8);
    for (const byte of Buffer.from('grüß 😀')) stream.write(Buffer.from([byte]));
    stream.end();
    await finished(stream);
    expect(tail.toString()).toBe('grüß 😀');
  });

  it('keeps what there was when the stream breaks', async () => {
    const stream = new PassThrough();
    const tail = new OutputTail(stream, 8);
    await new Promise((resolve) => stream.write('last', resolve));
    stream.destroy(new Error('EPIPE'));
    await new Promise((resolve) => stream.once('close', resolve));
    expect(tail.toString()).toBe('last');
  });
});
