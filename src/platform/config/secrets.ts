import { readFileSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { configTexts } from '../../protocol/texts/process.js';
import { headerPairs } from './header-pairs.js';
import type { Environment } from './read-environment.js';
import { proxyPasswords } from './proxy-address.js';

/** Variables whose value may hold a proxy's password. */
const proxyVariables: readonly string[] = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap(
  (name) => [name, name.toLowerCase()],
);

/** A variable that holds a credential. */
interface SecretVariable {
  readonly name: string;
  /** In an address only the password is secret; in headers, the last word of each value. */
  readonly holds: 'secret' | 'address' | 'headers';
}

/**
 * Names the variable that holds the key for pooled quality, so that variable's name is not fixed.
 */
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
 * All secret variables of the service. Each has a `_FILE` twin, is withheld
 * from child processes and hidden in the log.
 */
export function secretVariables(values: Environment): readonly SecretVariable[] {
  const pooled = values[pooledQualityKeyVar.variable]?.trim() || pooledQualityKeyVar.fallback;
  const names = new Set([...providerKeys, pooled, 'OFFICE_API_TOKEN', 'OFFICE_OIDC_CLIENT_SECRET']);
  return [
    ...[...names].map((name) => ({ name, holds: 'secret' as const })),
    { name: 'OFFICE_DB', holds: 'address' },
    { name: 'OFFICE_REDIS_URL', holds: 'address' },
    { name: 'OTEL_EXPORTER_OTLP_HEADERS', holds: 'headers' },
    { name: 'OFFICE_SANDBOX_CREDENTIALS', holds: 'headers' },
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

/** Values of the secret variables, hidden in the log. */
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

/** Passwords as written and decoded; some drivers also read them from the query. */
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

/** Variables including secrets from files, and the problems of those files. */
interface SecretReading {
  readonly values: Environment;
  /** Named by variable and rule, never by value. */
  readonly problems: readonly string[];
}

/** The result for one secret variable: unset, a value from its file, or a problem. */
type Outcome = { readonly value: string } | { readonly problem: string } | null;

/** A larger file cannot be a credential; it was named by mistake. */
const largestSecretBytes = 64 * 1024;

/**
 * Reads secret variables from the files that their `_FILE` twins name, as container platforms mount
 * secrets. Surrounding white space is dropped. An empty variable counts as unset.
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

/** Null: the file is missing, unreadable, not a regular file, or too large. */
function textOf(path: string): string | null {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > largestSecretBytes) return null;
    return readFileSync(path, 'utf8').trim();
  } catch {
    return null;
  }
}
