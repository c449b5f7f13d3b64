import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { configTexts } from '../../protocol/texts/process.js';
import { decodeEnvFile, parseEnvFile, type EnvFile, type Environment } from './parse-env-file.js';

/** The sources of the environment: a process's variables and its working directory. */
export interface EnvironmentSource {
  readonly env: Environment;
  readonly cwd: string;
}

/** The source for the running process. The only place that reads `process.env`. */
export function processSource(): EnvironmentSource {
  return { env: process.env, cwd: process.cwd() };
}

/** The variables, and facts about the `.env` file that some came from. */
export interface EnvironmentReading {
  readonly values: Environment;
  readonly path: string;
  readonly modifiedAt: number | null;
  readonly applied: number;
  /** Faulty lines of the file. */
  readonly faults: EnvFile['faults'];
}

/** Thrown if `.env` exists but is not readable text. */
export class EnvFileError extends Error {
  override readonly name = 'EnvFileError';
}

/**
 * Reads the environment as at boot: a line of `.env` counts only if the process does not have the
 * variable at all, so a variable set to an empty value wins over the file. Throws if `.env` exists
 * and cannot be read.
 */
export function readEnvironment({ env, cwd }: EnvironmentSource): EnvironmentReading {
  const path = envFilePath(cwd);
  const modifiedAt = modifiedAtOf(path);
  const file = modifiedAt === null ? { values: {}, faults: [] } : readFile(path);
  const applied = Object.entries(file.values).filter(([name]) => env[name] === undefined);
  return {
    values: { ...Object.fromEntries(applied), ...definedIn(env) },
    path,
    modifiedAt,
    applied: applied.length,
    faults: file.faults,
  };
}

function readFile(path: string): EnvFile {
  const text = decodeEnvFile(readFileSync(path));
  if (text === null) throw new EnvFileError(configTexts.envFileEncoding);
  return parseEnvFile(text);
}

export function envFilePath(cwd: string): string {
  return resolve(cwd, '.env');
}

/** Milliseconds; null if there is no file. */
export function modifiedAtOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function definedIn(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
