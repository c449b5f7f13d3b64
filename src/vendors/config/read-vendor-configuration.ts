import path from 'node:path';
import { readEntriesFile } from '../../platform/config/entries-file.js';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { vendorTexts } from '../../protocol/texts/vendors.js';
import { completeVendor } from './complete-vendor.js';
import { isPresetName, presets } from './presets.js';
import { type VendorConfig, vendorIdPattern } from './vendor-config.js';

/** The usable part of the operator's configuration. */
interface VendorConfiguration {
  readonly vendors: readonly VendorConfig[];
  readonly problems: readonly string[];
  /** Path of the file; null = none. */
  readonly path: string | null;
}

/** Reads both sources, the file and `OFFICE_VENDORS`; for equal ids the file wins. */
export async function readVendorConfiguration({
  vendors,
  environment,
}: Pick<OfficeConfig, 'vendors' | 'environment'>): Promise<VendorConfiguration> {
  const variable = 'OFFICE_VENDORS_CONFIG';
  const file = await readEntriesFile({
    path: vendors.configPath,
    key: 'vendors',
    variable,
    named: environment[variable] !== undefined,
  });
  const listed = parseVendorEntries(file.entries, process.cwd());
  const inline = parseInlineVendors(vendors.vendors);
  const ids = new Set(listed.vendors.map(({ id }) => id));
  return {
    vendors: [...listed.vendors, ...inline.vendors.filter(({ id }) => !ids.has(id))],
    problems: [...inline.problems, ...file.problems, ...listed.problems],
    path: file.path,
  };
}

interface ParsedVendors {
  readonly vendors: readonly VendorConfig[];
  /** A line for each entry that was skipped or changed. */
  readonly problems: readonly string[];
}

/** Parses `OFFICE_VENDORS`: presets, or `<id>=<preset>`, separated by semicolons. */
export function parseInlineVendors(text: string): ParsedVendors {
  const vendors = new Map<string, VendorConfig>();
  const problems: string[] = [];
  for (const entry of text.split(';').map((part) => part.trim())) {
    if (entry === '') continue;
    const parsed = parseInlineVendor(entry);
    if (typeof parsed === 'string') problems.push(parsed);
    else if (vendors.has(parsed.id)) problems.push(vendorTexts.inlineDuplicate(parsed.id));
    else vendors.set(parsed.id, parsed);
  }
  return { vendors: [...vendors.values()], problems };
}

/** The vendor, or the fault of the entry. */
function parseInlineVendor(entry: string): VendorConfig | string {
  const equals = entry.indexOf('=');
  const id = (equals < 0 ? entry : entry.slice(0, equals)).trim();
  const name = entry.slice(equals + 1).trim();
  if (!isPresetName(name)) return vendorTexts.inlinePreset(entry, name);
  if (!vendorIdPattern.test(id)) return vendorTexts.inlineId(id);
  return completeVendor(id, presets[name].command, {}, presets[name]);
}

/**
 * Parses the `vendors` list of the configuration file; a bad entry is skipped with its reason.
 * Fields are checked by hand in a fixed order, because the operator gets the first fault as an
 * exact text.
 * @param directory of the service, the base of relative commands
 */
export function parseVendorEntries(entries: readonly unknown[], directory: string): ParsedVendors {
  const vendors = new Map<string, VendorConfig>();
  const problems: string[] = [];
  entries.forEach((entry, index) => {
    const parsed = parseEntry(entry, index, directory, problems);
    if (typeof parsed === 'string') problems.push(parsed);
    else if (vendors.has(parsed.id)) problems.push(vendorTexts.entryDuplicate(index, parsed.id));
    else vendors.set(parsed.id, parsed);
  });
  return { vendors: [...vendors.values()], problems };
}

/** The vendor, or why there is none; changes are added to the problems. */
function parseEntry(
  given: unknown,
  index: number,
  directory: string,
  problems: string[],
): VendorConfig | string {
  const { data: entry } = anyObject.safeParse(given);
  if (entry === undefined) return vendorTexts.entryNotObject(index);
  const { id, preset: name } = entry;
  if (typeof id !== 'string' || !vendorIdPattern.test(id)) return vendorTexts.entryId(index);
  if (name !== undefined && !isPresetName(name)) return vendorTexts.entryPreset(index);
  const preset = name === undefined ? undefined : presets[name];
  const written = typeof entry.command === 'string' ? entry.command.trim() : '';
  const command = written === '' ? preset?.command : resolveCommand(written, directory);
  if (command === undefined) return vendorTexts.entryNoCommand(index);
  if (written !== '' && command !== written) {
    problems.push(vendorTexts.entryCommandResolved(index, written, command));
  }
  return completeVendor(id, command, entry, preset);
}

/**
 * Paths are resolved now: the harness runs in a workspace where employees write, so a relative path
 * could select one of their files.
 */
function resolveCommand(command: string, directory: string): string {
  return /[\\/]/.test(command) ? path.resolve(directory, command) : command;
}
