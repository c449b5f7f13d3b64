import type { ChildEnd } from '../platform/process/piped-child.js';
import { vendorTexts } from '../protocol/texts/vendors.js';
import { lastLines } from './last-lines.js';
import { vendorLimits } from './vendor-limits.js';

/** How a harness's process ended, with its last standard error. */
export function describeEnd(command: string, { code, signal }: ChildEnd, stderr: string): string {
  const lines = lastLines(stderr, vendorLimits.exitLines);
  return code === null
    ? vendorTexts.ended(command, signal ?? 'unknown', lines)
    : vendorTexts.exited(command, code, lines);
}
