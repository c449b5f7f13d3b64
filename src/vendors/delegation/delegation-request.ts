import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import type { ToolArguments } from '../../tools/tool.js';
import { vendorLimits } from '../vendor-limits.js';

/** What an employee asks of a harness. */
export interface DelegationRequest {
  readonly task: string;
  readonly timeoutMs: number;
}

/**
 * Reads the arguments of a delegation; null when there is no task. A time that is no number
 * counts as none, and none is longer than the harness has anyway.
 */
export function readDelegationRequest(
  args: ToolArguments,
  ceilingMs: number,
): DelegationRequest | null {
  const task = typeof args.task === 'string' ? sanitizeOutput(args.task).trim() : '';
  if (task === '') return null;
  const wanted = Math.trunc(Number(args.timeoutMs ?? ceilingMs));
  const timeoutMs = Number.isFinite(wanted)
    ? Math.min(Math.max(wanted, vendorLimits.minTimeoutMs), ceilingMs)
    : ceilingMs;
  return { task, timeoutMs };
}
