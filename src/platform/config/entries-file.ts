import { isAbsolute } from 'node:path';
import { readFile } from 'node:fs/promises';
import stripJsonComments from 'strip-json-comments';
import { z } from 'zod';
import { configFileTexts } from '../../protocol/texts/process.js';
import { messageOf } from '../errors/error-text.js';
import { anyList, anyObject, lenient } from '../text/foreign-fields.js';
import { parseForeignJson } from '../text/foreign-json.js';

/** Readers for untrusted values of configuration files. */

/** The strings of a list; undefined if it is not a list. */
export const stringList = anyList.transform((items) =>
  items?.filter((item) => typeof item === 'string'),
);

const readsLikeText = z.union([z.string(), z.number(), z.boolean()]);

/**
 * The strings of an object, by name. Numbers and booleans are converted: `"PORT": 3000` equals
 * `"PORT": "3000"`.
 */
export const stringRecord = lenient(anyObject).transform((values = {}) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const read = readsLikeText.safeParse(value);
      return read.success ? [[name, String(read.data)] as const] : [];
    }),
  ),
);

/** A JSON file of the operator, as far as it could be read. */
interface ConfigurationFile {
  /** Path of the file; null if there was none. */
  readonly path: string | null;
  /** Undefined if there is no readable file. */
  readonly document: unknown;
  readonly problems: readonly string[];
}

/** A file of the form `{ "<key>": [ ... ] }`. */
interface EntriesFile extends Omit<ConfigurationFile, 'document'> {
  readonly entries: readonly unknown[];
}

interface EntriesFileLocation {
  /** Null = read no file. */
  readonly path: string | null;
  /** Name of the variable that holds the path. */
  readonly variable: string;
  /** The operator named the file, so its absence is a problem. */
  readonly named: boolean;
}

const nothing: ConfigurationFile = { path: null, document: undefined, problems: [] };

/**
 * Reads JSON that may have comments, trailing commas and a byte order mark. Problems are reported;
 * it never throws.
 */
export async function readConfigurationFile({
  path,
  variable,
  named,
}: EntriesFileLocation): Promise<ConfigurationFile> {
  if (path === null) return nothing;
  let text: string;
  try {
    text = decoded(await readFile(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      return { ...nothing, problems: [configFileTexts.unreadable(path, messageOf(error))] };
    }
    return named ? { ...nothing, problems: [configFileTexts.missing(variable, path)] } : nothing;
  }
  try {
    const plain = stripJsonComments(text, { trailingCommas: true });
    return { path, document: parseForeignJson(plain), problems: [] };
  } catch (error) {
    return { ...nothing, path, problems: [configFileTexts.notJson(path, messageOf(error))] };
  }
}

/** Reads the entries of a file. Problems are reported; it never throws. */
export async function readEntriesFile(
  location: EntriesFileLocation & { readonly key: string },
): Promise<EntriesFile> {
  const { key } = location;
  const { path, document, problems } = await readConfigurationFile(location);
  if (path === null || problems.length > 0) return { path, entries: [], problems };
  const read = z.looseObject({ [key]: z.array(z.unknown()) }).safeParse(document);
  const entries = read.data?.[key];
  if (entries !== undefined) return { path, entries, problems };
  return { path, entries: [], problems: [configFileTexts.notAList(path, key)] };
}

/**
 * Decodes UTF-16, which Windows editors write, by its byte order mark, and drops the mark of UTF-8.
 */
function decoded(bytes: Buffer): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe
      ? 'utf-16le'
      : first === 0xfe && second === 0xff
        ? 'utf-16be'
        : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

/** Whether an entry asks for a sandbox: any value but `false` does. Relative folders are left out. */
export function sandboxPart({ sandbox, folders }: Readonly<Record<string, unknown>>): {
  readonly sandbox?: true;
  readonly folders?: string[];
} {
  const isOff = typeof sandbox === 'string' && sandbox.toLowerCase() === 'false';
  if (sandbox === undefined || sandbox === null || sandbox === false || isOff) return {};
  const listed = stringList.parse(folders) ?? [];
  return { sandbox: true, folders: listed.filter((folder) => isAbsolute(folder)) };
}
