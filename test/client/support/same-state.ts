import { isDeepStrictEqual } from 'node:util';
import { expect } from '@jest/globals';
import type { Office } from '#client/office.js';
import { isFinal } from '#protocol/rules/run-status.js';
import { pause } from '#platform/process/pause.js';
import type { OfficeState } from '#protocol/records/office.js';

/** Longer than the client waits before it asks for what events do not tell. */
const patienceMs = 60_000;

/** Waits until no turn is at work and then until the client's state is the service's, part by part. */
export async function expectSameState(office: Office): Promise<void> {
  const giveUpAt = Date.now() + patienceMs;
  for (;;) {
    const told = await office.http.state();
    await roundTrip(office);
    if (isQuiet(told) && isDeepStrictEqual(plain(office.state), plain(told))) return;
    if (Date.now() > giveUpAt) {
      expect(office.state).toEqual(told);
      throw new Error('the office does not come to rest');
    }
    await pause(20);
  }
}

/** No run is at work, except those that wait for a person. */
function isQuiet({ runs, approvals }: OfficeState): boolean {
  const asking = new Set(approvals.map(({ runId }) => runId));
  return runs.every(({ id, status }) => isFinal(status) || asking.has(id));
}

/** Objects of one realm: `fetch` makes its own outside that of the tests. */
function plain(state: OfficeState): unknown {
  return JSON.parse(JSON.stringify(state));
}

/** What the service had sent before has come. */
function roundTrip(office: Office): Promise<void> {
  return new Promise((resolve) => {
    const stop = office.on('pong', () => {
      stop();
      resolve();
    });
    office.send('ping', {});
  });
}
