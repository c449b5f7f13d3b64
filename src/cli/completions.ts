import type { Command } from 'commander';

export type Candidates = readonly string[];

/**
 * Completions of the last word: commands, options, or ids from the office according to the
 * argument's name.
 */
export async function completions(
  program: Command,
  words: readonly string[],
  idsOf: (argument: string) => Promise<Candidates>,
): Promise<Candidates> {
  const current = words.at(-1) ?? '';
  const { command, taken } = walk(program, words.slice(0, -1));
  const candidates = current.startsWith('-')
    ? optionsOf(command)
    : [...commandsOf(command), ...(await argumentsOf(command, taken, idsOf))];
  return candidates.filter((candidate) => candidate.startsWith(current));
}

/** The command that the words select, and the number of its arguments given. */
function walk(program: Command, words: readonly string[]): { command: Command; taken: number } {
  let command = program;
  let taken = 0;
  for (const word of words) {
    const next = command.commands.find((each) => each.name() === word);
    if (next !== undefined) {
      command = next;
      taken = 0;
    } else if (!word.startsWith('-')) taken += 1;
  }
  return { command, taken };
}

function commandsOf(command: Command): Candidates {
  return command.commands.map((each) => each.name()).filter((name) => name !== 'complete');
}

function optionsOf(command: Command): Candidates {
  const own = command.options.map(({ long }) => long ?? '');
  return [...own, '--url', '--json', '--help'].filter((name) => name !== '');
}

/** An office that does not answer gives no candidates. */
async function argumentsOf(
  command: Command,
  taken: number,
  idsOf: (argument: string) => Promise<Candidates>,
): Promise<Candidates> {
  const argument = command.registeredArguments[taken];
  if (argument === undefined) return [];
  return argument.argChoices ?? idsOf(argument.name()).catch(() => []);
}
