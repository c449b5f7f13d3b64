import { describe, expect, it } from '@jest/globals';
import type { GithubSimulator } from '../../support/forges/github/github-simulator.js';
import { simulatedClients } from './support/simulated-clients.js';

const megabyte = 1024 * 1024;
const end = '\nFAILED: 3 of 400 tests';
const sha = 'a'.repeat(40);
/** A character more than the office keeps, so that a cut falls into a pair. */
const odd = '!';

const logs: readonly (readonly [what: string, log: string | Buffer])[] = [
  ['5 MB of lines', 'one more line of a log\n'.repeat((5 * megabyte) / 23) + end],
  ['20 MB', Buffer.alloc(20 * megabyte, 'x\n').toString() + end],
  ['5 MB in one line', 'x'.repeat(5 * megabyte) + end],
  ['5 MB of pairs', '🙂'.repeat((5 * megabyte) / 4) + odd + end],
  ['20 MB of pairs', odd + '🙂'.repeat((20 * megabyte) / 4) + end],
  ['bytes that are no text', Buffer.concat([Buffer.alloc(megabyte, 0xff), Buffer.from(end)])],
  ['a character that is cut', Buffer.concat([Buffer.from([0x82, 0xac]), Buffer.from(end)])],
  ['zeros', Buffer.concat([Buffer.alloc(5 * megabyte), Buffer.from(end)])],
];

/** Of a log as part of a record. */
function sizeOf(log: string | Buffer): number {
  return Buffer.byteLength(JSON.stringify(String(log)));
}

describe('the log of a failed check', () => {
  const at = simulatedClients();

  async function logOf(kind: string, log: string | Buffer): Promise<string> {
    const { forge, client } = at(kind);
    const tip = `${sha.slice(0, 36)}${String(forge.world.checks.length).padStart(4, '0')}`;
    forge.world.check(tip, 'test', 'failed', log);
    const [check] = await client.checks(tip);
    if (check === undefined) throw new Error('there is no check');
    return (await client.logOf(check)) ?? '';
  }

  const cases = ['github', 'gitlab', 'gitea'].flatMap((kind) =>
    logs
      // Gitea's is in a record, and of those no more is read.
      .filter(([, log]) => kind !== 'gitea' || sizeOf(log) < 16 * megabyte)
      .map(([what, log]) => [kind, what, log] as const),
  );
  it.each(cases)('on %s: of %s the end is kept, as text', async (kind, _what, log) => {
    const kept = await logOf(kind, log);
    expect(kept.endsWith(end)).toBe(true);
    expect(kept.length).toBeLessThanOrEqual(200_000);
    expect(kept.isWellFormed()).toBe(true);
  });

  it('is read on GitHub also where its storage calls it bytes', async () => {
    const forge = at('github').forge as GithubSimulator;
    forge.logType = 'application/octet-stream';
    for (const [, log] of logs) expect((await logOf('github', log)).endsWith(end)).toBe(true);
  });
});
