import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { formatLogLine } from './office-logger.js';

const at = new Date(2030, 0, 2, 3, 4, 5, 6).getTime();

describe('formatLogLine', () => {
  it('writes time, level, scope and message', () => {
    const line = formatLogLine({ at, level: 'warn', scope: 'store', message: 'nearly full' });
    expect(line).toBe('03:04:05.006 WARN [store] nearly full');
  });

  it('indents further lines of a message', () => {
    const line = formatLogLine({ at, level: 'error', scope: 'http', message: 'a\r\nb\nc' });
    expect(line).toBe('03:04:05.006 ERROR [http] a\n    b\n    c');
  });

  it('lets no message pose as another line or drive the terminal', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (message) => {
        const line = formatLogLine({ at, level: 'info', scope: 'x', message });
        const [first, ...others] = line.split('\n');
        expect(first).toMatch(/^03:04:05\.006 INFO \[x\] /);
        for (const other of others) expect(other).toMatch(/^ {4}/);
        expect(line.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      }),
    );
  });
});
