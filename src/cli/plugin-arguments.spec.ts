import { describe, expect, it } from '@jest/globals';
import { UsageError } from './usage-error.js';
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
    [[], 'Name a command.'],
    [['sell'], 'There is no command "sell".'],
    [['sell', 'a'], 'There is no command "sell".'],
    [['new'], 'Name one directory.'],
    [['new', 'a', 'b'], 'Name one directory.'],
    [['check', 'a', '--id', 'x.y'], '--id belongs to new.'],
    [['new', 'a', '--to', 'b'], '--to belongs to pack.'],
    [['new', 'a', '--loud'], "Unknown option '--loud'"],
    [['pack', 'a', '--to'], "Option '--to <value>' argument missing"],
  ])('refuses %j', (argv, reason) => {
    const read = () => parsePluginArguments(argv);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(reason);
  });
});
