import { describe, expect, it } from '@jest/globals';
import type { Command } from 'commander';
import { buildProgram } from './program.js';

function below(command: Command): readonly Command[] {
  return command.commands.flatMap((each) => [each, ...below(each)]);
}

describe('the command line', () => {
  const program = buildProgram(() => async () => undefined);
  const flagsOf = ({ options }: Command) => options.map(({ long }) => long);

  it.each(below(program).map((command) => [command.name(), command] as const))(
    '%s has no option that all commands have: it would be both',
    (_name, command) => {
      expect(flagsOf(command).filter((flag) => flagsOf(program).includes(flag))).toEqual([]);
    },
  );
});
