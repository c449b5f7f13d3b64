import { describe, expect, it } from '@jest/globals';
import { runTexts } from '../../src/protocol/texts/runs.js';
import { crashDatabases } from './support/at-length.js';
import { finished, submit } from './support/carry-out.js';
import { CrashArena } from './support/crash-arena.js';
import { freshDatabase } from './support/fresh-database.js';

const arena = new CrashArena();

describe.each(crashDatabases)(
  '[defects] 4: a service that dies in every model call, on $name',
  ({ url }) => {
    const database = freshDatabase(url, () => arena.place('office.sqlite'));

    it('makes a call three times; then the turn fails, says so, and has paid for each of them', async () => {
      let runId: string | undefined;
      for (let death = 1; death <= 3; death++) {
        const life = arena.start({ database: database() });
        arena.provider.beforeAnswer = () => life.kill();
        const client = await life.serving();
        runId ??= await submit(client, 'What is a lease');
        await life.ended();
      }
      arena.provider.beforeAnswer = () => {};
      const client = await arena.start({ database: database() }).serving();
      const run = await finished(client, runId ?? '');
      const [turn] = run.turns;
      expect(turn).toMatchObject({ status: 'failed', error: runTexts.callCutOff(3) });
      expect(turn?.error).toContain('was cut off 3 times');
      expect([...arena.provider.asked.values()][0]).toBe(3);
      expect(turn?.usage.estimated).toBe(true);
      expect(turn?.usage.costUsd).toBeGreaterThan(0);
      expect(run.budget.spentUsd).toBeGreaterThanOrEqual(turn?.usage.costUsd ?? Infinity);
      await arena.consistentHistory(database());
    }, 90_000);
  },
);
