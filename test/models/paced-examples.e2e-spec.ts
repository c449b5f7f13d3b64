import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { exampleBriefs } from '../../src/protocol/example-briefs.js';
import { finished, submit } from '../runs/support/commission.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { startOffice } from '../support/start-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

describe('an example brief that is watched', () => {
  const directory = temporaryDirectory();
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeEach(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { OFFICE_WORKSPACE: directory('workspace'), OFFICE_AUTO_APPROVE_SHELL: 'true' },
    });
    socket = await office.client.connect();
  });
  afterEach(() => office.close());

  // The time without waiting for people; the tests of the examples run here unasked.
  it('takes 20 to 40 seconds', async () => {
    const submitted = await Promise.all(
      exampleBriefs.map(({ brief, pipelineId }) =>
        submit(office, { brief, pipelineId, paced: true }),
      ),
    );
    for (const { id } of submitted) {
      const run = await finished(office, socket, id);
      expect(run).toMatchObject({ status: 'done', paced: true });
      const seconds = ((run.endedAt ?? 0) - run.createdAt) / 1000;
      expect(seconds).toBeGreaterThan(20);
      expect(seconds).toBeLessThan(40);
    }
  });

  it.each([
    { title: 'of another brief', brief: 'What is a queue?', paced: true },
    { title: 'that nobody watches', brief: exampleBriefs[2]?.brief ?? '', paced: false },
  ])('takes a moment for a run $title', async ({ brief, paced }) => {
    const { id } = await submit(office, { brief, pipelineId: 'quick-answer', paced });
    const run = await finished(office, socket, id);
    expect((run.endedAt ?? 0) - run.createdAt).toBeLessThan(5000);
  });
});
