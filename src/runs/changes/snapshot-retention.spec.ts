import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import type { Clock } from '../../platform/clock.js';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import type { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { StartupTasks } from '../../platform/process/startup-tasks.js';
import type { Repeater } from '../../platform/repeater.js';
import { SnapshotRetention } from './snapshot-retention.js';
import type { RunsRepository } from '../history/runs.repository.js';
import type { SnapshotsService } from './snapshots.service.js';

const dayMs = 24 * 60 * 60 * 1000;
const now = 1_800_000_000_000;

describe('shadow repositories', () => {
  const at = temporaryDirectory();

  function retention(days: number, totalMb = 1000, atWork: readonly string[] = []) {
    const forgotten: string[] = [];
    const said: string[] = [];
    const log = (text: string): void => void said.push(text);
    const kept = new SnapshotRetention(
      { snapshots: { directory: at('snapshots'), days, totalMb } } as unknown as OfficeConfig,
      {
        forget: (name: string) => void forgotten.push(name),
        nameOf: (workspacePath: string) => Promise.resolve(workspacePath),
      } as unknown as SnapshotsService,
      {
        active: async () => atWork.map((workspacePath) => ({ workspacePath })),
      } as unknown as RunsRepository,
      {} as StartupTasks,
      { now: () => now } as Clock,
      {} as Repeater,
      { scope: () => ({ info: log, warn: log }) } as unknown as OfficeLogger,
    );
    return { kept, forgotten, said };
  }

  async function used(name: string, daysAgo: number, bytes = 0): Promise<void> {
    const directory = at('snapshots', name);
    await mkdir(`${directory}/objects`, { recursive: true });
    await writeFile(`${directory}/index`, '');
    await writeFile(`${directory}/objects/pack`, Buffer.alloc(bytes));
    const seconds = (now - daysAgo * dayMs) / 1000;
    for (const file of ['index', 'objects']) await utimes(`${directory}/${file}`, seconds, seconds);
  }

  it('are removed when nothing was recorded in them for so many days, and no others', async () => {
    await used('old', 30);
    await used('fresh', 29.9);
    const { kept, forgotten, said } = retention(30);
    await kept.prune();
    expect(await readdir(at('snapshots'))).toEqual(['fresh']);
    expect(forgotten).toEqual(['old']);
    expect(said).toEqual(['the snapshots old were not used for 30 days and are removed']);
    await retention(1).kept.prune();
    expect(await readdir(at('snapshots'))).toEqual([]);
  });

  it('are kept from when they are begun', async () => {
    const seconds = (now - dayMs) / 1000;
    await mkdir(at('snapshots', 'begun'), { recursive: true });
    await utimes(at('snapshots', 'begun'), seconds, seconds);
    await retention(30).kept.prune();
    expect(await readdir(at('snapshots'))).toEqual(['begun']);
    await retention(1).kept.prune();
    expect(await readdir(at('snapshots'))).toEqual([]);
  });

  it('lose what deliveries that were killed have left in them', async () => {
    await used('kept', 1);
    for (const [name, days] of [
      ['delivery-old', 2],
      ['old.bundle', 2],
      ['delivery-new', 0.5],
    ] as const) {
      const seconds = (now - days * dayMs) / 1000;
      await mkdir(at('snapshots', 'kept', name));
      await utimes(at('snapshots', 'kept', name), seconds, seconds);
    }
    await retention(30).kept.prune();
    expect((await readdir(at('snapshots', 'kept'))).sort()).toEqual([
      'delivery-new',
      'index',
      'objects',
    ]);
    await retention(1).kept.prune();
  });

  it('are removed where all take too much room, the oldest first and none of runs at work', async () => {
    const megabyte = 1024 * 1024;
    for (const [name, days] of [
      ['oldest', 5],
      ['older', 4],
      ['new', 1],
    ] as const) {
      await used(name, days, megabyte);
    }
    const { kept, said } = retention(30, 2, ['oldest']);
    await kept.prune();
    expect((await readdir(at('snapshots'))).sort()).toEqual(['new', 'oldest']);
    expect(said).toEqual(['the snapshots older are removed: all together took more than 2 MB']);
    await retention(30, 1, ['oldest', 'new']).kept.prune();
    expect((await readdir(at('snapshots'))).sort()).toEqual(['new', 'oldest']);
    await retention(1).kept.prune();
  });

  it('are looked for in vain without harm', async () => {
    const { kept, said } = retention(30);
    await kept.prune();
    expect(said).toEqual([]);
  });
});
