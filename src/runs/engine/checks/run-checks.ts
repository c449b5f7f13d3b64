import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '#platform/config/office-config.js';
import { limits } from '#protocol/limits.js';
import { checksOf, failedChecksError } from '#protocol/rules/check-states.js';
import type { CheckRecord } from '#protocol/records/evidence.js';
import type { Artifact, StageRun, TurnRecord } from '#protocol/records/work.js';
import { checkTexts } from '#protocol/texts/checks.js';
import { bothEnds } from '#tools/results/result-pages.js';
import { WorkspaceFiles } from '#workspaces/workspace-files.js';
import { type RecordedCheck, checkStep } from '../journal/recorded.js';
import type { RunCommit } from '../journal/run-journal.js';
import type { RunSession } from '../journal/run-session.js';
import { stepKeys, turnPaths } from '../journal/step-keys.js';
import { Steps } from '../journal/steps.js';
import { fenced } from '../stage-end.js';
import { type ApprovedCheck, CheckCommand, type EndedCheck } from './check-command.js';
import { ChecksApproval } from './checks-approval.js';
import { dueChecks, notCheckedReason } from './due-checks.js';

/** A moment of a run at which its due checks are run. */
type Moment = Pick<CheckRecord, 'moment' | 'stageId' | 'pass'>;

/** The result of a run's checks at its end. */
interface CheckedEnd {
  /** Null: no check fails. */
  readonly error: string | null;
  /** Why no check proves the changes; null: one does, or nothing was changed. */
  readonly notChecked: string | null;
}

interface CheckStep {
  readonly kind: typeof checkStep;
  readonly key: string;
}

/** Failures are usually at the end of an output. */
const headShare = 1 / 4;

/**
 * Runs the checks of a run as memoised steps. A check that a crash cut off is run again, at most
 * three times in all, because checks can be repeated.
 */
@Injectable()
export class RunChecks {
  constructor(
    private readonly steps: Steps,
    private readonly command: CheckCommand,
    private readonly approval: ChecksApproval,
    private readonly files: WorkspaceFiles,
    private readonly config: OfficeConfig,
  ) {}

  /**
   * Runs checks before a build, to know which fail already; not if the run has changed files by
   * then.
   */
  async beforeStage(session: RunSession, stage: StageRun): Promise<void> {
    if (stage.spec.kind !== 'build' || changedIn(session).length > 0) return;
    await this.runDue(session, stage, { moment: 'before', stageId: stage.id });
  }

  /** Runs checks after a build, unless a later stage has begun. */
  async afterStage(session: RunSession, stage: StageRun): Promise<void> {
    if (stage.spec.kind !== 'build' || stage.status !== 'done') return;
    const { stages } = session.run;
    const place = stages.findIndex(({ id }) => id === stage.id);
    if (stages.slice(place + 1).some(({ startedAt }) => startedAt !== null)) return;
    await this.runDue(session, stage, { moment: 'build', stageId: stage.id });
  }

  /** Runs checks after the revision of a pass, unless the next pass has begun. */
  async afterRevision(session: RunSession, stage: StageRun, pass: number): Promise<void> {
    const next = stepKeys.turn(stage.id, turnPaths.pass(pass + 1));
    if (session.hasBegunBelow(next)) return;
    await this.runDue(session, stage, { moment: 'revision', stageId: stage.id, pass });
  }

  /** Runs checks at the end of a run that changed files, or whose checks were run before. */
  async atEnd(session: RunSession): Promise<CheckedEnd> {
    const changed = changedIn(session);
    const wereRun = session.run.checks?.some(({ moment }) => moment !== 'before') ?? false;
    if (changed.length > 0 || wereRun) {
      await this.runDue(session, null, { moment: 'end', stageId: null });
    }
    const { run } = session;
    const answer = this.approval.answerTo(session, commandsOf(session));
    const simulated = this.config.llm.mode === 'mock';
    return {
      error: failedChecksError(run),
      notChecked: notCheckedReason(run, { changed, answer, simulated }),
    };
  }

