import { displayCommand } from '../platform/process/display-command.js';
import type { Vendor } from '../protocol/records/vendors.js';
import { vendorTexts } from '../protocol/texts/vendors.js';
import type { VendorConfig } from './config/vendor-config.js';
import type { EngagementResult } from './engagement.js';

/** The result of probing a harness. */
export interface ProbeResult {
  readonly ok: boolean;
  /** The version, or why it did not answer. */
  readonly detail: string;
}

/** All states of a harness, and all transitions. */

/** Before the first probe. */
export function beforeProbe(config: VendorConfig): Vendor {
  const { id, label, operator, capabilities, authNote, color } = config;
  return {
    id,
    label,
    operator,
    ...statusBeforeProbe(config),
    command: displayVendor(config),
    capabilities,
    engagements: 0,
    activity: null,
    lastError: null,
    authNote,
    ...(color === null ? {} : { color }),
  };
}

function statusBeforeProbe({
  enabled,
  probeArgs,
}: VendorConfig): Pick<Vendor, 'status' | 'detail'> {
  if (!enabled) return { status: 'offsite', detail: vendorTexts.switchedOff };
  if (probeArgs.length === 0) return { status: 'docked', detail: vendorTexts.notProbed };
  return { status: 'unreachable', detail: vendorTexts.notChecked };
}

/** A busy harness is left alone: its work says more than a version. */
export function afterProbe(vendor: Vendor, { ok, detail }: ProbeResult): Vendor {
  if (vendor.status === 'engaged') return vendor;
  return { ...vendor, status: ok ? 'docked' : 'unreachable', detail };
}

export function whileEngaged(vendor: Vendor, activity: string): Vendor {
  return { ...vendor, status: 'engaged', activity };
}

/** A cancelled engagement says nothing about the harness. */
export function afterEngagement(
  vendor: Vendor,
  { outcome, error, spend }: Pick<EngagementResult, 'outcome' | 'error' | 'spend'>,
): Vendor {
  const idle = { ...vendor, ...spendAfter(vendor, outcome, spend), activity: null };
  if (outcome === 'ok') {
    return { ...idle, status: 'docked', engagements: vendor.engagements + 1, lastError: null };
  }
  return outcome === 'aborted'
    ? { ...idle, status: 'docked' }
    : { ...idle, status: 'errored', lastError: error };
}

/** A harness's command line for display, with the task's place in it. */
export function displayVendor({ command, args, transport, promptTransport }: VendorConfig): string {
  const line = displayCommand(command, args);
  if (transport === 'acp') return line;
  return promptTransport === 'stdin' ? `${line} < "<task>"` : `${line} "<task>"`;
}

/** The spend of a harness after an engagement; one that was never started spent nothing. */
function spendAfter(
  { spentUsd = 0, unknownSpends = 0 }: Vendor,
  outcome: EngagementResult['outcome'],
  spend: EngagementResult['spend'],
): Pick<Vendor, 'spentUsd' | 'unknownSpends'> {
  if (outcome === 'unstartable') return {};
  if (spend?.usd === undefined) return { unknownSpends: unknownSpends + 1 };
  return { spentUsd: spentUsd + spend.usd };
}
