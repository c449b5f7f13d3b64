import { describe, expect, it } from '@jest/globals';
import { displayCommand } from './display-command.js';

describe('displayCommand', () => {
  it('is the command and its arguments', () => {
    expect(displayCommand('npx', ['-y', 'server', '/data'])).toBe('npx -y server /data');
  });

  it.each([
    [['--api-key', 'abc'], '--api-key ***'],
    [['--token=abc'], '--token=***'],
    [['GITHUB_TOKEN=abc', 'run'], 'GITHUB_TOKEN=*** run'],
    [['PGPASSWORD=abc'], 'PGPASSWORD=***'],
    [['-password', 'abc'], '-password ***'],
  ])('leaves out the credential in %j', (args, shown) => {
    expect(displayCommand('x', args)).toBe(`x ${shown}`);
  });

  it('shows what only looks alike', () => {
    expect(displayCommand('x', ['--token', '--verbose', '--level=3', 'tokens'])).toBe(
      'x --token --verbose --level=3 tokens',
    );
  });
});
