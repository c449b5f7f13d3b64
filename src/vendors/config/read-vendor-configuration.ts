import path from 'node:path';
import { z } from 'zod';
import {
  readEntriesFile,
  sandboxPart,
  stringList,
  stringRecord,
} from '../../platform/config/entries-file.js';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import { anyObject, lenient } from '../../platform/text/foreign-fields.js';
import { type ReadOnlyEnforcement, readOnlyEnforcements } from '../../protocol/records/enums.js';
import type { VendorCapabilities } from '../../protocol/records/vendors.js';
import { vendorTexts } from '../../protocol/texts/vendors.js';
import { isPresetName, presets, type VendorPreset } from './presets.js';
import {
  outputFormats,
  promptTransports,
  timeoutBounds,
  type VendorConfig,
  vendorTransports,
} from './vendor-config.js';

/** Without `_`, which separates the parts of a tool's name. */
const vendorIdPattern = /^[a-z][a-z0-9-]{1,31}$/;

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

/** An operator's unchecked entry for a harness. */
export type VendorEntry = Readonly<Record<string, unknown>>;

const text = lenient(z.string().trim().min(1));
const flag = lenient(z.boolean());

const declared = z.object({
  readOnlyEnforcement: lenient(z.enum(readOnlyEnforcements)),
  reportsFiles: flag,
  streams: flag,
  reportsCost: flag,
});

const written = z.object({
  args: stringList,
  env: stringRecord,
  transport: lenient(z.enum(vendorTransports)),
  promptTransport: lenient(z.enum(promptTransports)),
  outputFormat: lenient(z.enum(outputFormats)),
  probeArgs: stringList,
  timeoutMs: lenient(z.number().transform(boundedTimeout)),
  label: text,
  operator: text,
  description: text,
  authNote: text,
  color: lenient(z.string().regex(/^#[0-9a-f]{6}$/i)),
  capabilities: declared.catch({}),
});

/**
 * A complete configuration from the operator's entry, its preset, and defaults, in this order.
 * Unknown values count as absent.
 *
 * @param command resolved command
 */
export function completeVendor(
  id: string,
  command: string,
  entry: VendorEntry,
  preset: VendorPreset | undefined,
): VendorConfig {
  const given = written.parse(entry);
  const transport = given.transport ?? preset?.transport ?? 'command';
  return {
    id,
    command,
    args: given.args ?? preset?.args ?? [],
    env: given.env,
    ...sandboxPart(entry),
    transport,
    promptTransport: given.promptTransport ?? preset?.promptTransport ?? 'argv',
    outputFormat: given.outputFormat ?? preset?.outputFormat ?? 'text',
    probeArgs: given.probeArgs ?? preset?.probeArgs ?? ['--version'],
    timeoutMs: given.timeoutMs ?? preset?.timeoutMs ?? timeoutBounds.default,
    ...(preset?.folderCheck && { folderCheck: preset.folderCheck }),
    label: given.label ?? preset?.label ?? id,
    operator: given.operator ?? preset?.operator ?? 'third party',
    enabled: entry.enabled !== false,
    description: given.description ?? null,
    authNote: given.authNote ?? preset?.authNote ?? null,
    color: given.color ?? null,
    capabilities: capabilities(given.capabilities, entry, preset, transport),
  };
}

function capabilities(
  stated: z.output<typeof declared>,
  entry: VendorEntry,
  preset: VendorPreset | undefined,
  transport: VendorConfig['transport'],
): VendorCapabilities {
  const known = preset?.capabilities;
  return {
    readOnlyEnforcement:
      stated.readOnlyEnforcement ??
      inheritedEnforcement(entry, known?.readOnlyEnforcement, transport),
    reportsFiles: stated.reportsFiles ?? known?.reportsFiles ?? false,
    streams: stated.streams ?? known?.streams ?? false,
    reportsCost: stated.reportsCost ?? known?.reportsCost ?? false,
  };
}

/**
 * A preset's confinement applies to its own command only: with another command or arguments no
 * sandbox is known, and without its protocol nothing is mediated. Then a person is asked first.
 */
function inheritedEnforcement(
  entry: VendorEntry,
  known: ReadOnlyEnforcement = 'requested',
  transport: VendorConfig['transport'],
): ReadOnlyEnforcement {
  const replaced = entry.command !== undefined || entry.args !== undefined;
  if (known === 'sandbox' && replaced) return 'requested';
  if (known === 'client' && transport !== 'acp') return 'requested';
  return known;
}

function boundedTimeout(ms: number): number {
  return Math.min(Math.max(Math.round(ms), timeoutBounds.min), timeoutBounds.max);
}
