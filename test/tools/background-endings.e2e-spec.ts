import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { finished, offerPipeline, submit, toolResultsIn } from '../runs/support/commission.js';
import { isRunning } from '../support/is-running.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { until } from '../support/until.js';

/** Ends with the process; the suite's own limit ends a test whose process goes on. */
function ended(pid: string): Promise<void> {
  return until(async () => !(await isRunning(pid)));
}

describe('a command in the background', () => {
  let provider: ScriptedProvider;
  const offices: RunningOffice[] = [];
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  beforeEach(async () => {
    provider.requests.length = 0;
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    offices.push(office);
    socket = await office.client.connect();
  });
  afterEach(async () => {
    for (const opened of offices.splice(0)) await opened.close();
  });
  afterAll(() => provider.close());

  /** A run whose turn has started one and waits for the model; its id and that of the process. */
  async function started(): Promise<{ id: string; pid: string }> {
    const { promise: saidPid, resolve } = Promise.withResolvers<string>();
    provider.respondWith((request) => {
      const told = toolResultsIn(request);
      const [shellId = ''] = /sh_[0-9a-f]{8}/.exec(told[0] ?? '') ?? [];
      const command = 'echo pid $$; exec sleep 600';
      const calls = [
        ['run_shell', { command, background: true }],
        ['shell_output', { id: shellId, offset: 0, waitMs: 30_000 }],
      ] as const;
      const call = calls[told.length];
      if (call === undefined) {
        resolve(/pid (\d+)/.exec(told.join('\n'))?.[1] ?? '');
        return { text: ['…'], fault: { kind: 'stall', afterChunks: 0 } };
      }
      return { toolCalls: [{ id: 'call_1', name: call[0], args: [JSON.stringify(call[1])] }] };
    });
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const { id } = await submit(office, { pipelineId });
    const pid = await saidPid;
    expect(await isRunning(pid)).toBe(true);
    return { id, pid };
  }

  it('ends when its run is cancelled', async () => {
    const { id, pid } = await started();
    socket.send({ type: 'cancel', runId: id });
    expect((await finished(office, socket, id)).status).toBe('cancelled');
    await ended(pid);
  });

  it('ends when the service is shut down', async () => {
    const { pid } = await started();
    await offices.pop()?.close();
    expect(await isRunning(pid)).toBe(false);
  });
});
