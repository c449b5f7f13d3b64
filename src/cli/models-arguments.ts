import { readCommandLine } from './read-command-line.js';
import { UsageError } from './usage-error.js';
import { office } from './command-name.js';

/** Arguments of `npm run models`. */
export interface ModelsArguments {
  /** Ids of the providers to examine; empty: all configured ones. */
  readonly providers: readonly string[];
  /** Spends without asking. */
  readonly yes: boolean;
  readonly json: boolean;
}

export const modelsUsage = `Usage: npm run models -- doctor [options]

Examines each configured model provider with your own keys: its list, a short answer, a round trip
with a tool, a repeated prompt. Under one cent for each; asked before it is spent. No office has to
run, and none is touched. Whether a running office is well: ${office} doctor.

      --provider <id>   this one only; may be repeated. A provider of a plugin that needs a key gets
                        it only when it is named here
      --yes             spends without asking
      --json            one record for each provider, a line each

Exit codes: 0 every provider works, 1 one does not, 2 usage, 3 none is configured, 130 interrupted.
The data of the catalogue: npm run models:update.`;

/**
 * Parses the arguments after the program's name. Null: help was requested.
 * @throws UsageError
 */
export function parseModelsArguments(argv: readonly string[]): ModelsArguments | null {
  const { values, positionals } = readCommandLine({
    args: [...argv],
    allowPositionals: true,
    options: {
      provider: { type: 'string', multiple: true },
      yes: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return null;
  const [command, ...more] = positionals;
  if (command === undefined) throw new UsageError('Name a command.');
  if (command !== 'doctor') throw new UsageError(`There is no command "${command}".`);
  if (more.length > 0) throw new UsageError('doctor takes options only.');
  const { provider = [], yes = false, json = false } = values;
  return { providers: provider, yes, json };
}
