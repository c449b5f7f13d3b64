import type { OfficeState } from '../../protocol/records/office.js';
import type { Approval, Run } from '../../protocol/records/work.js';
import { deliveryTexts } from '../../protocol/texts/delivery.js';
import { retryTexts, runTexts, steerTexts } from '../../protocol/texts/runs.js';
import { workspaceTexts } from '../../protocol/texts/workspaces.js';
import { isFinal } from '../state/run-events.js';
import { beginsWith, type CommandOutcome, oneOf, saidOf } from './command-outcome.js';

/** By which events each command is known to have been carried out or refused. */
export const outcomes = {
  approve: (approvalId: string): CommandOutcome<Approval> => ({
    isRefusal: oneOf(
      runTexts.approvalNotPending(approvalId),
      runTexts.approvalOnceOnly(approvalId),
    ),
    resultIn: (event) =>
      event.type === 'approval.decided' && event.approval.id === approvalId
        ? event.approval
        : undefined,
  }),

  cancel: (runId: string): CommandOutcome<Run> => ({
    isRefusal: oneOf(runTexts.notRunning(runId)),
    resultIn: (event) =>
      event.type === 'run.updated' && event.run.id === runId && isFinal(event.run.status)
        ? event.run
        : undefined,
  }),

  /** @param known ids of the runs there were before the command */
  retry: (runId: string, known: ReadonlySet<string>): CommandOutcome<Run> => ({
    isRefusal: beginsWith(runTexts.noRun(runId), retryTexts.refused(runId, '')),
    resultIn: (event) =>
      event.type === 'run.created' && event.run.retryOf === runId && !known.has(event.run.id)
        ? event.run
        : undefined,
  }),

  steer: (runId: string, text: string): CommandOutcome<Run> => ({
    isRefusal: beginsWith(steerTexts.textRequired, steerTexts.refused(runId, '')),
    resultIn: (event) =>
      event.type === 'run.updated' &&
      event.run.id === runId &&
      event.run.instructions?.some((added) => added.text === text.trim())
        ? event.run
        : undefined,
  }),

  revert: (runId: string): CommandOutcome<string> => ({
    isRefusal: (message) => deliveryTexts.isAbout(runId, message),
    resultIn: (event) => saidOf(event, deliveryTexts.revertedPrefix(runId)),
  }),

  deliver: (runId: string): CommandOutcome<string> => ({
    isRefusal: (message) => deliveryTexts.isAbout(runId, message),
    resultIn: (event) => saidOf(event, deliveryTexts.deliveredPrefix(runId)),
  }),

  select: (workspaceId: string): CommandOutcome<OfficeState> => ({
    isRefusal: oneOf(workspaceTexts.noWorkspaceToSelect(workspaceId)),
    resultIn: (event) =>
      event.type === 'office.updated' && event.state.activeWorkspaceId === workspaceId
        ? event.state
        : undefined,
  }),

  refresh: {
    resultIn: (event) => (event.type === 'hello' ? event.state : undefined),
  } satisfies CommandOutcome<OfficeState>,
};
