import { fileURLToPath } from 'node:url';
import { ruleTexts } from '../../protocol/texts/configuration.js';
import type { DatabaseConfig } from './office-config.js';
import { readPath, type Kind, type Surroundings } from './variable-kinds.js';

/**
 * Matches texts that look like a mistyped address and would otherwise become a file name, password
 * included.
 */
const hiddenAddress = /:\/\/|^\/\/|^[^/:\\]*:[^/@\\]*@|\b(?:host|user|password|dbname)\s*=/i;

/**
 * A file, memory or a PostgreSQL server; other addresses are refused instead of becoming a file.
 */
export const databaseKind: Kind<DatabaseConfig> = {
  ...{ name: 'store', rule: ruleTexts.database, fallback: './data/office.sqlite', vital: true },
  none: { kind: 'memory' },
  read: (given, around) => {
    const database = readDatabase(given, around);
    return database === undefined ? undefined : { value: database };
  },
};

function readDatabase(given: string, around: Surroundings): DatabaseConfig | undefined {
  if (given.toLowerCase() === ':memory:') return { kind: 'memory' };
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(given)?.[1]?.toLowerCase();
  if (scheme === 'postgres' || scheme === 'postgresql') return readServer(given, scheme);
  if (scheme === 'file') return readFileAddress(given, around);
  if (scheme !== undefined || isAddress(given)) return undefined;
  return readFile(given, around);
}

function readServer(given: string, scheme: string): DatabaseConfig | undefined {
  const address = given.replace(/^[^:]*/, scheme);
  const isAddress =
    address.startsWith(`${scheme}://`) && URL.canParse(address) && !/\s/.test(address);
  return isAddress && new URL(address).hash === '' ? { kind: 'postgres', url: address } : undefined;
}

/** Parses `file:///srv/office.sqlite`, or `file:` before a path. */
function readFileAddress(given: string, around: Surroundings): DatabaseConfig | undefined {
  if (/[?#]/.test(given)) return undefined;
  const path = given.slice('file:'.length);
  if (path === ':memory:') return { kind: 'memory' };
  if (!path.startsWith('//')) return path === '' ? undefined : readFile(decoded(path), around);
  try {
    return readFile(fileURLToPath(given), around);
  } catch {
    return undefined;
  }
}

function readFile(given: string, around: Surroundings): DatabaseConfig | undefined {
  if (/^[:“”‘’]|[?*]|[/\\]$/.test(given) || isAddress(given)) return undefined;
  const path = readPath(given, around);
  return path === undefined ? undefined : { kind: 'sqlite', path };
}

function isAddress(given: string): boolean {
  return hiddenAddress.test(given) || hiddenAddress.test(decoded(given));
}

function decoded(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
