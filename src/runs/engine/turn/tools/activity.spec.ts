import { describe, expect, it } from '@jest/globals';
import { activityOf } from './tool-runner.js';

describe('activityOf', () => {
  it.each([
    ['read_file', { path: 'src/main.ts' }, 'read_file src/main.ts'],
    ['web_search', { query: 'leases' }, 'web search'],
    ['run_shell', { command: 'npm test', path: 'ignored' }, 'running a command'],
    ['list_dir', { path: '' }, 'list dir'],
    ['list_dir', { path: 7 }, 'list dir'],
    ['agent__codex__delegate', {}, 'agent  codex  delegate'],
  ])('%s with %j: %s', (tool, args, expected) => {
    expect(activityOf(tool, args)).toBe(expected);
  });

  it('stays short', () => {
    expect(activityOf('read_file', { path: 'x'.repeat(500) })).toHaveLength(120);
  });
});
