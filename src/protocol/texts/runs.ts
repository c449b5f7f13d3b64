import { spentInCents, spentOf } from '../rules/spent-of.js';
import { exact } from './format.js';

export const runTexts = {
  notRunning: (id: string) => `Run "${id}" is not running.`,
  noRun: (id: string) => `No run "${id}".`,
  approvalNotPending: (id: string) => `Approval "${id}" is no longer pending.`,
  approvalOnceOnly: (id: string) =>
    `Approval "${id}" can be given once only, not for the rest of the run.`,
  approvedBoolean: 'An "approved" boolean is required.',
  approvalNoChecks: (id: string) =>
    `Approval "${id}" asks for something that is no check of the floor, so a yes cannot cover the floor's checks.`,
  approvalNoSandbox: (id: string) =>
    `Approval "${id}" does not offer to allow everything inside the sandbox.`,
  approvalItems: '"items" must be an object with true or false for each id.',
  approvalNoItem: (id: string, item: string) => `Approval "${id}" has no item "${item}".`,
  approvalItemDecided: (id: string, item: string) =>
    `Item "${item}" of approval "${id}" has been answered.`,
  /** One line. */
  askedTogether: (summaries: readonly string[]) =>
    `${summaries.length} requests: ${summaries.join('; ')}`,
  askedItem: (number: number, detail: string) => `${number}. ${detail}`,
  tooManyQuestions: (most: number) =>
    `Not asked: this answer has asked a person ${most} times, as often as one answer may. Go on with what was answered, and ask for what is still needed in a later answer.`,
  /** In place of blank lines, and of blanks in a line, that push a command out of sight. */
  blankLines: (count: number) => `[${count} blank lines]`,
  blanks: (count: number) => `[${count} blanks]`,
  checksTold: (commands: readonly string[], files: readonly string[]) =>
    `Allows on this floor, in this run and later ones: ${commands.join(', ')}. They run tests and scripts ` +
    `that the office writes, without asking again, until ${files.length === 0 ? 'a file that defines them' : files.join(' or ')} changes or a person takes it back.`,
  budgetExhaustedBefore: (limitUsd: number, stageName: string) =>
    `Run budget of $${exact(limitUsd)} was exhausted before stage "${stageName}".`,
  budgetExhausted: (limitUsd: number) => `Run budget of $${exact(limitUsd)} has been exhausted.`,
  spendDeclined: 'The operator declined to continue spending on this run.',
  outputLimit: 'The model hit its output limit mid-turn; the reported work product is incomplete.',
  roundTripLimit: 'Stopped after 8 tool round trips without a final answer.',
  answersLeft: (left: number) =>
    left === 1
      ? '(One answer is left in this turn, and it cannot call tools: give your result or your hand-over now.)'
      : `(${left} answers are left in this turn.)`,
  cancelled: 'Cancelled by the operator.',
  stageCancelled: 'The operator cancelled the run.',
  stageAbortCancelled: 'The operator cancelled this run.',
  stageEmpty: 'The stage produced no turns.',
  /** Error of a stage in which every turn failed; `first` is the first turn's error. */
  everyTurnFailed: (first: string) => `Every turn of this stage failed: ${first}`,
  stageNoParticipants: (name: string) => `Stage "${name}" has no resolvable participants.`,
  stageUnknownRole: (name: string, roleId: string) =>
    `Stage "${name}" names the role "${roleId}", which this floor does not have; it is left out.`,
  unknownMode: (mode: string) => `There is no stage mode "${mode}".`,
  notNeeded: (reason: string) => `Not needed: ${reason}`,
  notAskedFor: 'the plan does not ask for it.',
  noPlanAsked: 'no plan was set that asks for it.',
  noDecisionAsked: 'the question asks for no decision.',
  stageFailed: (name: string) => `Stage "${name}" failed; the run stopped there.`,
  reviewUnresolved: 'The review ended with objections unresolved; the work was not approved.',
  unresolvedHeading: 'UNRESOLVED REVIEW: the reviewers still object to the work below.',
  /** Error of a stage whose employee handed over and took no further turn. */
  unfinished: (displayName: string, turns: number) =>
    `UNFINISHED: ${displayName} handed over after ${turns} turn(s), and no further turn was taken.`,
  unfinishedStandstill: (displayName: string, turns: number, why: string) =>
    `UNFINISHED: ${displayName} handed over after ${turns} turn(s), and no further turn was taken: ${why}`,
  standstill: {
    repeats: 'the same call had the same result three times, with no file changed between.',
    'nothing-new': 'the last two turns changed no file and brought no new result.',
  },
  tried: 'What was tried last:',
  unfinishedBy: (displayName: string, reason: string) =>
    `UNFINISHED: ${displayName} handed over, and the turn after that failed: ${reason}`,
  noText: 'The model returned no text and asked for no tools.',
  noRoute: 'No model could be routed for this turn.',
  engineCrashed: (message: string) => `Engine crashed: ${message}`,
  turnFailed: (displayName: string, reason: string) => `${displayName} failed: ${reason}`,
  turnCapReached: (displayName: string, cap: number, stageName: string) =>
    `${displayName} has used all ${cap} turn(s) allowed in stage "${stageName}"; the turn was refused.`,
  noOutput: (error: string) => `(no output) ${error}`,
  isNoOutput: (text: string) => text.startsWith('(no output) '),
  spendTouches:
    'Money alone: calls to models, within the ceiling of the run. A no cancels the run.',
  spendSummary: (spentUsd: number, limitUsd: number) =>
    `Spend $${spentOf(spentUsd, limitUsd).spent} of the $${exact(limitUsd)} budget and continue?`,
  spendDetail: (
    { spentUsd, limitUsd }: { readonly spentUsd: number; readonly limitUsd: number },
    thresholdUsd: number,
    next: { readonly name: string; readonly kind: string },
  ) =>
    `Spent so far: $${exact(spentUsd)}. Remaining under the ceiling: $${exact(limitUsd - spentUsd)}. ` +
    `Runs ask from $${exact(thresholdUsd)} on. Next stage: "${next.name}" (${next.kind}).`,
  policyPinned: (runId: string, autoApproved: boolean) =>
    autoApproved
      ? `run ${runId} started: shell commands, git writes and vendor delegations run without asking, as set when it was submitted.`
      : `run ${runId} started: shell commands, git writes and vendor delegations ask for approval first.`,
  cancelRequested: (runId: string) => `run ${runId} is being cancelled by the operator.`,
  readingBrief: 'reading the brief',
  awaitingApproval: (summary: string) => `awaiting approval: ${summary}`,
  runningCommand: 'running a command',
  approvalTimedOut: (id: string) =>
    `Approval "${id}" was not answered in time and counts as refused.`,
  turnLeftBehind: 'The stage ended before this turn could go on.',
  callCutOff: (attempts: number) =>
    `The call to the model was cut off ${attempts} times by a restart of the service; it is not made again.`,
  parked: (reason: string) =>
    `This version of the service cannot continue the run (${reason}). It is parked: start a version that can, or cancel it.`,
  diedWithIt: (times: number) =>
    `${times} processes in a row ended after they had begun to work on it`,
  parkedLog: (runId: string, reason: string) =>
    `run ${runId} is parked, because it cannot be continued: ${reason}`,
  endedLog: (runId: string, status: string, minutes: string, spent: string) =>
    `run ${runId} ended: ${status} after ${minutes} min, spent ${spent}.`,
  waitsLog: (runId: string, stageName: string, kind: string, approvalId: string) =>
    `run ${runId} waits for a person in stage "${stageName}": ${kind} (${approvalId})`,
  deliveryWaitsLog: (runId: string, kind: string, approvalId: string) =>
    `run ${runId} waits for a person: ${kind} (${approvalId})`,
  interruptedTool: 'Interrupted by a restart; the outcome is unknown. Check before repeating it.',
} as const;

