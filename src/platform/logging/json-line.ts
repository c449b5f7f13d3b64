import { traceIdOf } from '../telemetry/trace-ids.js';
import type { Work } from '../telemetry/work-context.js';
import type { LogEntry } from './log-line.js';

/** Formats a log entry as one line of JSON, with its cause's stack and the current work. */
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
