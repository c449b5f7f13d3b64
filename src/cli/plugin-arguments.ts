import { readCommandLine } from './read-command-line.js';
import { UsageError } from './usage-error.js';

/** The request of a plugin's author. */
export type PluginArguments =
  | { readonly command: 'new'; readonly directory: string; readonly id?: string }
  | { readonly command: 'check'; readonly directory: string }
  | { readonly command: 'pack'; readonly directory: string; readonly to: string };

export const pluginUsage = `Usage: npm run plugin -- <command> <directory> [options]

  new <directory>       makes a plugin to begin with
      --id <id>         what it is called, e.g. com.example.word-count
  check <directory>     does what the office would do with it, and says what is wrong
  pack <directory>      makes a bundle of it and lists it in a catalogue
      --to <directory>  where bundle and catalogue go; ./market without it

The guide for authors is docs/plugins.md.`;

/**
 * Parses the arguments after the program's name. Null: help was requested.
 * @throws UsageError
 */
export function parsePluginArguments(argv: readonly string[]): PluginArguments | null {
  const { values, positionals } = parse(argv);
  if (values.help) return null;
  const [command, directory, ...more] = positionals;
  if (!isCommand(command)) throw new UsageError(unknownCommand(command));
  if (directory === undefined || more.length > 0) throw new UsageError('Name one directory.');
  if (values.id !== undefined && command !== 'new') throw new UsageError('--id belongs to new.');
  if (values.to !== undefined && command !== 'pack') throw new UsageError('--to belongs to pack.');
  switch (command) {
    case 'new':
      return { command, directory, ...(values.id !== undefined && { id: values.id }) };
    case 'check':
      return { command, directory };
    case 'pack':
      return { command, directory, to: values.to ?? 'market' };
  }
}

function isCommand(word: string | undefined): word is PluginArguments['command'] {
  return word === 'new' || word === 'check' || word === 'pack';
}

function unknownCommand(word: string | undefined): string {
  return word === undefined ? 'Name a command.' : `There is no command "${word}".`;
}

function parse(argv: readonly string[]) {
  return readCommandLine({
    args: [...argv],
    allowPositionals: true,
    options: {
      id: { type: 'string' },
      to: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    },
  });
}
