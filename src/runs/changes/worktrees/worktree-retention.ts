import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { OfficeConfig } from '#platform/config/office-config.js';
import { StartupTasks } from '#platform/process/startup-tasks.js';
import { worktreeTexts } from '#protocol/texts/worktrees.js';
import { bytesIn } from '../bytes-in.js';
import { WorktreeEnds } from './worktree-ends.js';
import { WorktreeMerges } from './worktree-merges.js';
import { type KnownWorktree, WorktreesRepository } from './worktrees.repository.js';
import { WorktreesService } from './worktrees.service.js';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const bytesPerMb = 1024 * 1024;

interface Resting {
  readonly worktree: KnownWorktree;
  readonly ms: number;
}

/**
 * Removes worktrees that were neither delivered nor discarded for the configured days, and the oldest
 * if all together are too large; never those of runs at work. Completes what a crash cut off. Every
 * replica looks; a row changes hands once, so one of them does it.
 */
@Injectable()
export class WorktreeRetention implements OnModuleInit {
  constructor(
    private readonly config: OfficeConfig,
    private readonly rows: WorktreesRepository,
    private readonly worktrees: WorktreesService,
    private readonly ends: WorktreeEnds,
    private readonly merges: WorktreeMerges,
    private readonly startupTasks: StartupTasks,
  ) {}

  onModuleInit(): void {
    const text = (reason: string): string => `worktrees could not be pruned: ${reason}`;
    this.startupTasks.repeat(hourMs, { scope: 'engine/worktrees', text }, () => this.prune());
  }

  async prune(): Promise<void> {
    await this.merges.resume();
    const resting: Resting[] = [];
    for (const worktree of await this.rows.kept()) {
      const ms = await this.ends.restingMs(worktree);
      if (ms !== null) resting.push({ worktree, ms });
    }
    const names = await readdir(this.config.worktrees.directory).catch(() => []);
    for (const name of names) await this.clear(name);
    const kept: Resting[] = [];
    for (const each of resting) if (!(await this.isExpired(each))) kept.push(each);
    await this.keepBound(kept.sort((one, other) => other.ms - one.ms));
  }

  private async isExpired({ worktree, ms }: Resting): Promise<boolean> {
    const { days } = this.config.worktrees;
    if (ms < days * dayMs) return false;
    const message = worktreeTexts.expired(worktree.runId, days);
    return this.ends.close(worktree, { kind: 'expired', by: 'office', message });
  }

  /** @param oldestFirst worktrees that may be removed */
  private async keepBound(oldestFirst: readonly Resting[]): Promise<void> {
    if (oldestFirst.length === 0) return;
    const { directory, totalMb } = this.config.worktrees;
    let over = (await bytesIn(directory)) - totalMb * bytesPerMb;
    for (const { worktree } of oldestFirst) {
      if (over <= 0) return;
      const bytes = await bytesIn(worktree.root);
      // The worktree is on another replica.
      if (bytes === 0) continue;
      const message = worktreeTexts.overBound(worktree.runId, totalMb);
      const isClosed = await this.ends.close(worktree, { kind: 'expired', by: 'office', message });
      if (isClosed) over -= bytes;
    }
  }

  /**
   * Removes leftovers of a closed worktree, and a folder that belongs to no row of a run at work.
   */
  private async clear(name: string): Promise<void> {
    const row = await this.rows.find(name);
    if (row?.state === 'closed') {
      if (await this.worktrees.hasFiles(name)) await this.ends.clear(row);
      else await this.forget(path.join(this.config.worktrees.directory, name));
    }
    if (row === null && !(await this.ends.isAtWork(name))) await this.worktrees.removeUnowned(name);
  }

  /** Removes the empty folder of a closed worktree when the states of its files expire. */
  private async forget(folder: string): Promise<void> {
    const { days } = this.config.snapshots;
    const stats = await stat(folder).catch(() => null);
    if (stats === null || this.ends.sinceMs(stats.mtimeMs) < days * dayMs) return;
    await rm(folder, { recursive: true, force: true });
  }
}
