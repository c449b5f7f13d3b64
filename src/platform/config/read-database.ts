import { fileURLToPath } from 'node:url';
import { ruleTexts } from '../../protocol/texts/configuration.js';
import type { DatabaseConfig } from './office-config.js';
import { readPath, type Kind, type Surroundings } from './variable-kinds.js';

/** Schemes with their slashes, and settings of a connection. */
const ofAddresses =
  /:\/\/|^\/\/|^postgres\w*[^\w.]|\b(?:host|server|source|dsn|database|dbname|user|uid|pass|pwd|password)\s*=/i;
const driveOfWindows = /^[a-z]:/i;

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
  if (/^[:“”‘’]|[?*]|\s#|[/\\]$/.test(given) || isAddress(given)) return undefined;
  if (driveOfWindows.test(given) && process.platform !== 'win32') return undefined;
  const path = readPath(given, around);
  return path === undefined ? undefined : { kind: 'sqlite', path };
}

/**
 * True for texts that look like a mistyped address and would otherwise become a file name, password
 * included.
 */
function isAddress(given: string): boolean {
  return [given, decoded(given)].some((text) => ofAddresses.test(text) || namesHost(text));
}

/** True if a part of the text holds a login or a port. */
function namesHost(text: string): boolean {
  const parts = text.split(/[/\\]/);
  const [first = ''] = parts;
  return (
    first.includes('@') ||
    /:\d/.test(first) ||
    parts.some((part) => part.includes('@') && part.includes(':'))
  );
}

function decoded(given: string): string {
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
