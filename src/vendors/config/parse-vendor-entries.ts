import path from 'node:path';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { vendorTexts } from '../../protocol/texts/vendors.js';
import { completeVendor } from './complete-vendor.js';
import type { ParsedVendors } from './parse-inline-vendors.js';
import { isPresetName, presets } from './presets.js';
import { vendorIdPattern, type VendorConfig } from './vendor-config.js';

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
