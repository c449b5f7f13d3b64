import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommanderError } from 'commander';
import { parseBriefArguments } from '#cli/brief-arguments.js';
import { parseModelsArguments } from '#cli/models-arguments.js';
import { parsePluginArguments } from '#cli/plugin-arguments.js';
import { parseRouteArguments } from '#cli/route-arguments.js';
import { UsageError } from '#cli/usage-error.js';
import { repositoryRoot } from '../../support/run-program.js';
import { problemOfRequest } from './problem-of-request.js';
import { elsewhere, nodeOptions, npmElsewhere } from './elsewhere.js';
import type { Command } from './recorded-commands.js';
import { silentProgram } from './shown-commands.js';

type Problem = string | null;

/** In a sentence a command may be named without all that it must be given. */
interface Setting {
  readonly isNamed: boolean;
}

const read = (name: string): string => readFileSync(join(repositoryRoot, name), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const services: ReadonlySet<string> = new Set(
  [...read('compose.yaml').matchAll(/^ {2}(\w+):$/gm)].map(([, name = '']) => name),
);

/** Why a reader who types the command is told that it does not exist; null when it does. */
export async function problemOf(
  [program = '', ...args]: Command,
  setting: Setting,
): Promise<Problem> {
  if (program === 'office') return 'there is only `npx office`';
  if (program === 'npm') return problemOfNpm(args, setting);
  if (program === 'npx') return problemOfNpx(args, setting);
  if (program === 'node') return problemOfNode(args, setting);
  if (program === 'curl') return problemOfRequest(args);
  if (elsewhere[program] === undefined) return `${program} is in no table of this test`;
  if (program === 'docker') return problemOfDocker(args, setting);
  if (program === 'git') return problemOfGit(args);
  if (program === 'kubectl') return missing(args.filter((word) => word.endsWith('.yaml')));
  if (program === 'helm') return missing(args.filter((word) => word.startsWith('deploy/')));
  if (program === 'bash') return missing(args.slice(0, 1));
  return null;
}

function missing(names: readonly string[]): Problem {
  const absent = names.filter((name) => !existsSync(join(repositoryRoot, name)));
  return absent.length === 0 ? null : `${absent.join(', ')} is not there`;
}

async function problemOfNpx([program = '', ...args]: Command, setting: Setting): Promise<Problem> {
  if (program === 'office') return problemOfOffice(args, setting);
  return missing([`node_modules/.bin/${program}`]);
}

/** As the command line itself reads it, without its work. */
export async function problemOfOffice(args: Command, { isNamed }: Setting): Promise<Problem> {
  try {
    await silentProgram().parseAsync([...args], { from: 'user' });
    return null;
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    const { code, message } = error;
    if (code === 'commander.helpDisplayed') return null;
    const isCut = [
      'commander.help',
      'commander.missingArgument',
      'commander.optionMissingArgument',
    ];
    return isNamed && isCut.includes(code) ? null : message;
  }
}

async function problemOfNpm(args: Command, setting: Setting): Promise<Problem> {
  const [verb = '', ...rest] = args.filter((word) => word !== '-s');
  const [script = '', ...given] = verb === 'run' ? rest : [verb, ...rest];
  if (verb !== 'run' && npmElsewhere[verb] !== undefined) return null;
  if (scripts[script] === undefined) return `package.json has no script "${script}"`;
  if (given.length > 0 && given[0] !== '--') return 'npm passes on only what follows --';
  return problemOfScript(script, given.slice(1), setting);
}

const readers: Readonly<Record<string, (args: Command) => unknown>> = {
  brief: parseBriefArguments,
  models: parseModelsArguments,
  plugin: parsePluginArguments,
  route: parseRouteArguments,
};

/** Where the options of the other scripts are read. */
const optionsOf: Readonly<Record<string, readonly string[]>> = {
  bench: [
    ...['bench/run.ts', 'bench/load.ts'],
    ...['bench/console-stream.bench.ts', 'bench/support/report.ts'],
  ],
  eval: ['bench/evals/run.ts'],
  format: ['scripts/run.mjs'],
  fuzz: ['scripts/fuzz.mjs'],
  release: ['scripts/release.mjs'],
  seeds: ['scripts/seeds.mjs'],
  test: ['scripts/changed-suites.mjs'],
  'test:crash': ['scripts/test-crash.mjs'],
  'test:fleet': ['scripts/test-fleet.mjs'],
};

/** What the words of scripts can be, where they are no paths. */
const wordsOf: Readonly<Record<string, RegExp>> = {
  eval: /./,
  fuzz: /^\d+$/,
  golden: /^(?:v\d+|prompts)$/,
  'models:update': /^\d+\.\d+\.\d+$/,
  release: /^\d+\.\d+\.\d+$/,
  screenshots: /^tour$/,
  seeds: /^\d+$/,
  'test:crash': /^\d+$/,
  'test:fleet': /^\d+$/,
  typeorm: /^migration:show$/,
  bench: new RegExp(
    `^(?:load|\\d+|${readdirSync(join(repositoryRoot, 'bench'))
      .flatMap((file) => (file.endsWith('.bench.ts') ? [file.slice(0, -'.bench.ts'.length)] : []))
      .join('|')})$`,
  ),
};

async function problemOfScript(script: string, args: Command, setting: Setting): Promise<Problem> {
  if (script === 'office') return problemOfOffice(args, setting);
  const reader = readers[script];
  if (reader !== undefined) return refusal(reader, args, setting);
  const options = args.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
  const sources = (optionsOf[script] ?? []).map(read).join('\n');
  const isRead = (option: string): boolean =>
    new RegExp(String.raw`--${option}\b|\b${option}: \{ type:`).test(sources);
  const unknown = options.filter((option) => !isRead(option));
  if (unknown.length > 0) return `${script} has no option ${unknown.join(', ')}`;
  const words = args.filter((word) => !word.startsWith('--'));
  const allowed = wordsOf[script];
  if (allowed === undefined) return missing(words);
  const wrong = words.filter((word) => !allowed.test(word));
  return wrong.length === 0 ? null : `${script} does not know ${wrong.join(', ')}`;
}

function refusal(read: (args: Command) => unknown, args: Command, { isNamed }: Setting): Problem {
  try {
    read(args);
    return null;
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return isNamed && /^(?:Name|Say) /.test(error.message) ? null : error.message;
  }
}

/** What package.json has no script for. */
async function problemOfCommand(name: string, args: Command, setting: Setting): Promise<Problem> {
  if (scripts[name] !== undefined) return `npm run ${name} is shorter`;
  const isThere = new RegExp(`^  '?${name}'?: \\{`, 'm').test(read('scripts/run.mjs'));
  if (!isThere) return `scripts/run.mjs has no command "${name}"`;
  return problemOfScript(name, args, setting);
}

/** A built file has a source of the same name. */
async function problemOfNode(args: Command, { isNamed }: Setting): Promise<Problem> {
  const [first = '', command, ...more] = args;
  if (first.startsWith('--')) {
    const [name = ''] = first.split('=');
    return nodeOptions.has(name) || name === '--env-file' ? null : `node has no option ${name}`;
  }
  if (first === 'scripts/run.mjs') return problemOfCommand(command ?? '', more, { isNamed });
  const source = first.replace(/^dist\/(.*)\.js$/, 'src/$1.ts');
  if (first !== 'dist/main.js' || command === undefined) return missing([source]);
  const count = { migrate: 0, backup: 1, restore: 1 }[command];
  const isCut = isNamed && more.length === 0;
  if (count !== undefined && (count === more.length || isCut)) return null;
  return `dist/main.js does not know ${[command, ...more].join(' ')}`;
}

/** The service that is meant, and what is carried out in it. */
async function problemOfDocker([verb, ...args]: Command, setting: Setting): Promise<Problem> {
  if (verb !== 'compose') return null;
  const [action = '', ...rest] = args;
  const named = rest.find((word) => /^\w+$/.test(word));
  if (named !== undefined && !services.has(named)) return `compose.yaml has no service "${named}"`;
  if (action !== 'exec' && action !== 'run') return null;
  const inside = rest.slice(rest.indexOf(named ?? '') + 1);
  return inside[0] === 'node' ? problemOf(inside, setting) : null;
}

const gitCommands = execFileSync('git', ['--list-cmds=main'], { encoding: 'utf8' }).split('\n');

function problemOfGit([command = '']: Command): Problem {
  return gitCommands.includes(command) ? null : `git has no command "${command}"`;
}
