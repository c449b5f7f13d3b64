import { describe, expect, it } from '@jest/globals';
import { parseModelsArguments } from './models-arguments.js';
import { UsageError } from './usage-error.js';

describe('the arguments of npm run models', () => {
  it('are a command, and what it may do', () => {
    expect(parseModelsArguments(['doctor'])).toEqual({ providers: [], yes: false, json: false });
    const argv = ['doctor', '--provider', 'openai', '--provider', 'local', '--yes', '--json'];
    expect(parseModelsArguments(argv)).toEqual({
      providers: ['openai', 'local'],
      yes: true,
      json: true,
    });
  });

  it('may ask for help', () => {
    expect(parseModelsArguments(['--help'])).toBeNull();
  });

  it.each([[[]], [['cure']], [['doctor', 'openai']], [['doctor', '--all']]])(
    'are refused where they are %j',
    (argv) => {
      expect(() => parseModelsArguments(argv)).toThrow(UsageError);
    },
  );
});
