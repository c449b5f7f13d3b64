import type { Environment } from '../config/parse-env-file.js';

/** Endings that conventionally name a credential (behaviour-plugins.md 9.1). */
const secretEndings = [
  '_API_KEY',
  '_ACCESS_KEY',
  '_ACCESS_KEY_ID',
  '_KEY_ID',
  '_SECRET_KEY',
  '_PRIVATE_KEY',
  '_ACCESS_TOKEN',
  '_AUTH_TOKEN',
  '_SESSION_TOKEN',
  '_TOKEN',
  '_SECRET',
  '_CREDENTIALS',
  '_PASSWORD',
  '_PASSWD',
  '_PASS',
];

const secretNames = new Set(['PGPASSWORD', 'MYSQL_PWD']);

/** Shorter values are no secrets worth the name, and would match by accident. */
const shortestSecret = 8;

/** What must not be handed on, besides names that say so themselves. */
export interface Withheld {
  /** Compared without regard to case. */
  readonly names: Iterable<string>;
  /** No variable that holds one of these is handed on, whatever its name. */
  readonly values: readonly string[];
}

/**
 * The variables a child process inherits: everything but credentials. Always a fresh object.
 * What an operator wrote for one particular child is added by the caller afterwards, as it
 * stands: it is a deliberate grant (decisions.md A12).
 */
export function inheritedEnvironment(
  parent: Environment,
  { names, values }: Withheld,
): Record<string, string> {
  const withheld = new Set([...names].map((name) => name.toUpperCase()));
  const secrets = values.filter((value) => value.length >= shortestSecret);
  const inherited = Object.entries(parent).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined &&
      !withheld.has(entry[0].toUpperCase()) &&
      !isSecretName(entry[0]) &&
      !secrets.some((secret) => entry[1]?.includes(secret)),
  );
  return Object.fromEntries(inherited);
}

/** Whether a variable of this name conventionally holds a credential. */
export function isSecretName(name: string): boolean {
  const upper = name.toUpperCase();
  return secretNames.has(upper) || secretEndings.some((ending) => upper.endsWith(ending));
}