/** Refusals of `retryRun`. */
export const retryTexts = {
  refused: (runId: string, reason: string) => `Run "${runId}" cannot be retried: ${reason}`,
  atWork: 'it is still at work. Wait for its end, or cancel it.',
  allDone: 'every stage of it is done. Name the stage to begin with.',
  noStage: (stageId: string) => `it has no stage "${stageId}".`,
  openBefore: (name: string) => `"${name}" comes before that stage and is not done.`,
} as const;

/** Refusals of `steerRun`. */
export const steerTexts = {
  textRequired: 'A non-empty "text" string or a "plan" is required.',
  refused: (runId: string, reason: string) => `Run "${runId}" cannot be steered: ${reason}`,
  notAtWork: 'it is not at work. A new run can continue it.',
  tooLong: (most: number) => `an instruction has at most ${most} characters.`,
  tooMany: (most: number) => `it has ${most} instructions, which is the most.`,
} as const;

/** Reasons for the choice of a run's pipeline. */
export const pipelineReasons = {
  named: 'it was asked for',
  question: 'the brief is a short question',
  change: 'the brief is a short change of something that exists',
  'requested-change': 'the brief asks for a change, in the form of a request',
  continues: 'it goes on from an earlier run, whose work it changes',
  code: 'there is code in the workspace, and the brief does not ask for something new',
  new: 'the brief asks for something new, beside the code that is there',
  product: 'the brief is neither a short question nor a short change',
  first: 'nothing the brief asks for is offered, so the first pipeline on offer is taken',
} as const;

export const submitTexts = {
  briefRequired: 'A non-empty "brief" string is required.',
  noWorkspace: (id: string) => `There is no workspace "${id}" in this office.`,
  noWorkspaces: 'This office has no workspaces to work in.',
  noPipeline: (id: string) => `There is no pipeline "${id}" on this floor.`,
  noPipelines: (name: string) => `"${name}" has no pipelines configured.`,
  missingRoles: (pipelineName: string, roleIds: readonly string[]) =>
    `Pipeline "${pipelineName}" needs roles this floor does not have: ${roleIds.join(', ')}. ` +
    'Hire them first, or choose a pipeline this floor can staff.',
  sessionTooLong: (most: number) => `"session" has at most ${most} characters.`,
  badBudget: '"budgetUsd" must be a number of dollars, zero or more.',
  floorBudgetSpent: (name: string, spentUsd: number, totalUsd: number) =>
    `The budget of "${name}" is spent: ${spentInCents(spentUsd, totalUsd)}.`,
  continuesActive: (id: string) => `Run "${id}" is still at work; steer it, or wait for its end.`,
  refused: 'The brief was refused.',
} as const;
