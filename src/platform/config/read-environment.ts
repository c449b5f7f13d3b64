import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { configTexts } from '../../protocol/texts/process.js';
import { decodeEnvFile, parseEnvFile, type EnvFile, type Environment } from './parse-env-file.js';

/** Where the environment comes from: a process's variables, and the directory it works in. */
export interface EnvironmentSource {
  readonly env: Environment;
  readonly cwd: string;
}

/** The running process itself. The only place that touches `process.env`. */
export function processSource(): EnvironmentSource {
  return { env: process.env, cwd: process.cwd() };
}

/** Variables, and what is known of the `.env` file they partly came from. */
export interface EnvironmentReading {
  readonly values: Environment;
  readonly path: string;
  readonly modifiedAt: number | null;
  readonly applied: number;
  /** Lines of the file that cannot be understood. */
  readonly faults: EnvFile['faults'];
}

/** Thrown: `.env` is there and no text. */
export class EnvFileError extends Error {
  override readonly name = 'EnvFileError';
}

/**
 * The environment as a boot sees it: a variable of `.env` counts only when the process does not
 * have it at all, so one that is set and empty beats the file. Fails when `.env` is there and
 * cannot be read.
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

/** Milliseconds; null when there is no file. */
export function modifiedAtOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? null;
}

function definedIn(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined));
}
