import { readFile } from 'node:fs/promises';
import stripJsonComments from 'strip-json-comments';
import { z } from 'zod';
import { configFileTexts } from '../../protocol/texts/process.js';
import { messageOf } from '../errors/error-text.js';
import { anyList, anyObject, lenient } from '../text/foreign-fields.js';
import { parseForeignJson } from '../text/foreign-json.js';

/** Values of a configuration file, of which nothing is known before they are looked at. */

/** The strings of a list; undefined when it is no list. */
export const stringList = anyList.transform((items) =>
  items?.filter((item) => typeof item === 'string'),
);

const readsLikeText = z.union([z.string(), z.number(), z.boolean()]);

/**
 * The strings of an object, by name. Numbers and truth values count as what they read like:
 * `"PORT": 3000` is as good as a string.
 */
export const stringRecord = lenient(anyObject).transform((values = {}) =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => {
      const read = readsLikeText.safeParse(value);
      return read.success ? [[name, String(read.data)] as const] : [];
    }),
  ),
);

/** A JSON file of the operator's, as far as it could be read. */
interface ConfigurationFile {
  /** The file that was read; null when there was none. */
  readonly path: string | null;
  /** Undefined when there is none that can be read. */
  readonly document: unknown;
  readonly problems: readonly string[];
}

/** One of the form `{ "<key>": [ ... ] }`. */
interface EntriesFile extends Omit<ConfigurationFile, 'document'> {
  readonly entries: readonly unknown[];
}

interface EntriesFileLocation {
  /** Null = read no file. */
  readonly path: string | null;
  /** The variable that names the file. */
  readonly variable: string;
  /** The operator named the file, so its absence is reported. */
  readonly named: boolean;
}

const nothing: ConfigurationFile = { path: null, document: undefined, problems: [] };

/**
 * Reads a file as other tools read theirs: JSON that may have comments, commas at the end of lists, a
 * byte order mark. What is wrong with it is reported; it never throws.
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

/** Reads the entries of a file. What is wrong with it is reported; it never throws. */
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

/** Editors of Windows write UTF-16; its byte order mark says so, and that of UTF-8 is none of the text. */
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
