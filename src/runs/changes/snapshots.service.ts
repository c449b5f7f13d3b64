import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { ChildEnvironments } from '../../platform/process/child-environments.js';
import type { TurnDiff, TurnRecord } from '../../protocol/records/work.js';
import { SnapshotError } from './shadow-git.js';
import { revertWrites } from './revert.js';
import { ShadowRepository } from './shadow-repository.js';
import { noChanges, type StateChanges } from './state-changes.js';

/** A workspace that cannot be recorded is not tried again for so long. */
const pauseMs = 10 * 60 * 1000;

/** Two states of a workspace around something that may have changed files. */
export interface Trees {
  readonly before: string;
  readonly after: string;
  /** When they had been taken, in ms by the clock of the machine; absent in earlier records. */
  readonly beforeAt?: number;
  readonly afterAt?: number;
  /** Directories that came, went or got other permissions between them. */
  readonly directories?: readonly string[];
  /** What changed between them and no state holds; a folder ends with `/`. */
  readonly unrecorded?: readonly string[];
}

/**
 * States of workspaces. Without git, or where a workspace cannot be recorded, there are none: work
 * goes on without diffs.
 */
@Injectable()
export class SnapshotsService {
  private readonly log: ScopedLogger;
  private readonly repositories = new Map<string, ShadowRepository>();
  private readonly complaints = new Set<string>();
  /** Until when workspaces are left alone, by their paths. */
  private readonly pauses = new Map<string, number>();

  constructor(
    private readonly config: OfficeConfig,
    private readonly environments: ChildEnvironments,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/snapshots');
  }

  /**
   * The state of a workspace now; null: it cannot be recorded. Never throws.
   * @param looksDeep folders that are told by one mark, as `node_modules`, are looked through, too
   */
  take(workspacePath: string, looksDeep = false): Promise<string | null> {
    return this.orNull(workspacePath, async () => {
      const repository = await this.repositoryOf(workspacePath);
      return repository.snapshot(looksDeep);
    });
  }

  /**
   * What changed between two states; nothing when that cannot be told. Never throws.
   * @param since in ms by the clock of the machine; the first state was taken later
   */
  async changes(
    workspacePath: string,
    { before, after }: Pick<Trees, 'before' | 'after'>,
    since: number,
  ): Promise<StateChanges> {
    if (before === after) return noChanges;
    const changes = await this.orNull(workspacePath, async () => {
      const repository = await this.repositoryOf(workspacePath);
      return repository.changes(before, after, since);
    });
    return changes ?? noChanges;
  }

  /** What became of the paths; null when that cannot be told. Never throws. */
  diff(workspacePath: string, trees: Trees, paths: readonly string[]): Promise<TurnDiff | null> {
    return this.orNull(workspacePath, async () => {
      const repository = await this.repositoryOf(workspacePath);
      return repository.diff(trees, paths);
    });
  }

  /** Puts back what a turn changed. Null: it is done; else why it is not. Never throws. */
  async putBack(workspacePath: string, turn: TurnRecord): Promise<string | null> {
    try {
      const repository = await this.repositoryOf(workspacePath);
      await revertWrites(repository, { turns: [turn], earlier: [], confirm: async () => {} });
      return null;
    } catch (thrown) {
      return messageOf(thrown);
    }
  }

  /** The directory of a workspace's states among the others. @throws when the workspace is not there */
  async nameOf(workspacePath: string): Promise<string> {
    return nameOfReal(await realpath(workspacePath));
  }

  /** @throws when the workspace is not there */
  async repositoryOf(workspacePath: string): Promise<ShadowRepository> {
    const workspace = await realpath(workspacePath);
    const name = nameOfReal(workspace);
    const known = this.repositories.get(name);
    if (known !== undefined) return known;
    const gitDirectory = path.join(this.config.snapshots.directory, name);
    const place = { gitDirectory, workspace };
    const repository = new ShadowRepository(place, () => this.environments.inherited());
    this.repositories.set(name, repository);
    return repository;
  }

  /** Forgets what was opened, so that a directory that was removed is made anew. */
  forget(name: string): void {
    this.repositories.delete(name);
  }

  private async orNull<T>(workspacePath: string, work: () => Promise<T>): Promise<T | null> {
    if (this.config.snapshots.days === 0 || this.isPaused(workspacePath)) return null;
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof SnapshotError && thrown.isLasting) {
        this.pauses.set(workspacePath, this.clock.elapsed() + pauseMs);
      }
      this.complain(`${workspacePath} is not recorded: ${messageOf(thrown)}`);
      return null;
    }
  }

  private isPaused(workspacePath: string): boolean {
    const until = this.pauses.get(workspacePath);
    if (until === undefined) return false;
    if (this.clock.elapsed() < until) return true;
    this.pauses.delete(workspacePath);
    return false;
  }

  /** Once for each reason: it would be said at every command. */
  private complain(message: string): void {
    if (this.complaints.has(message) || this.complaints.size > 100) return;
    this.complaints.add(message);
    this.log.warn(message);
  }
}

function nameOfReal(workspace: string): string {
  return createHash('sha256').update(workspace).digest('hex').slice(0, 32);
}
