import { traceIdOf } from '../telemetry/trace-ids.js';
import type { Work } from '../telemetry/work-context.js';
import type { LogEntry } from './log-line.js';

/** One line of JSON: an entry, the stack of its cause, and what was being worked on. */
export function formatJsonLine(entry: LogEntry, stack: string | null, work: Work = {}): string {
  const { at, level, scope, message } = entry;
  const { runId, turnId, workspaceId } = work;
  const time = new Date(at).toISOString();
  const traceId = runId === undefined ? undefined : traceIdOf(runId);
  return JSON.stringify({
    time,
    level,
    scope,
    message,
    runId,
    turnId,
    workspaceId,
    traceId,
    stack: stack ?? undefined,
  });
}
