import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { ManyWriters } from './many-writers.js';

const roleIds = ['backend-dev-1', 'backend-dev-2', 'frontend-dev-1', 'frontend-dev-2'];

describe('employees who write to one file at once', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let writers: ManyWriters;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  beforeEach(async () => {
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_MAX_CONCURRENCY: '8',
      OFFICE_SOFT_SPEND_APPROVAL_USD: '0',
    });
    socket = await office.client.connect();
    writers = new ManyWriters(`${office.directory}/workspace/shared.txt`);
    await writers.prepare(200);
    provider.respondWith((request) => writers.answer(request));
  });
  afterEach(() => office.close());
  afterAll(() => provider.close());

  it.each([
    ['in one stage', 1],
    ['in two runs', 2],
  ])(
    'find every change in it that was reported: %s',
    async (_where, runs) => {
      const pipelineId = offerPipeline(office, { kind: 'build', mode: 'parallel', roleIds });
      const begun = await Promise.all(
        Array.from({ length: runs }, () => submit(office, { pipelineId })),
      );
      const ended = await Promise.all(begun.map(({ id }) => finished(office, socket, id)));
      const { inFile, reported, refused } = await writers.marks(ended);
      expect(inFile).toEqual(reported);
      // Whoever read the file before another write is refused with that reason.
      expect(reported.length).toBeGreaterThan(8);
      expect(refused + reported.length).toBe(48 * runs);
    },
    60_000,
  );
});
