import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type {
  AccessToken,
  AuditEntry,
  MadeAccessToken,
} from '../../src/protocol/records/access.js';
import { CommandLine } from './support/command-line.js';

describe('office tokens, office audit', () => {
  let at: CommandLine;
  beforeAll(async () => {
    at = await CommandLine.start({ OFFICE_API_TOKEN: 'root' });
  }, 60_000);
  afterAll(() => at.close());

  it('make, list and revoke tokens, and tell who did so', async () => {
    expect(await at.office(['tokens'])).toMatchObject({
      code: 0,
      stdout: 'No tokens. Make one: npx office tokens make <name>\n',
    });
    const made = await at.office(['tokens', 'make', 'wall']);
    expect(made.stdout).toMatch(
      /^Made token_\w+ with read\. It is shown this once:\n\n {2}oof_[\w-]{43}\n$/,
    );
    const [worker] = await at.records<MadeAccessToken>(
      ...['tokens', 'make', 'ci', '--right', 'work', 'approve', '--until', '2100-01-01'],
    );
    expect(worker).toMatchObject({ name: 'ci', rights: ['read', 'work', 'approve'] });
    const listed = await at.records<AccessToken>('tokens');
    expect(listed.map(({ name, expiresAt }) => [name, expiresAt])).toEqual([
      ['wall', null],
      ['ci', Date.parse('2100-01-01')],
    ]);
    const { stdout } = await at.office(['tokens', 'revoke', worker?.id ?? '']);
    expect(stdout).toBe(`Revoked ${worker?.id}.\n`);
    const exported = await at.office(['audit', '--export']);
    const log = exported.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditEntry);
    expect(log.map(({ operation, object }) => [operation, object])).toEqual([
      ['POST tokens', listed[0]?.id],
      ['POST tokens', worker?.id],
      ['DELETE tokens/:id', worker?.id],
    ]);
    const { stdout: told } = await at.office(['audit']);
    expect(told).toMatch(
      /administrator +127\.0\.0\.1, by a page or the API +revoke a token +token_/,
    );
    expect(told).not.toMatch(/(?:POST|PUT|PATCH|DELETE|GET) /);
  }, 120_000);

  it('say what is wrong with times', async () => {
    for (const args of [
      ['tokens', 'make', 'x', '--until', 'soon'],
      ['audit', '--export', '--since', 'soon'],
    ]) {
      expect(await at.office(args)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining(
          ' takes a time such as 2026-01-31 or 2026-01-31T12:00:00Z.',
        ),
      });
    }
    expect(await at.office(['audit', '--since', '2026-01-01'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--since goes with --export.'),
    });
  }, 60_000);
});
