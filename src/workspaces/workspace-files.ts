import { Injectable, type OnModuleInit } from '@nestjs/common';
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { DataSource } from 'typeorm';
import { messageOf } from '../platform/errors/error-text.js';
import { Replica } from '../platform/fleet/replica.js';
import { Readiness } from '../platform/process/readiness.js';
import { within } from '../platform/process/within.js';
import type { Run } from '../protocol/records/work.js';
import { workspaceTexts } from '../protocol/texts/workspaces.js';
import { WorkspacesRepository } from './persistence/workspaces.repository.js';

/** The files of a run are not available here, so it waits. */
export class WorkspaceAbsent extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WorkspaceAbsent';
  }
}

/** Time after which a silent file system counts as absent, ms. */
const answerMs = 1000;

const unanswered = new Map<string, Promise<Stats | null>>();

/** How long an answer for probes is reused, ms. */
const problemMs = 1000;

/**
 * Checks whether this replica can access the files of floors. In a fleet a directory is made only
 * when its floor is opened: a missing one is on an absent volume. A single process does not wait
 * for it: its tools report the missing directory.
 */
@Injectable()
export class WorkspaceFiles implements OnModuleInit {
  private problem: Promise<string | null> = Promise.resolve(null);
  private lookedAt = -Infinity;

  constructor(
    private readonly dataSource: DataSource,
    private readonly repository: WorkspacesRepository,
    private readonly replica: Replica,
    private readonly readiness: Readiness,
  ) {}

  onModuleInit(): void {
    if (this.replica.hasOthers) {
      this.readiness.addProblemSource(() => this.currentProblem());
    }
  }

  /** Why the files of a run are not available here; null: they are. */
  async absence(run: Pick<Run, 'workspaceId' | 'workspacePath'>): Promise<string | null> {
    const { workspaceId, workspacePath } = run;
    if (!this.replica.hasOthers) return null;
    const group = await this.repository.groupOf(this.dataSource.manager, workspaceId);
    if (group !== null && !this.replica.sees(group)) return workspaceTexts.filesElsewhere(group);
    return (await isDirectory(workspacePath)) ? null : workspaceTexts.filesMissing(workspacePath);
  }

  /** @throws WorkspaceAbsent */
  async demand(run: Pick<Run, 'workspaceId' | 'workspacePath'>): Promise<void> {
    const reason = await this.absence(run);
    if (reason !== null) throw new WorkspaceAbsent(workspaceTexts.runWaits(reason));
  }

  private currentProblem(): Promise<string | null> {
    if (performance.now() - this.lookedAt > problemMs) {
      this.lookedAt = performance.now();
      this.problem = this.lookForMissing().catch((thrown: unknown) =>
        workspaceTexts.directoriesUnknown(messageOf(thrown)),
      );
    }
    return this.problem;
  }

  private async lookForMissing(): Promise<string | null> {
    const places = await this.repository.places(this.dataSource.manager);
    const seen = places.filter(({ group }) => this.replica.sees(group));
    const found = await Promise.all(seen.map(({ path }) => isDirectory(path)));
    const missing = found.filter((isThere) => !isThere).length;
    return missing === 0 ? null : workspaceTexts.directoriesMissing(missing);
  }
}

/** False too if the system cannot tell or does not answer, as on a lost network share. */
async function isDirectory(path: string): Promise<boolean> {
  const stats = await answerOf(path);
  return stats?.isDirectory() === true;
}

/** A pending question is not repeated, because it occupies one of few threads. */
async function answerOf(path: string): Promise<Stats | null> {
  const asked = unanswered.get(path) ?? stat(path).catch(() => null);
  unanswered.set(path, asked);
  void asked.then(() => unanswered.delete(path));
  return (await within(answerMs, asked)) ?? null;
}
