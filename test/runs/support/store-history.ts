import type { INestApplication } from '@nestjs/common';
import { Transactions } from '#platform/database/transactions.js';
import type { Run } from '#protocol/records/work.js';
import { RunsRepository } from '#runs/history/runs.repository.js';
import { sampleRun } from '../../support/sample-records.js';

/** Stores so many runs of long ago; number 0 is the oldest, and every tenth failed. */
export async function storeHistory(app: INestApplication, count: number): Promise<void> {
  const runs = app.get(RunsRepository, { strict: false });
  await app.get(Transactions, { strict: false }).run(async (tx) => {
    for (let number = 0; number < count; number++) {
      const run = oldRun(number);
      await runs.insert(tx, run, false);
      await runs.update(tx.manager, run);
    }
  });
}

function oldRun(number: number): Run {
  const createdAt = 1_700_000_000_000 + number * 60_000;
  return sampleRun({
    id: `run_${String(number).padStart(10, '0')}`,
    brief: `Old brief number ${number}`,
    status: number % 10 === 0 ? 'failed' : 'done',
    outcome: `It came to result ${number}.`,
    createdAt,
    updatedAt: createdAt,
    endedAt: createdAt + 30_000,
  });
}
