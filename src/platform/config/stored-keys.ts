import { readFileSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { isMissing } from '../paths/errno.js';
import { lenient } from '../text/foreign-fields.js';
import type { OfficeConfig } from './office-config.js';
import { listedProviders, resolveLlmMode, withKeys } from './read-providers.js';
import { secret } from './variable-kinds.js';

/** Name of the file, beside the store. */
const keysFile = 'provider-keys.json';

/** Only its owner reads it. */
const mode = 0o600;

/** A key as it is sent to a provider; null if it cannot be one. */
export function keyIn(text: string): string | null {
  const given = text.trim();
  if (given === '' || /^["'`].*["'`]$/.test(given)) return null;
  return secret.read(given, { root: '', home: '' })?.value ?? null;
}

const fileContent = z.record(z.string(), lenient(z.string())).catch({});

type Keys = ReadonlyMap<string, string>;

/**
 * Keys of providers that people pasted on the page, by variable. They are kept in a file beside the
 * store, apply at once, and are given to no program.
 */
export class StoredKeys {
  /** Keys that were removed or replaced: late answers of a provider may still hold them. */
  private readonly former = new Set<string>();
  /** Secrets that are kept elsewhere, to be hidden from logs like keys. */
  private readonly others = new Set<string>();
  private keys: Keys;
  private writing: Promise<void> = Promise.resolve();

  /** @param file null: there is no file beside the store, so none can be kept */
  constructor(readonly file: string | null) {
    this.keys = file === null ? new Map() : readKeys(file);
  }

  /** The same object until a change. */
  all(): Keys {
    return this.keys;
  }

  /** All keys that this process knows or knew. */
  secrets(): readonly string[] {
    return [...new Set([...this.former, ...this.others, ...this.keys.values()])];
  }

  /** Hides a secret that is kept elsewhere, such as the token of a forge. */
  hide(secret: string): void {
    if (this.others.has(secret)) return;
    this.others.add(secret);
    // A new object, so that values derived from the keys are computed again.
    this.keys = new Map(this.keys);
  }

  /** Keeps a key, or removes it with null; effective once it is on disk. */
  set(variable: string, key: string | null): Promise<void> {
    const written = this.writing.then(async () => {
      const next = new Map(this.keys);
      if (key === null) next.delete(variable);
      else next.set(variable, key);
      if (this.file !== null) await writeKeys(this.file, next);
      for (const each of this.keys.values()) this.former.add(each);
      this.keys = next;
    });
    this.writing = written.catch(() => undefined);
    return written;
  }
}

function readKeys(file: string): Keys {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (thrown) {
    if (isMissing(thrown)) return new Map();
    throw thrown;
  }
  const found = Object.entries(fileContent.parse(parsedOrNothing(text)));
  return new Map(
    found.flatMap(([variable, value]) => {
      const key = keyIn(value ?? '');
      return key === null ? [] : [[variable, key] as const];
    }),
  );
}

function parsedOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** Replaces the file completely or not at all; without keys there is none. */
async function writeKeys(path: string, keys: Keys): Promise<void> {
  const draft = draftOf(path);
  // A killed process may have left a draft.
  await rm(draft, { force: true });
  if (keys.size === 0) return rm(path, { force: true });
  try {
    const file = await open(draft, 'wx', mode);
    try {
      await file.writeFile(`${JSON.stringify(Object.fromEntries(keys), null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
  } catch (thrown) {
    await rm(draft, { force: true });
    throw thrown;
  }
}

function draftOf(file: string): string {
  return `${file}.draft`;
}

/** The files that may hold keys; empty: there are none. */
export function keyFilesOf(config: Pick<OfficeConfig, 'database'>): readonly string[] {
  const file = keysFileOf(config);
  return file === null ? [] : [file, draftOf(file)];
}

/** Where keys are kept: beside a store in a file. */
export function keysFileOf({ database }: Pick<OfficeConfig, 'database'>): string | null {
  return database.kind === 'sqlite' ? join(dirname(database.path), keysFile) : null;
}

/** The configuration with the keys that people pasted; it follows their changes. */
export function withStoredKeys(loaded: OfficeConfig, stored: StoredKeys): OfficeConfig {
  let seen: Keys | null = null;
  let current = partsWith(loaded, new Map(), []);
  const now = () => {
    if (seen !== stored.all()) {
      seen = stored.all();
      current = partsWith(loaded, seen, stored.secrets());
    }
    return current;
  };
  return Object.freeze({
    ...loaded,
    get llm() {
      return now().llm;
    },
    get providers() {
      return now().providers;
    },
    get secrets() {
      return now().secrets;
    },
  });
}

function partsWith(
  loaded: OfficeConfig,
  keys: Keys,
  secrets: readonly string[],
): Pick<OfficeConfig, 'llm' | 'providers' | 'secrets'> {
  const providers = listedProviders(withKeys(loaded.knownProviders, keys));
  const configured = providers.filter((provider) => provider.configured).map(({ id }) => id);
  return {
    providers,
    llm: resolveLlmMode(loaded.llm.setting, configured),
    secrets: [...loaded.secrets, ...secrets],
  };
}
