import { type Redact, redacted } from '#platform/logging/redact.js';
import type { CommittedEvent } from '#platform/events/drafts.js';
import type { HookEvent } from '#protocol/records/triggers.js';
import type { Run } from '#protocol/records/work.js';
import { isAskedAgain } from '#protocol/rules/asked-again.js';
import { reachesUsd } from '#protocol/rules/usd.js';
import { endedData, type OutboundMessage, waitingData } from './outbound-message.js';

/** Types of events that outbound hooks may report. */
export const tellingTypes = [
  'run.updated',
  'approval.requested',
  'budget.updated',
  'turn.finished',
] as const satisfies readonly CommittedEvent['type'][];

/** Error of a turn that the rest of the ceiling could not pay (`runTexts.budgetExhausted`). */
const exhausted = /^Run budget of \$([\d.]{1,20}) has been exhausted\.$/;

/** Changes of an ended run after this time do not count as its end, ms. */
const endMs = 60_000;

/** An occasion that outbound hooks report. */
export interface Happened {
  readonly type: HookEvent;
  /** Equal for the same occasion. */
  readonly key: string;
  readonly runId: string;
  readonly data: OutboundMessage['data'];
  /** The run that has ended. */
  readonly ended?: Run;
}

/** True if outbound hooks report a stored event. */
export function tellsSomething(event: CommittedEvent): boolean {
  return happened(event, (text) => text) !== null;
}

/** The occasion in a stored event for outbound hooks; null: none. */
export function happened(event: CommittedEvent, redact: Redact): Happened | null {
  switch (event.type) {
    case 'run.updated': {
      const { run } = event;
      if (run.endedAt === null || event.at - run.endedAt > endMs) return null;
      const data = redacted(endedData(run, redact), redact);
      return { type: 'run.ended', key: `run.ended ${run.id}`, runId: run.id, data, ended: run };
    }
    case 'approval.requested': {
      const { approval } = event;
      if (approval.status !== 'pending' || isAskedAgain(approval)) return null;
      const { id, runId } = approval;
      const data = redacted(waitingData(approval), redact);
      return { type: 'approval.waits', key: `approval.waits ${id}`, runId, data };
    }
    case 'budget.updated': {
      const { runId, limitUsd, spentUsd } = event;
      return !reachesUsd(spentUsd, limitUsd) || limitUsd === 0 ? null : passed(runId, limitUsd);
    }
    case 'turn.finished': {
      const { runId, error } = event.turn;
      const [, limitUsd] = exhausted.exec(error ?? '') ?? [];
      return limitUsd === undefined ? null : passed(runId, Number(limitUsd));
    }
    default:
      return null;
  }
}

function passed(runId: string, limitUsd: number): Happened {
  const data = { runId, limitUsd };
  return { type: 'budget.passed', key: `budget.passed ${runId}`, runId, data };
}
