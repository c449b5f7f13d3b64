import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { Office } from '../../src/client/office.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { addressOf } from '../support/created-database.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { doorDatabases } from '../support/test-databases.js';
import { BreakableWebSocket } from './support/breakable-web-socket.js';
import { officeStep, type OfficeStep, take } from './support/office-steps.js';
import { expectSameState } from './support/same-state.js';

describe.each(doorDatabases)('the local copy of the state ($name)', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  let service: RunningOffice;
  let office: Office;
  let other: Office;

  beforeAll(async () => {
    service = await startRealOffice({
      OFFICE_DB: addressOf(database()),
      OFFICE_WORKSPACE: directory('workspace'),
      OFFICE_WORKSPACES_ROOT: directory('workspaces'),
    });
    const address = `http://127.0.0.1:${service.port}`;
    office = await Office.connect(address, { WebSocket: BreakableWebSocket });
    other = await Office.connect(address);
  });
  afterAll(async () => {
    office.close();
    other.close();
    await service.close();
  });

  /** Cuts the connection; resolves once there is another. */
  const broken = (): Promise<void> =>
    new Promise((resolve) => {
      const stop = office.onStatus(({ phase }) => {
        if (phase !== 'online') return;
        stop();
        resolve();
      });
      BreakableWebSocket.breakAll();
    });

  const steps = fc.array(officeStep, { minLength: 1, maxLength: 12 });

  it('equals GET /api/state after any sequence of commands', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence: readonly OfficeStep[]) => {
        for (const step of sequence) await take(step, office);
        await expectSameState(office);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  }, 240_000);

  it('equals it when the connection was lost meanwhile', async () => {
    await fc.assert(
      fc.asyncProperty(steps, steps, async (before, meanwhile) => {
        for (const step of before) await take(step, other);
        const back = broken();
        for (const step of meanwhile) await take(step, other);
        await back;
        await expectSameState(office);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  }, 240_000);

  it('is told once for each stored event, in order, over every loss', async () => {
    const seqs: number[] = [];
    const stop = office.onEvent(({ type, seq }) => {
      if (seq !== undefined && type !== 'hello') seqs.push(seq);
    });
    for (let count = 0; count < 5; count += 1) {
      await other.http.updateSettings({ maxConcurrency: 1 + count });
      const back = broken();
      await other.http.remember({ scope: 'installation', kind: 'note', text: `Lost ${count}` });
      await back;
    }
    await expectSameState(office);
    stop();
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    expect(seqs.length).toBeGreaterThanOrEqual(10);
  }, 60_000);
});
