import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { SnapshotsService } from './snapshots.service.js';

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Removes the shadow repositories of workspaces in which nothing was recorded for so many days. What
 * runs changed stays in their records; they cannot be reverted or delivered any more.
 */
@Injectable()
export class SnapshotRetention implements OnModuleInit, OnModuleDestroy {
  private readonly log: ScopedLogger;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly config: OfficeConfig,
    private readonly snapshots: SnapshotsService,
    private readonly startupTasks: StartupTasks,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/snapshots');
  }

  onModuleInit(): void {
    this.startupTasks.register(async () => {
      this.timer = setInterval(() => void this.prune(), dayMs);
      this.timer.unref();
      await this.prune();
    });
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** Never throws. */
  async prune(): Promise<void> {
    const { directory, days } = this.config.snapshots;
    const names = await readdir(directory).catch(() => []);
    for (const name of names) {
      try {
        const at = path.join(directory, name);
        if (this.clock.now() - (await usedAt(at)) < days * dayMs) continue;
        this.snapshots.forget(name);
        await rm(at, { recursive: true, force: true });
        this.log.info(`the snapshots ${name} were not used for ${days} days and are removed`);
      } catch (thrown) {
        this.log.warn(`the snapshots ${name} could not be looked at: ${messageOf(thrown)}`);
      }
    }
  }
}

/** When a state was last recorded, in ms: each writes the index or leaves it. */
async function usedAt(directory: string): Promise<number> {
  const times = await Promise.all(
    ['index', 'workspace', 'objects'].map((name) =>
      stat(path.join(directory, name)).then(
        ({ mtimeMs }) => mtimeMs,
        () => 0,
      ),
    ),
  );
  return Math.max(...times);
}
