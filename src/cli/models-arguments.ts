import { resolve } from 'node:path';
import { readCommandLine } from './read-command-line.js';
import { UsageError } from './usage-error.js';
import { office } from './command-name.js';

/** Arguments of `npm run models`. */
type ModelsArguments = DoctorArguments | ByHandArguments;

export interface DoctorArguments {
  readonly command: 'doctor';
  /** Ids of the providers to examine; empty: all configured ones. */
  readonly providers: readonly string[];
  /** Spends without asking. */
  readonly yes: boolean;
  readonly json: boolean;
}

export interface ByHandArguments {
  readonly command: 'by-hand';
  readonly action: 'serve' | 'next' | 'report';
  readonly port: number;
  readonly folder: string;
  readonly models: readonly string[];
  readonly waitSeconds: number;
  /** Shows what earlier requests held as well. */
  readonly whole: boolean;
  readonly json: boolean;
}

export const modelsUsage = `Usage: npm run models -- doctor [options]
       npm run models -- by-hand --port <n> [options]
       npm run models -- by-hand --next [options]
       npm run models -- by-hand --report [options]

doctor examines each configured model provider with your own keys: its list, a short answer, a round
trip with a tool, a repeated prompt. Under one cent for each; asked before it is spent. No office has
to run, and none is touched. Whether a running office is well: ${office} doctor.

      --provider <id>   this one only; may be repeated. A provider of a plugin that needs a key gets
                        it only when it is named here
      --yes             spends without asking
      --json            one record for each provider, a line each

by-hand is a provider of the OpenAI dialect, on the loopback, whose answers are read from files: each
request is written to NNNN.request.json, and answered with what NNNN.answer.json says.

      --port <n>        serves it there; 0 = any free port
      --next            prints the oldest request that no reader has yet; of what earlier ones held only
                        the beginning
      --whole           with --next: all of it
      --wait <seconds>  with --next: waits for a request
      --report          how many calls and characters there were, as is told when serving ends
      --folder <dir>    where the files are; calls where absent
      --model <id>      a model it lists; may be repeated
      --json            records instead of text, for --next and --report

Exit codes: 0 every provider works, 1 one does not, 2 usage, 3 none is configured, 130 interrupted;
of --next 1 when nothing waits. The data of the catalogue: npm run models:update.`;

/** Models of the catalogue, so that windows, prices and capabilities are known. */
const defaultModels = ['deepseek-v4-pro', 'deepseek-flash'];

/**
 * Parses the arguments after the program's name. Null: help was requested.
 * @throws UsageError
 */
export function parseModelsArguments(argv: readonly string[]): ModelsArguments | null {
  const [command, ...rest] = argv;
  if (command === '--help' || command === '-h') return null;
  if (command === undefined) throw new UsageError('Name a command.');
  if (command === 'doctor') return doctorArguments(rest);
  if (command === 'by-hand') return byHandArguments(rest);
  throw new UsageError(`There is no command "${command}".`);
}

function doctorArguments(args: string[]): DoctorArguments | null {
  const { values } = readCommandLine({
    args,
    options: {
      provider: { type: 'string', multiple: true },
      yes: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return null;
  const { provider = [], yes = false, json = false } = values;
  return { command: 'doctor', providers: provider, yes, json };
}

function byHandArguments(args: string[]): ByHandArguments | null {
  const { values } = readCommandLine({
    args,
    options: {
      port: { type: 'string' },
      next: { type: 'boolean' },
      report: { type: 'boolean' },
      folder: { type: 'string' },
      model: { type: 'string', multiple: true },
      wait: { type: 'string' },
      whole: { type: 'boolean' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return null;
  const { port, next, report, wait, whole = false, json = false } = values;
  const [action, ...more] = [
    ...(port === undefined ? [] : (['serve'] as const)),
    ...(next ? (['next'] as const) : []),
    ...(report ? (['report'] as const) : []),
  ];
  if (action === undefined || more.length > 0) {
    throw new UsageError('by-hand takes one of --port, --next and --report.');
  }
  if (action !== 'next' && (wait !== undefined || whole)) {
    throw new UsageError('--wait and --whole go with --next.');
  }
  return {
    command: 'by-hand',
    action,
    port: wholeNumber('--port', port, 65_535),
    folder: resolve(values.folder ?? 'calls'),
    models: values.model ?? defaultModels,
    waitSeconds: wholeNumber('--wait', wait, 86_400),
    whole,
    json,
  };
}

/** Absent is 0. @throws UsageError */
function wholeNumber(option: string, text: string | undefined, most: number): number {
  const number = Number(text ?? '0');
  if (text === '' || !Number.isInteger(number) || number < 0 || number > most) {
    throw new UsageError(`${option} takes a whole number from 0 to ${most}.`);
  }
  return number;
}
