import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { configFileTexts } from '../../protocol/texts/process.js';
import { messageOf } from '../errors/error-text.js';
import { parseForeignJson } from '../text/foreign-json.js';

/** A JSON file of the operator's, `{ "<key>": [ ... ] }`, as far as it could be read. */
export interface EntriesFile {
  /** The file that was read; null when there was none. */
  readonly path: string | null;
  readonly entries: readonly unknown[];
  readonly problems: readonly string[];
}

export interface EntriesFileLocation {
  /** Null = read no file. */
  readonly path: string | null;
  /** The list inside the file. */
  readonly key: string;
  /** The variable that names the file. */
  readonly variable: string;
  /** The operator named the file, so its absence is reported. */
  readonly named: boolean;
}

const nothing: EntriesFile = { path: null, entries: [], problems: [] };

/** Reads the entries of a file. What is wrong with it is reported; it never throws. */
export async function readEntriesFile(location: EntriesFileLocation): Promise<EntriesFile> {
  const { path, key, variable, named } = location;
  if (path === null) return nothing;
  try {
    return parseEntries(await readFile(path, 'utf8'), path, key);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      return { ...nothing, problems: [configFileTexts.unreadable(path, messageOf(error))] };
    }
    return named ? { ...nothing, problems: [configFileTexts.missing(variable, path)] } : nothing;
  }
}

/** The entries in the text of such a file. */
function parseEntries(text: string, path: string, key: string): EntriesFile {
  const unusable = (problem: string): EntriesFile => ({ path, entries: [], problems: [problem] });
  let document: unknown;
  try {
    document = parseForeignJson(text);
  } catch (error) {
    return unusable(configFileTexts.notJson(path, messageOf(error)));
  }
  const read = z.looseObject({ [key]: z.array(z.unknown()) }).safeParse(document);
  const entries = read.data?.[key];
  if (entries === undefined) return unusable(configFileTexts.notAList(path, key));
  return { path, entries, problems: [] };
}
