import { Injectable } from '@nestjs/common';
import { RefusedError } from '#platform/errors/office-error.js';
import { OfficeLogger, type ScopedLogger } from '#platform/logging/office-logger.js';
import { limits } from '#protocol/limits.js';
import { checkTexts } from '#protocol/texts/checks.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import { WorkspacesService } from '#workspaces/workspaces.service.js';
import { WorktreesRepository } from '../changes/worktrees/worktrees.repository.js';
import { WorktreesService } from '../changes/worktrees/worktrees.service.js';
import { CheckCommand } from './checks/check-command.js';
import { addReport } from './checks/run-checks.js';
import { checkStep, type RecordedCheck } from './journal/recorded.js';
import {
  moveStep,
  type RecordedMove,
  type RecordedWorktree,
  worktreeStep,
} from './journal/recorded-worktree.js';
import type { RunCommit } from './journal/run-journal.js';
import type { RunSession } from './journal/run-session.js';
import { stepKeys } from './journal/step-keys.js';
import { Steps } from './journal/steps.js';
import { WorkspaceSurvey } from './workspace-survey/workspace-survey.js';

/**
 * Prepares the place of a run's work before its first stage: the floor's folder, or a worktree,
 * which the floor's setup command prepares once. Each part is a recorded step.
 */
@Injectable()
export class PlacePreparation {
  private readonly log: ScopedLogger;

  constructor(
    readonly survey: WorkspaceSurvey,
    private readonly steps: Steps,
    private readonly worktrees: WorktreesService,
    private readonly rows: WorktreesRepository,
    private readonly floors: WorkspacesService,
    private readonly command: CheckCommand,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/worktrees');
  }

  /** Returns why the run cannot go on; null: it can. */
  async prepare(session: RunSession): Promise<string | null> {
    const { isolation, worktree, isolationNote } = session.run;
    const isOpen = worktree === undefined && isolationNote === undefined;
    // A run with recorded facts has begun in the floor's folder, and stays there.
    const isNew = session.facts === null && !session.cancelled;
    if (isolation === 'worktree' && isOpen && isNew) {
      const place = await this.makeOnce(session);
      const isRefused = 'obstacle' in place && session.run.isolationOfFloor !== true;
      if (isRefused) return worktreeTexts.refused(place.obstacle);
    }
    if (isNew) await this.moveOn(session);
    await this.survey.collect(session);
    return session.run.worktree === session.run.id ? this.setUp(session) : null;
  }

  /**
   * Moves the worktree of an earlier run. Repeated after a kill, because moving twice changes
   * nothing.
   */
  private async moveOn(session: RunSession): Promise<void> {
    const { worktreeAfter, worktreeBase } = session.run;
    if (worktreeAfter === undefined || worktreeBase === undefined) return;
    if (session.signal.aborted) return;
    await this.steps.once(
      session,
      { kind: moveStep, key: stepKeys.worktreeMove },
      {
        open: (before) => ({ attempt: (before?.attempt ?? 0) + 1, moves: 'worktree' as const }),
        cutOff: ({ attempt }) =>
          attempt < limits.callAttempts
            ? null
            : { obstacle: worktreeTexts.reasons.cutOff(limits.callAttempts) },
        effect: () => this.move(session),
        settling: (commit, { obstacle }) => {
          if (obstacle !== null) keepBaseNote(commit, obstacle);
        },
      },
    );
  }

  private async move({ run, signal }: RunSession): Promise<RecordedMove> {
    try {
      return { obstacle: await this.worktrees.moveOn(run, signal) };
    } catch (thrown) {
      if (signal.aborted) return { obstacle: checkTexts.cutOff(1) };
      throw thrown;
    }
  }

  private makeOnce(session: RunSession): Promise<RecordedWorktree> {
    const { id } = session.run;
    return this.steps.once(
      session,
      { kind: worktreeStep, key: stepKeys.worktree },
      {
        open: (before) => ({ attempt: (before?.attempt ?? 0) + 1, makes: 'worktree' as const }),
        cutOff: ({ attempt }) =>
          attempt < limits.callAttempts
            ? null
            : { obstacle: worktreeTexts.reasons.cutOff(limits.callAttempts) },
        effect: () => this.make(session),
        settling: async (commit, place) => {
          if ('made' in place) await this.keep(commit, place);
          else if (session.run.isolationOfFloor === true) keepNote(commit, place.obstacle);
          this.log.info(`run ${id} has ${'made' in place ? 'a worktree' : 'no worktree'}`);
        },
      },
    );
  }

