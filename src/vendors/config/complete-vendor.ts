import { isPlainObject, stringList, stringRecord } from '../../platform/config/entry-values.js';
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

/** What an operator wrote about a harness; nothing is known of its types. */
export type VendorEntry = Readonly<Record<string, unknown>>;

const colorPattern = /^#[0-9a-f]{6}$/i;

/**
 * A whole configuration from what the operator wrote, the preset it names, and defaults, in this
 * order (behaviour-plugins.md 5.1). Unknown values count as absent.
 *
 * @param command what is started, already resolved
 */
export function completeVendor(
  id: string,
  command: string,
  entry: VendorEntry,
  preset: VendorPreset | undefined,
): VendorConfig {
  const transport = oneOf(vendorTransports, entry.transport) ?? preset?.transport ?? 'command';
  return {
    id,
    command,
    args: stringList(entry.args) ?? preset?.args ?? [],
    env: stringRecord(entry.env),
    transport,
    promptTransport:
      oneOf(promptTransports, entry.promptTransport) ?? preset?.promptTransport ?? 'argv',
    outputFormat: oneOf(outputFormats, entry.outputFormat) ?? preset?.outputFormat ?? 'text',
    probeArgs: stringList(entry.probeArgs) ?? preset?.probeArgs ?? ['--version'],
    timeoutMs: timeout(entry.timeoutMs) ?? preset?.timeoutMs ?? timeoutBounds.default,
    label: text(entry.label) ?? preset?.label ?? id,
    operator: text(entry.operator) ?? preset?.operator ?? 'third party',
    enabled: entry.enabled !== false,
    description: text(entry.description) ?? null,
    authNote: text(entry.authNote) ?? preset?.authNote ?? null,
    color: typeof entry.color === 'string' && colorPattern.test(entry.color) ? entry.color : null,
    capabilities: capabilities(entry, preset, transport),
  };
}

function capabilities(
  entry: VendorEntry,
  preset: VendorPreset | undefined,
  transport: VendorConfig['transport'],
): VendorCapabilities {
  const declared = isPlainObject(entry.capabilities) ? entry.capabilities : {};
  const known = preset?.capabilities;
  return {
    readOnlyEnforcement:
      oneOf(readOnlyEnforcements, declared.readOnlyEnforcement) ??
      inheritedEnforcement(entry, known?.readOnlyEnforcement, transport),
    reportsFiles: flag(declared.reportsFiles) ?? known?.reportsFiles ?? false,
    streams: flag(declared.streams) ?? known?.streams ?? false,
    reportsCost: flag(declared.reportsCost) ?? known?.reportsCost ?? false,
  };
}

/**
 * What a preset says about confinement holds for the command of the preset only: with another
 * command or other arguments nobody knows of a sandbox, and without its protocol nothing is
 * mediated. Then a person is asked up front.
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

function oneOf<T>(values: readonly T[], value: unknown): T | undefined {
  return values.find((known) => known === value);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

function timeout(value: unknown): number | undefined {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
  return Math.min(Math.max(Math.round(value), timeoutBounds.min), timeoutBounds.max);
}
