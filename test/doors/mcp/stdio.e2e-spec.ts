import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from '../../cli/support/command-line.js';
import { runProgram } from '../../support/run-program.js';
import { clientKinds, type OpenClient, openClient } from './clients.js';

const token = 's3cret';
const asksFirst = 'Use run_shell {"command": "echo hi"} and tell me';

interface RunOutput {
  readonly runId: string;
  readonly status: string;
}

describe('npx office mcp', () => {
  let at: CommandLine;
  const clients: OpenClient[] = [];
  beforeAll(async () => {
    at = await CommandLine.start({ OFFICE_API_TOKEN: token });
  }, 60_000);
  afterAll(async () => {
    for (const client of clients) await client.close();
    await at.close();
  });

  const command = [process.execPath, 'dist/cli/office.js', 'mcp'];

  it.each(clientKinds)(
    'carries the messages of a client of %s',
    async (kind) => {
      const client = await openClient(kind, { command, env: at.env });
      clients.push(client);
      const names = (await client.tools()).map(({ name }) => name);
      expect(names).toContain('answer_approval');
      const brief = { brief: asksFirst, pipeline: 'code-change' };
      const { runId } = (await client.call('submit_brief', brief)).data as RunOutput;
      const messages: string[] = [];
      const followed = await client.call('follow_run', { runId }, ({ message = '' }) => {
        messages.push(message);
      });
      expect(followed.data).toMatchObject({ end: 'waiting' });
      expect(messages.length).toBeGreaterThan(0);
      await client.call('cancel_run', { runId });
      expect(await client.read(`office://runs/${runId}/report`)).toContain('# Run');
    },
    60_000,
  );

  it.each(clientKinds)(
    'goes on for a client of %s when the office is killed and comes back',
    async (kind) => {
      const client = await openClient(kind, { command, env: at.env });
      clients.push(client);
      const brief = { brief: asksFirst, pipeline: 'code-change' };
      const { runId } = (await client.call('submit_brief', brief)).data as RunOutput;
      const first = (await client.call('follow_run', { runId })).data as {
        waiting: { approvalId: string }[];
      };
      const known = first.waiting.map(({ approvalId }) => approvalId);
      const { promise: isFollowing, resolve } = Promise.withResolvers<void>();
      const waits = { runId, waitSeconds: 60, knownApprovals: known };
      const following = client.call('follow_run', waits, () => resolve());
      const asking = client.call('list_runs', {});
      await asking;
      await at.kill();
      const submitted = client.call('submit_brief', {
        brief: 'What is a list?',
        pipeline: 'quick-answer',
      });
      await at.begin();
      expect((await submitted).isError).toBe(false);
      await client.call('cancel_run', { runId });
      expect((await following).data).toMatchObject({ end: 'ended', run: { status: 'cancelled' } });
      resolve();
      await isFollowing;
    },
    120_000,
  );

  it('says on standard error that no office answers', async () => {
    const { code, stdout, stderr } = await runProgram('node', [
      'dist/cli/office.js',
      '--url',
      'http://127.0.0.1:9',
      'mcp',
    ]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(/127\.0\.0\.1:9/);
  }, 30_000);

  it('tells its client in the words of the office that the token is wrong', async () => {
    const env = { ...at.env, OFFICE_API_TOKEN: 'wrong' };
    const { code, stdout, stderr } = await at.office(['mcp'], { env });
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('token');
  }, 30_000);
});
