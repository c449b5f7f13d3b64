import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger, type ScopedLogger } from '../../platform/logging/office-logger.js';
import { StartupTasks } from '../../platform/process/startup-tasks.js';
import { Repeater } from '../../platform/repeater.js';
import { RunsRepository } from '../history/runs.repository.js';
import { bytesIn } from './bytes-in.js';
import { isOfDelivery } from './delivery-git.js';
import { SnapshotsService } from './snapshots.service.js';

const hourMs = 60 * 60 * 1000;
const dayMs = 24 * hourMs;
const bytesPerMb = 1024 * 1024;

interface Stored {
  readonly name: string;
  readonly usedAt: number;
}

/**
 * Removes shadow repositories that were not used for the configured days, and the oldest if all
 * together are too large; never those of active runs. Changes stay in the runs' records, but can no
 * longer be reverted or delivered.
 */
@Injectable()
export class SnapshotRetention implements OnModuleInit {
  private readonly log: ScopedLogger;

  constructor(
    private readonly config: OfficeConfig,
    private readonly snapshots: SnapshotsService,
    private readonly runs: RunsRepository,
    private readonly startupTasks: StartupTasks,
    private readonly clock: Clock,
    private readonly repeater: Repeater,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('engine/snapshots');
  }

  onModuleInit(): void {
    this.startupTasks.register(async () => {
      const text = (reason: string): string => `snapshots could not be pruned: ${reason}`;
      this.repeater.every(hourMs, { scope: 'engine/snapshots', text }, () => this.prune());
      await this.prune();
    });
  }

  /** Never throws. */
  async prune(): Promise<void> {
    const { directory, days, totalMb } = this.config.snapshots;
    const now = this.clock.now();
    const names = await readdir(directory).catch(() => []);
    const kept: Stored[] = [];
    for (const name of names) {
      await this.lookingAt(name, async (at) => {
        const lastUse = await usedAt(at);
        if (now - lastUse < days * dayMs) kept.push({ name, usedAt: lastUse });
        else await this.remove(name, `were not used for ${days} days and are removed`);
      });
    }
    for (const { name } of kept) await this.lookingAt(name, (at) => removeAbandoned(at, now));
    const total = await bytesIn(directory);
    let over = total - totalMb * bytesPerMb;
    for (const { name } of kept.sort((a, b) => a.usedAt - b.usedAt)) {
      if (over <= 0) return;
      await this.lookingAt(name, async (at) => {
        const bytes = await bytesIn(at);
        const why = `are removed: all together took more than ${totalMb} MB`;
        if (await this.remove(name, why)) over -= bytes;
      });
    }
  }

  /** Names for the workspaces of active runs. */
  private async namesInUse(): Promise<ReadonlySet<string>> {
    const active = await this.runs.active();
    const paths = new Set(active.map(({ workspacePath }) => workspacePath));
    const names = [...paths].map((each) => this.snapshots.nameOf(each).catch(() => ''));
    return new Set(await Promise.all(names));
  }

  private async lookingAt(name: string, work: (at: string) => Promise<void>): Promise<void> {
    try {
      await work(path.join(this.config.snapshots.directory, name));
    } catch (thrown) {
      this.log.warn(`the snapshots ${name} could not be read: ${messageOf(thrown)}`);
    }
  }

  /** False: a run is active there by now, on whichever replica. */
  private async remove(name: string, why: string): Promise<boolean> {
    if ((await this.namesInUse()).has(name)) return false;
    this.snapshots.forget(name);
    await rm(path.join(this.config.snapshots.directory, name), { recursive: true, force: true });
    this.log.info(`the snapshots ${name} ${why}`);
    return true;
  }
}

/** Removes leftovers of deliveries whose process was killed. */
async function removeAbandoned(directory: string, now: number): Promise<void> {
  for (const name of await readdir(directory)) {
    const place = path.join(directory, name);
    const isLeft = isOfDelivery(name) && now - (await changedAt(place)) > dayMs;
    if (isLeft) await rm(place, { recursive: true, force: true });
  }
}

/** Time of the last recorded state, or when one was last begun, ms. */
async function usedAt(directory: string): Promise<number> {
  const recorded = ['latest.json', 'workspace', 'objects', 'facts'];
  const times = await Promise.all(recorded.map((name) => changedAt(path.join(directory, name))));
  return Math.max(...times) || changedAt(directory);
}

/** 0: there is no such file. */
function changedAt(file: string): Promise<number> {
  return stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
