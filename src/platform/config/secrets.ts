import { headerPairs } from './header-pairs.js';
import { proxyPasswords, proxyVariables } from './proxy-address.js';
import type { Environment } from './parse-env-file.js';

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
 * All secret variables of the service. Each has a `_FILE` twin (`secret-files.ts`), is withheld
 * from child processes and hidden in the log.
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
