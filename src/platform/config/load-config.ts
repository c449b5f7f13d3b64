import { existsSync } from 'node:fs';
import { warningTexts } from '../../protocol/texts/configuration.js';
import { configTexts } from '../../protocol/texts/process.js';
import { EnvironmentReader } from './environment-reader.js';
import type { ConfigWarning, OfficeConfig } from './office-config.js';
import {
  EnvFileError,
  type Environment,
  type EnvironmentReading,
  type EnvironmentSource,
  readEnvironment,
} from './read-environment.js';
import { readConfig } from './read-config.js';
import { fileVariable, secretVariables, withSecretFiles } from './secrets.js';
import { unknownVariables, type VariableName, variables } from './variables.js';

/** The configuration cannot be used; the message names all variables and rules, but no values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';

  constructor(
    readonly problems: readonly string[],
    warnings: readonly string[] = [],
  ) {
    super(configTexts.problems(problems, warnings));
  }
}

/** Reads the whole configuration once. @throws ConfigError naming all problems together */
export function loadConfig(source: EnvironmentSource): OfficeConfig {
  const reading = readOrRefuse(source);
  const { values, problems } = withSecretFiles(reading.values, source.cwd);
  const reader = new EnvironmentReader(values, source.cwd);
  const config = readConfig(reader, { ...reading, values });
  const faults = faultsOf(reading, source);
  const warnings = [
    ...faults.warnings.map(plainWarning),
    ...reader.warnings,
    ...missingDirectories(reader, config).map(plainWarning),
    ...unknownVariables(values, knownNames(reader, config)).map(plainWarning),
  ];
  const all = [...problems, ...faults.problems, ...reader.problems];
  const said = warnings.map(({ text }) => text);
  if (all.length > 0) throw new ConfigError(all, said);
  return deepFreeze({ ...config, warnings });
}

/**
 * The variables as the service sees them, with secrets read from their files: for programs that
 * call the service. @throws ConfigError if a file cannot be used
 */
export function loadEnvironment(source: EnvironmentSource): Environment {
  const { values, problems } = withSecretFiles(readOrRefuse(source).values, source.cwd);
  if (problems.length > 0) throw new ConfigError(problems);
  return values;
}

/** Faulty lines of `.env`; one that would set a vital variable ends the boot. */
function faultsOf(
  { faults }: EnvironmentReading,
  { env }: EnvironmentSource,
): { readonly problems: readonly string[]; readonly warnings: readonly string[] } {
  const { problems = [], warnings = [] } = Object.groupBy(faults, ({ name }) =>
    name !== null && env[name] === undefined && isVital(name) ? 'problems' : 'warnings',
  );
  const texts = (found: typeof faults): readonly string[] =>
    found.map(({ name, text }) => (name === null ? text : `${text} (${name})`));
  return { problems: texts(problems), warnings: texts(warnings) };
}

function isVital(name: string): boolean {
  return name in variables && variables[name as VariableName].vital;
}

function plainWarning(text: string): ConfigWarning {
  return { name: '', rule: '', setting: null, text };
}

/** Directories that are only read; all others are created on demand. */
function missingDirectories(reader: EnvironmentReader, config: OfficeConfig): readonly string[] {
  const told = new Set(reader.warnings.map(({ name }) => name));
  const read = {
    OFFICE_PLUGINS_DIR: config.plugins.bundledDir,
    OFFICE_SKILLS_DIR: config.skillsDir,
  } as const;
  return (Object.keys(read) as (keyof typeof read)[])
    .filter((name) => reader.has(name) && !told.has(name) && !existsSync(read[name]))
    .map((name) => warningTexts.missing(name));
}

function knownNames(
  { names }: EnvironmentReader,
  { environment, childEnvironment }: OfficeConfig,
): ReadonlySet<string> {
  const twins = secretVariables(environment).map(({ name }) => fileVariable(name));
  return new Set([...Object.keys(variables), ...names, ...twins, ...childEnvironment]);
}

function readOrRefuse(source: EnvironmentSource): EnvironmentReading {
  try {
    return readEnvironment(source);
  } catch (error) {
    const text = error instanceof EnvFileError ? error.message : configTexts.unreadableEnvFile;
    throw new ConfigError([text]);
  }
}

function deepFreeze<T extends object>(value: T): T {
  for (const inner of Object.values(value)) {
    if (typeof inner === 'object' && inner !== null) deepFreeze(inner);
  }
  return Object.freeze(value);
}
