import { z } from 'zod';
import { stringList, stringRecord } from '../../platform/config/entries-file.js';
import { lenient } from '../../platform/text/foreign-fields.js';
import { readOnlyEnforcements, type ReadOnlyEnforcement } from '../../protocol/records/enums.js';
import type { VendorCapabilities } from '../../protocol/records/vendors.js';
import type { VendorPreset } from './presets.js';
import {
  outputFormats,
  promptTransports,
  timeoutBounds,
  vendorTransports,
  type VendorConfig,
} from './vendor-config.js';

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
