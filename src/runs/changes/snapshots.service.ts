import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { ChildEnvironments } from '../../platform/process/child-environments.js';
import type { TurnRecord } from '../../protocol/records/work.js';
import type { TurnDiff } from '../../protocol/records/file-changes.js';
import { SnapshotError } from './shadow-git.js';
import { type BegunCall, forgetBegun, keepBegun, readBegun } from './begun-calls.js';
import { revertWrites } from './revert.js';
import { ShadowRepository } from './shadow-repository.js';
import { noChanges, type StateChanges } from './state-changes.js';

/** Pause before an unrecordable workspace is tried again, ms. */
const pauseMs = 10 * 60 * 1000;

/** Two states of a workspace, before and after something that may have changed files. */
export interface Trees {
  readonly before: string;
  readonly after: string;
  /** When they were taken, in ms by the machine's clock; absent in earlier records. */
  readonly beforeAt?: number;
  readonly afterAt?: number;
  /** Directories that were made or removed, or whose permissions changed. */
  readonly directories?: readonly string[];
  /** Unrecorded changes between them; a folder ends with `/`. */
  readonly unrecorded?: readonly string[];
}

/**
 * States of workspaces. Without git, or for an unrecordable workspace, there are none: work
 * continues without diffs.
 */
@Injectable()
export class SnapshotsService {
  private readonly log: ScopedLogger;
  private readonly repositories = new Map<string, ShadowRepository>();
  private readonly complaints = new Set<string>();
  /** Ends of pauses, by workspace path. */
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
   * The present state of the workspace; null: it cannot be recorded. Never throws.
   * @param looksDeep also scans folders with a single mark, such as `node_modules`
   */
  take(workspacePath: string, looksDeep = false): Promise<string | null> {
    return this.orNull(workspacePath, async () => {
      const repository = await this.repositoryOf(workspacePath);
      return repository.snapshot(looksDeep);
    });
  }

  /**
   * Stores the state in which a call found the workspace, until the call's end is recorded. Never
   * throws.
   */
  async keepBegun(workspacePath: string, key: string, begun: BegunCall): Promise<void> {
    await this.orNull(workspacePath, async () =>
      keepBegun((await this.repositoryOf(workspacePath)).place.gitDirectory, key, begun),
    );
  }

  /** Null: the call did not begin, or its end is recorded. Never throws. */
  begun(workspacePath: string, key: string): Promise<BegunCall | null> {
    return this.orNull(workspacePath, async () =>
      readBegun((await this.repositoryOf(workspacePath)).place.gitDirectory, key),
    );
  }

  /** Never throws. */
  async forgetBegun(workspacePath: string, key: string): Promise<void> {
    await this.orNull(workspacePath, async () =>
      forgetBegun((await this.repositoryOf(workspacePath)).place.gitDirectory, key),
    );
  }

  /**
   * The changes between two states; empty if unknown. Never throws.
   * @param since ms by the machine's clock, before the first state was taken
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

  /** Changes of the paths; null if unknown. Never throws. */
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

  /** Name of the directory with a workspace's states. @throws if there is no such workspace */
  async nameOf(workspacePath: string): Promise<string> {
    return nameOfReal(await realpath(workspacePath));
  }

  /** @throws if there is no such workspace */
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

  /** Forgets an opened repository, so that a removed directory is made again. */
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

  /** Logs each reason once, because it would recur at every command. */
  private complain(message: string): void {
    if (this.complaints.has(message) || this.complaints.size > 100) return;
    this.complaints.add(message);
    this.log.warn(message);
  }
}

function nameOfReal(workspace: string): string {
  return createHash('sha256').update(workspace).digest('hex').slice(0, 32);
}
