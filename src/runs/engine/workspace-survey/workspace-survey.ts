import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '#platform/config/office-config.js';
import { messageOf } from '#platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '#platform/logging/office-logger.js';
import { ChildEnvironments } from '#platform/process/child-environments.js';
import type { Skill } from '#protocol/records/skills.js';
import { processTexts } from '#protocol/texts/process.js';
import { findSkillFolders } from '#skills/folders/find-skill-folders.js';
import { findRepository } from '#tools/git/find-repository.js';
import { HiddenFiles } from '#tools/secrets/hidden-files.js';
import { commentedIn, foreignOfStage, noteForeign } from '../foreign-texts.js';
import { factsStep, placeStep } from '../journal/recorded.js';
import { type RunCommit, RunJournal } from '../journal/run-journal.js';
import type { RunSession } from '../journal/run-session.js';
import { stepKeys } from '../journal/step-keys.js';
import { Steps } from '../journal/steps.js';
import { Machine } from './machine.js';
import { filesNamedIn, pathsIn, projectNotes } from './project-notes.js';
import {
  type FileSurvey,
  readme,
  type RepositorySurvey,
  surveyFiles,
  surveyRepository,
} from './repository-brief.js';
import { shownFiles } from './shown-files.js';
import { scratchFolderOf, ScratchFolders } from './scratch-folders.js';
import type { StagePlace, WorkFacts } from './work-facts.js';

/**
 * Surveys a run's place of work: makes the repository brief and the facts before its first stage,
 * and looks at what each stage finds when it begins. All results are recorded.
 */
@Injectable()
export class WorkspaceSurvey {
  private readonly log: ScopedLogger;

  constructor(
    private readonly journal: RunJournal,
    private readonly steps: Steps,
    private readonly environments: ChildEnvironments,
    private readonly machine: Machine,
    private readonly scratch: ScratchFolders,
    private readonly config: OfficeConfig,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/run');
  }

  /** Records the survey unless a process has already, and opens the scratch folder here. */
  async collect(session: RunSession): Promise<void> {
    if (session.repositoryBrief === null || session.facts === null) await this.record(session);
    session.hidden = new HiddenFiles(
      session.run.workspacePath,
      () => this.environments.inherited(),
      () => session.floor?.visibleSecrets ?? [],
    );
    const folder = session.facts?.scratch ?? null;
    session.scratch = folder !== null && (await this.scratch.open(folder)) ? folder : null;
  }

  /** What a stage that is about to begin finds in the workspace. */
  async look(session: RunSession): Promise<StagePlace> {
    const { run, facts } = session;
    const { workspacePath, brief, workPlan } = run;
    const planned = workPlan?.builders.flatMap(({ paths }) => paths) ?? [];
    const { filesWritten } = session.knowledge();
    const atHand = [...(facts?.named ?? []), ...pathsIn(brief), ...planned, ...filesWritten];
    const [repository, notes] = await Promise.all([
      this.isRepository(session),
      projectNotes(workspacePath, atHand, session.notes()),
    ]);
    return { repository, notes };
  }

  /** Stores what the stage found, in the commit that opens the stage. */
  keep(commit: RunCommit, session: RunSession, stageId: string, place: StagePlace): void {
    const step = { kind: placeStep, key: stepKeys.place(stageId) };
    this.steps.start(commit, step, { keeps: 'place' });
    this.steps.settle(commit, step, place);
    const skills = (session.facts?.skills ?? []).map(({ sourcePath }) => ({ path: sourcePath }));
    const shown = [...place.notes, ...skills, ...commentedIn(session)];
    noteForeign(commit, foreignOfStage(session, shown));
  }

  private async record(session: RunSession): Promise<void> {
    const files = await this.filesOf(session);
    const facts = session.facts ?? (await this.factsOf(session, files));
    const tellsReadme =
      session.earlier === null && !facts.files?.some((one) => one.path === readme);
    const survey =
      session.repositoryBrief === null ? await this.surveyOf(session, files, tellsReadme) : null;
    const step = { kind: factsStep, key: stepKeys.facts };
    await this.journal.commit(session, (commit) => {
      if (survey !== null) {
        const { brief, test } = survey;
        commit.repositoryBrief = brief;
        // In mock mode the project's tests prove nothing about the scripted employees.
        const isReal = this.config.llm.mode !== 'mock';
        if (test !== null && isReal) commit.changeRun((run) => ({ ...run, projectTest: test }));
      }
      if (session.facts !== null) return;
      this.steps.start(commit, step, { keeps: 'place' });
      this.steps.settle(commit, step, facts);
    });
  }

  private async factsOf(session: RunSession, files: FileSurvey): Promise<WorkFacts> {
    const folder = scratchFolderOf(session.run.id);
    const [machine, repository, isOpen, skills] = await Promise.all([
      this.machine.facts(),
      this.isRepository(session),
      this.scratch.open(folder),
      this.skillsOf(session),
    ]);
    const { brief, workspacePath } = session.run;
    const named = filesNamedIn(brief, files.paths);
    const known = [...named, ...(session.earlier?.filesWritten ?? [])];
    const shown = await shownFiles(workspacePath, brief, known, files.paths);
    const sandbox = this.config.sandbox.mode !== 'off';
    const hosts = session.floor?.hosts ?? [];
    return {
      ...{ ...machine, sandbox, repository, scratch: isOpen ? folder : null, named },
      ...(hosts.length > 0 && { hosts }),
      ...(skills.length > 0 && { skills }),
      ...(shown.length > 0 && { files: shown }),
    };
  }

  private async skillsOf({ run }: RunSession): Promise<readonly Skill[]> {
    const { skills, skipped } = await findSkillFolders(run.workspacePath);
    for (const { path, reason } of skipped) this.log.warn(processTexts.skillSkipped(path, reason));
    return skills;
  }

  private async isRepository({ run, signal }: RunSession): Promise<boolean> {
    const inherited = this.environments.inherited();
    const found = await findRepository(run.workspacePath, inherited, signal).catch(() => null);
    return found !== null;
  }

  /** The workspace's files; none if it is unreadable: work continues without a brief. */
  private async filesOf({ run }: RunSession): Promise<FileSurvey> {
    try {
      return await surveyFiles(run.workspacePath);
    } catch (thrown) {
      this.log.warn(`${run.workspacePath} could not be surveyed: ${messageOf(thrown)}`);
      return { paths: [], more: false };
    }
  }

  /** Empty if the workspace is unreadable: work continues without it. */
  private async surveyOf(
    { run, signal }: RunSession,
    survey: FileSurvey,
    tellsReadme: boolean,
  ): Promise<RepositorySurvey> {
    const inherited = this.environments.inherited();
    const source = { workspacePath: run.workspacePath, inherited, signal, tellsReadme };
    try {
      return await surveyRepository(source, survey);
    } catch (thrown) {
      this.log.warn(`${run.workspacePath} could not be surveyed: ${messageOf(thrown)}`);
      return { brief: '', test: null };
    }
  }
}