  private async runDue(session: RunSession, stage: StageRun | null, moment: Moment): Promise<void> {
    const due = dueChecks(session.run, changedIn(session));
    if (due.length === 0 || session.cancelled) return;
    for (const { command } of due) {
      if (session.cancelled) return;
      if (this.hasRun(session, command, moment)) continue;
      const files = await this.approval.askForChecks(session, stage, commandsOf(session));
      if (files === null || session.cancelled) return;
      await this.files.demand(session.run);
      await this.runOnce(session, { command, files }, moment);
    }
  }

  /**
   * True if the check was run at this moment; a retried run takes over the checks before the work.
   */
  private hasRun(session: RunSession, command: string, at: Moment): boolean {
    const { checks = [] } = session.run;
    const isKnown = (check: CheckRecord): boolean =>
      check.moment === 'before' && check.command === command;
    if (at.moment === 'before' && checks.some(isKnown)) return true;
    return this.steps.hasResult(session, stepOf(command, at));
  }

  private async runOnce(session: RunSession, due: ApprovedCheck, at: Moment): Promise<void> {
    const { command } = due;
    await this.steps.once(session, stepOf(command, at), {
      open: (before) => ({ attempt: (before?.attempt ?? 0) + 1, check: command }),
      cutOff: ({ attempt }) =>
        attempt < limits.callAttempts ? null : recorded(session, command, at, cutOff(session)),
      effect: async () => {
        const ended = await this.command.run(due, session);
        return recorded(session, command, at, ended);
      },
      settling: (commit, result) => store(commit, result),
    });
  }
}

function stepOf(command: string, at: Moment): CheckStep {
  return { kind: checkStep, key: stepKeys.check({ ...at, command }) };
}

function changedIn(session: RunSession): readonly string[] {
  return changedPaths(session.settledTurns().map(([, turn]) => turn));
}

/** The commands of all checks, which one answer of a person covers. */
function commandsOf({ run }: RunSession): readonly string[] {
  return checksOf(run).map(({ command }) => command);
}

function cutOff({ run }: RunSession): EndedCheck {
  const outcome = checkTexts.cutOff(limits.callAttempts);
  const { updatedAt: at } = run;
  return { at, durationMs: 0, exitCode: null, outcome, tail: '', output: outcome, failures: [] };
}

function recorded(
  { run }: RunSession,
  command: string,
  { moment, stageId, pass }: Moment,
  { output, ...ended }: EndedCheck,
): RecordedCheck {
  const number = (run.checks?.length ?? 0) + 1;
  const artifactId = `art_${run.id}_check_${number}`;
  const place = { moment, stageId, ...(pass !== undefined && { pass }) };
  return { check: { command, ...place, ...ended, artifactId }, output };
}

function store(commit: RunCommit, { check, output }: RecordedCheck): void {
  commit.changeRun((run) => ({ ...run, checks: [...(run.checks ?? []), check] }));
  addReport(commit, { check, output });
}

/** Adds the document with the output of a command that the office ran, and announces the run. */
export function addReport(commit: RunCommit, { check, output }: RecordedCheck): void {
  const artifact: Artifact = {
    id: check.artifactId,
    runId: commit.run.id,
    stageId: check.stageId,
    employeeId: null,
    kind: 'test-report',
    title: checkTexts.title(check.command, check.moment),
    body: [
      check.outcome,
      fenced(bothEnds(output, limits.artifactCharacters, headShare), 'text'),
    ].join('\n\n'),
    createdAt: commit.at,
  };
  commit.artifacts.push(artifact);
  commit.publish({ type: 'artifact.created', artifact });
  commit.announceRun();
}

/** Paths that the turns of a run changed. */
function changedPaths(turns: readonly TurnRecord[]): readonly string[] {
  return [...new Set(turns.flatMap(({ wroteFiles }) => wroteFiles))];
}
