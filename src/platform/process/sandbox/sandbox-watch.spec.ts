import { describe, expect, it } from '@jest/globals';
import { sandboxUse } from './sandbox-watch.js';

const isLinux = process.platform === 'linux';

(isLinux ? describe : describe.skip)('what a sandbox uses', () => {
  it('is not what the whole machine uses while the sandbox still has its root', async () => {
    expect(await sandboxUse(process.pid, [])).toBeNull();
  });
});
