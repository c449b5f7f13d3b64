import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from '@jest/globals';
import { readHiddenLine } from './hidden-line.js';

const never = new AbortController().signal;

function terminal() {
  const input = Object.assign(new PassThrough(), { isTTY: true, setRawMode: () => undefined });
  return { input, output: new PassThrough() };
}

describe('a hidden line', () => {
  it('is read from a terminal, which shows the question alone', async () => {
    const { input, output } = terminal();
    const read = readHiddenLine('Token: ', { input, output }, never);
    input.write('s3cret \r');
    expect(await read).toBe('s3cret');
    output.end();
    expect(await text(output)).toBe('Token: \n');
  });

  it.each(['\u0003', '\u0004'])('is empty when it is broken off with %j', async (key) => {
    const { input, output } = terminal();
    const read = readHiddenLine('Token: ', { input, output }, never);
    input.write(key);
    expect(await read).toBe('');
  });

  it('is empty once the program is interrupted', async () => {
    const { input, output } = terminal();
    const interrupt = new AbortController();
    const read = readHiddenLine('Token: ', { input, output }, interrupt.signal);
    interrupt.abort();
    expect(await read).toBe('');
  });

  it('is what is piped in', async () => {
    const input = new PassThrough();
    const read = readHiddenLine('Token: ', { input, output: new PassThrough() }, never);
    input.end('s3cret\n');
    expect(await read).toBe('s3cret');
  });
});
