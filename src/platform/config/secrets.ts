import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { configTexts } from '../../protocol/texts/process.js';
import { headerPairs } from './header-pairs.js';
import type { Environment } from './read-environment.js';
import { proxyPasswords, proxyVariables } from './proxy-address.js';

/** A variable that holds a credential. */
interface SecretVariable {
  readonly name: string;
  /** Of an address only the password is secret, of headers the last word of each value. */
  readonly holds: 'secret' | 'address' | 'headers';
}

/** Names the variable with the key for pooled quality, which is therefore not a fixed one. */
export const pooledQualityKeyVar = {
  variable: 'OFFICE_POOLED_QUALITY_KEY_VAR',
  fallback: 'ARTIFICIAL_ANALYSIS_API_KEY',
} as const;

const providerKeys = [
  'DEEPSEEK_API_KEY',
  'OPENAI_API_KEY',
  'OPENROUTER_API_KEY',
  'ANTHROPIC_API_KEY',
  'GEMINI_API_KEY',
  'MOONSHOT_API_KEY',
  'MISTRAL_API_KEY',
  'OFFICE_LOCAL_API_KEY',
];

/**
 * Every secret variable of the service. Each has a `_FILE` twin, is withheld
 * from child processes and left out of the log.
 */
export function secretVariables(values: Environment): readonly SecretVariable[] {
  const pooled = values[pooledQualityKeyVar.variable]?.trim() || pooledQualityKeyVar.fallback;
  const names = new Set([...providerKeys, pooled, 'OFFICE_API_TOKEN']);
  return [
    ...[...names].map((name) => ({ name, holds: 'secret' as const })),
    { name: 'OFFICE_DB', holds: 'address' },
    { name: 'OFFICE_REDIS_URL', holds: 'address' },
    { name: 'OTEL_EXPORTER_OTLP_HEADERS', holds: 'headers' },
  ];
}

/** The variable that names the file with the secret. */
export function fileVariable(name: string): string {
  return `${name}_FILE`;
}

/** Names that are withheld from every child process. */
export function secretNames(values: Environment): readonly string[] {
  return secretVariables(values).flatMap(({ name }) => [name, fileVariable(name)]);
}

/** The values behind them, for the log to leave out. */
export function secretValues(values: Environment): readonly string[] {
  const proxies = proxyVariables.flatMap((name) => proxyPasswords(values[name]?.trim() ?? ''));
  return [
    ...secretVariables(values).flatMap(({ name, holds }) =>
      secretParts[holds](values[name]?.trim() ?? ''),
    ),
    ...proxies,
  ].filter((value) => value !== '');
}

const secretParts = {
  secret: (value: string): readonly string[] => [value],
  address: passwordsOf,
  headers: (value: string): readonly string[] =>
    Object.values(headerPairs(value)).map((header) => header.split(' ').at(-1) ?? ''),
};

/** As it is written and as it is read; some drivers take it from the query as well. */
function passwordsOf(address: string): readonly string[] {
  if (!URL.canParse(address)) return [];
  const { password, searchParams } = new URL(address);
  return [...new Set([password, decoded(password), ...searchParams.getAll('password')])];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Variables with the secrets that came from files, and what is wrong with those files. */
interface SecretReading {
  readonly values: Environment;
  /** By name and rule, never by value. */
  readonly problems: readonly string[];
}

/** What one secret variable came to: nothing, a value from its file, or a problem. */
type Outcome = { readonly value: string } | { readonly problem: string } | null;

/** No credential is larger; a file that is has been named by mistake. */
const largestSecretBytes = 64 * 1024;

/**
 * Takes the value of a secret variable from the file that its `_FILE` twin names, as container
 * platforms mount secrets. White space at both ends is dropped. An empty variable is not set.
 */
export function withSecretFiles(values: Environment, cwd: string): SecretReading {
  const read: Record<string, string> = {};
  const problems: string[] = [];
  for (const { name } of secretVariables(values)) {
    const outcome = readFileVariable(name, values, cwd);
    if (outcome === null) continue;
    if ('value' in outcome) read[name] = outcome.value;
    else problems.push(outcome.problem);
  }
  return { values: { ...values, ...read }, problems };
}

function readFileVariable(name: string, values: Environment, cwd: string): Outcome {
  const twin = fileVariable(name);
  const path = values[twin]?.trim() ?? '';
  if (path === '') return null;
  if (values[name]?.trim()) return { problem: configTexts.secretTwice(name, twin) };
  const text = textOf(resolve(cwd, path));
  if (text === null) return { problem: configTexts.unreadableSecretFile(twin) };
  return text === '' ? { problem: configTexts.emptySecretFile(twin) } : { value: text };
}

/** Null: there is no such file, it may not be read, or it is no plain file of a sensible size. */
function textOf(path: string): string | null {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > largestSecretBytes) return null;
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
