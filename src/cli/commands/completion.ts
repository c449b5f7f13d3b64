import { Argument, type Command } from 'commander';
import type { Act, Around } from '../around.js';
import { office } from '../command-name.js';

const shells = ['bash', 'zsh', 'fish'] as const;

/** Defines `office` as a shell command if it is none. */
const alias = office === 'office' ? '' : `office() { ${office} "$@"; }\n`;
const fishAlias = office === 'office' ? '' : `function office; ${office} $argv; end\n`;

/** Each calls `office complete` with the words so far, the last one incomplete. */
const scripts: Readonly<Record<string, string>> = {
  bash: `${alias}_office() {
  local IFS=$'\\n'
  COMPREPLY=($(office complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _office office`,
  zsh: `#compdef office
${alias}_office() {
  local -a found
  found=("\${(@f)$(office complete -- "\${(@)words[2,$CURRENT]}" 2>/dev/null)}")
  compadd -- $found
}
compdef _office office`,
  fish: `${fishAlias}complete -c office -f -a '(office complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'`,
};

/** Time limit of completion's requests, ms. */
const timeoutMs = 1500;

export function addCompletion(program: Command, act: Act): void {
  program
    .command('completion')
    .description('what a shell needs to complete commands, options and ids')
    .addArgument(new Argument('<shell>').choices(shells))
    .addHelpText('after', `\nExample:\n  $ eval "$(${office} completion bash)"`)
    .action(act(async ({ out }, { args: [shell = ''] }) => out.lines([scripts[shell] ?? ''])));
  program
    .command('complete', { hidden: true })
    .argument('[words...]')
    .action(
      act(async (around, { args }) =>
        around.out.lines(await completions(program, args, (name) => idsOf(around, name))),
      ),
    );
}

/** Possible values of an argument with this name, according to the office. */
async function idsOf({ http }: Around, name: string): Promise<Candidates> {
  const call = { signal: AbortSignal.timeout(timeoutMs) };
  switch (name) {
    case 'run':
      return (await http.runs({}, call)).map(({ id }) => id);
    case 'approval':
      return (await http.state(call)).approvals.map(({ id }) => id);
    case 'employee':
      return (await http.state(call)).employees.map(({ id }) => id);
    case 'floor':
      return (await http.workspaces(call)).map(({ id }) => id);
    case 'plugin':
      return (await http.plugins(call)).records.map(({ manifest }) => manifest.id);
    case 'provider':
      return (await http.providers(call)).map(({ id }) => id);
    case 'fact':
      return (await http.memory({}, call)).facts.map(({ id }) => id);
    default:
      return [];
  }
}

type Candidates = readonly string[];

/**
 * Completions of the last word: commands, options, or ids from the office according to the
 * argument's name.
 */
async function completions(
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
