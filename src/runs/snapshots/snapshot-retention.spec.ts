import { describe, expect, it } from '@jest/globals';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '../../../test/support/temporary-directory.js';
import type { OfficeConfig } from '../../platform/config/office-config.js';
import type { OfficeLogger } from '../../platform/logging/office-logger.js';
import type { StartupTasks } from '../../platform/process/startup-tasks.js';
import { SnapshotRetention } from './snapshot-retention.js';
import type { SnapshotsService } from './snapshots.service.js';

const dayMs = 24 * 60 * 60 * 1000;
const now = 1_800_000_000_000;

describe('shadow repositories', () => {
  const at = temporaryDirectory();

  function retention(days: number) {
    const forgotten: string[] = [];
    const said: string[] = [];
    const log = (text: string): void => void said.push(text);
    const kept = new SnapshotRetention(
      { snapshots: { directory: at('snapshots'), days } } as unknown as OfficeConfig,
      { forget: (name: string) => void forgotten.push(name) } as unknown as SnapshotsService,
      {} as StartupTasks,
      { now: () => now },
      { scope: () => ({ info: log, warn: log }) } as unknown as OfficeLogger,
    );
    return { kept, forgotten, said };
  }

  async function used(name: string, daysAgo: number): Promise<void> {
    const directory = at('snapshots', name);
    await mkdir(`${directory}/objects`, { recursive: true });
    await writeFile(`${directory}/index`, '');
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

  it('are looked for in vain without harm', async () => {
    const { kept, said } = retention(30);
    await kept.prune();
    expect(said).toEqual([]);
  });
});
