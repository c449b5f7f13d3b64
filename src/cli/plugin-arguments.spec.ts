import { describe, expect, it } from '@jest/globals';
import { UsageError } from './brief-arguments.js';
import { parsePluginArguments } from './plugin-arguments.js';

describe('parsePluginArguments', () => {
  it.each([
    [['new', 'a'], { command: 'new', directory: 'a' }],
    [['new', 'a', '--id', 'x.y'], { command: 'new', directory: 'a', id: 'x.y' }],
    [['check', 'a'], { command: 'check', directory: 'a' }],
    [['pack', 'a'], { command: 'pack', directory: 'a', to: 'market' }],
    [['pack', '--to', 'b', 'a'], { command: 'pack', directory: 'a', to: 'b' }],
    [['--help'], null],
  ])('reads %j', (argv, args) => {
    expect(parsePluginArguments(argv)).toEqual(args);
  });

  it.each([
    [[]],
    [['new']],
    [['new', 'a', 'b']],
    [['sell', 'a']],
    [['check', 'a', '--id', 'x.y']],
    [['new', 'a', '--to', 'b']],
    [['new', 'a', '--loud']],
  ])('refuses %j', (argv) => {
    expect(() => parsePluginArguments(argv)).toThrow(UsageError);
  });
});
