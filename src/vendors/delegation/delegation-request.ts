import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import type { ToolArguments } from '../../tools/tool.js';
import { vendorLimits } from '../vendor-limits.js';

/** An employee's request to a harness. */
export interface DelegationRequest {
  readonly task: string;
  readonly timeoutMs: number;
}

/**
 * Parses the arguments of a delegation; null without a task. An invalid time counts as absent; it
 * is limited to the harness's own.
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
