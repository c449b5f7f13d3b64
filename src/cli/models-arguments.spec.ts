import { resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { parseModelsArguments } from './models-arguments.js';
import { UsageError } from './usage-error.js';

describe('the arguments of npm run models', () => {
  it('are a command, and what it may do', () => {
    expect(parseModelsArguments(['doctor'])).toEqual({
      command: 'doctor',
      providers: [],
      yes: false,
      json: false,
    });
    const argv = ['doctor', '--provider', 'openai', '--provider', 'local', '--yes', '--json'];
    expect(parseModelsArguments(argv)).toEqual({
      command: 'doctor',
      providers: ['openai', 'local'],
      yes: true,
      json: true,
    });
  });

  it('are a port, or what is to be told of the calls of a folder', () => {
    expect(parseModelsArguments(['by-hand', '--port', '9801', '--folder', '/calls'])).toEqual({
      command: 'by-hand',
      action: 'serve',
      port: 9801,
      folder: resolve('/calls'),
      models: ['deepseek-v4-pro', 'deepseek-flash'],
      waitSeconds: 0,
      whole: false,
      json: false,
    });
    expect(parseModelsArguments(['by-hand', '--next', '--wait', '90'])).toMatchObject({
      action: 'next',
      folder: resolve('calls'),
      waitSeconds: 90,
    });
    expect(parseModelsArguments(['by-hand', '--report', '--json'])).toMatchObject({
      action: 'report',
      json: true,
    });
  });

  it.each([[['--help']], [['doctor', '--help']], [['by-hand', '-h']]])(
    'may ask for help as %j',
    (argv) => {
      expect(parseModelsArguments(argv)).toBeNull();
    },
  );

  it.each([
    [[]],
    [['cure']],
    [['doctor', 'openai']],
    [['doctor', '--all']],
    [['by-hand']],
    [['by-hand', '--port', 'ten']],
    [['by-hand', '--port', '70000']],
    [['by-hand', '--port', '9801', '--next']],
    [['by-hand', '--report', '--wait', '9']],
  ])('are refused where they are %j', (argv) => {
    expect(() => parseModelsArguments(argv)).toThrow(UsageError);
  });
});