  private async make({ run, signal }: RunSession): Promise<RecordedWorktree> {
    try {
      return { made: await this.worktrees.make(run, signal), from: run.workspacePath };
    } catch (thrown) {
      if (thrown instanceof RefusedError) return { obstacle: thrown.message };
      if (signal.aborted) return { obstacle: checkTexts.cutOff(1) };
      throw thrown;
    }
  }

  private async keep(
    commit: RunCommit,
    { made, from }: Extract<RecordedWorktree, { readonly made: unknown }>,
  ): Promise<void> {
    const { id: name } = commit.run;
    const { root, gitDirectory, path, files, base } = made;
    const row = { name, runId: name, root, gitDirectory, workspace: from };
    await this.rows.insert(commit.tx, row);
    commit.changeRun((run) => ({
      ...{ ...run, workspacePath: path, worktree: name },
      ...(base !== undefined && { worktreeBase: base.commit, baseNote: base.note }),
    }));
    if (base !== undefined) tellBase(commit, base.note);
    tell(commit, worktreeTexts.made(name, files, path));
  }

  /** Runs the floor's setup command in a new worktree, before anybody works there. */
  private async setUp(session: RunSession): Promise<string | null> {
    const { setup, stages } = session.run;
    if (setup === undefined && stages.every(({ status }) => status === 'pending')) {
      const floor = await this.floors.find(session.run.workspaceId);
      const { worktreeSetup } = floor ?? {};
      if (worktreeSetup !== undefined && !session.cancelled) {
        await this.setUpOnce(session, worktreeSetup);
      }
    }
    const { setup: done } = session.run;
    if (done === undefined || done.exitCode === 0) return null;
    const told = done.exitCode === null ? done.outcome : done.tail;
    return worktreeTexts.setupFailed(done.command, done.exitCode, told);
  }

  private async setUpOnce(session: RunSession, command: string): Promise<void> {
    await this.steps.once(
      session,
      { kind: checkStep, key: stepKeys.setup },
      {
        open: (before) => ({
          attempt: (before?.attempt ?? 0) + 1,
          check: before?.check ?? command,
        }),
        cutOff: ({ attempt, check }) =>
          attempt < limits.callAttempts ? null : cutOff(session, check),
        effect: async ({ check }) => {
          const { output, ...ended } = await this.command.run(
            { command: check, files: [] },
            session,
          );
          return { check: { ...placeOf(session, check), ...ended }, output };
        },
        settling: (commit, result) => {
          commit.changeRun((run) => ({ ...run, setup: result.check }));
          addReport(commit, result);
        },
      },
    );
  }
}

function keepNote(commit: RunCommit, obstacle: string): void {
  const isolationNote = worktreeTexts.inPlace(obstacle);
  commit.changeRun((run) => ({ ...run, isolationNote }));
  tell(commit, isolationNote, 'warn');
}

function keepBaseNote(commit: RunCommit, obstacle: string): void {
  const baseNote = worktreeTexts.notMoved(obstacle);
  commit.changeRun((run) => ({ ...run, baseNote }));
  tellBase(commit, baseNote);
}

function tellBase(commit: RunCommit, baseNote: string): void {
  tell(commit, `run ${commit.run.id}: ${baseNote}`, 'warn');
}

function tell(commit: RunCommit, message: string, level: 'info' | 'warn' = 'info'): void {
  commit.publish({ type: 'log', level, scope: 'engine/worktrees', message });
  commit.announceRun();
}

function placeOf({ run }: RunSession, command: string) {
  return { command, moment: 'setup' as const, stageId: null, artifactId: `art_${run.id}_setup` };
}

function cutOff(session: RunSession, command: string): RecordedCheck {
  const outcome = checkTexts.cutOff(limits.callAttempts);
  const ended = { at: session.run.updatedAt, durationMs: 0, exitCode: null, tail: '' };
  const check = { ...placeOf(session, command), ...ended, outcome, failures: [] };
  return { check, output: outcome };
}
