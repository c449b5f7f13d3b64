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

/** The files of a run cannot be worked with here: it waits as it is. */
export class WorkspaceAbsent extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'WorkspaceAbsent';
  }
}

/** A file system that is silent for so long is not there, ms. */
const answerMs = 1000;

const unanswered = new Map<string, Promise<Stats | null>>();

/** For so long an answer to probes holds, ms. */
const problemMs = 1000;

/**
 * Whether the files of floors can be worked with on this replica. In a fleet a directory is made when
 * its floor is opened and never again: one that is missing is on a volume that is not there. One
 * process waits for none: its tools say that the directory is not there.
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

  /** Why the files of a run cannot be worked with here; null: they can. */
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

/** Also false where the system cannot tell, or does not answer, as on a share that is gone. */
async function isDirectory(path: string): Promise<boolean> {
  const stats = await answerOf(path);
  return stats?.isDirectory() === true;
}

/** A question that is not answered is not asked again meanwhile: it holds one of few threads. */
async function answerOf(path: string): Promise<Stats | null> {
  const asked = unanswered.get(path) ?? stat(path).catch(() => null);
  unanswered.set(path, asked);
  void asked.then(() => unanswered.delete(path));
  return (await within(answerMs, asked)) ?? null;
}
