import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { emptied, runAfter } from '../../console/src/runs/run-view.js';
import { AppModule } from '../../src/app.module.js';
import { Office } from '../../src/client/office.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import { finished, submit } from '../runs/support/commission.js';
import { startOffice, type RunningOffice } from '../support/start-office.js';

describe('a run in the console', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    office = await startOffice({ root: (bootContext) => AppModule.on(bootContext) });
  });
  afterAll(() => office.close());

  it('is after all of its events what the service tells of it', async () => {
    const socket = await office.client.connect();
    const { id } = await submit(office, { brief: 'Build a clock', pipelineId: 'product-build' });
    const told = await finished(office, socket, id);
    const events: ServerEvent[] = [];
    await using client = await clientOf(office);
    for await (const event of client.office.followRun(id)) events.push(event);
    const replayed = events.reduce(runAfter, emptied(told));
    expect(replayed.turns).toEqual(told.turns);
    expect(replayed.artifacts).toEqual(told.artifacts);
    expect(replayed.approvals).toEqual(told.approvals);
    expect(replayed.stages).toEqual(told.stages);
    expect(replayed.budget).toEqual(told.budget);
    expect(replayed.status).toBe('done');
    expect(replayed.outcome).toBe(told.outcome);
  });

  it('is the same object after an event of another run', async () => {
    const socket = await office.client.connect();
    const { id } = await submit(office, { brief: 'What is a clock?' });
    const told = await finished(office, socket, id);
    const other = {
      type: 'budget.updated',
      at: 1,
      runId: 'other',
      limitUsd: 1,
      spentUsd: 1,
    } as const;
    expect(runAfter(told, other)).toBe(told);
  });
});

async function clientOf({ port }: RunningOffice) {
  const office = await Office.connect(`http://127.0.0.1:${port}`);
  return { office, [Symbol.asyncDispose]: async () => office.close() };
}
