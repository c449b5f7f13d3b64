import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { callsTools, carryOut, offerPipeline, toolResultsIn } from './support/commission.js';

describe('what a run changes in its workspace', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;
  const workspace = (): string => `${office.directory}/workspace`;
  const put = (name: string, text: string) => writeFile(`${workspace()}/${name}`, text);

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
    await mkdir(workspace(), { recursive: true });
    pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it('is told as a diff, with the employee who wrote through a shell as producer', async () => {
    await put('by-hand.txt', 'a person works here\n');
    await put('kept.txt', 'one\ntwo\n');
    provider.respondWith(
      callsTools(
        ['run_shell', { command: 'echo made > made.txt; echo three >> kept.txt' }],
        ['write_file', { path: 'written.txt', content: 'text\n' }],
        ['run_shell', { command: 'cat kept.txt' }],
      ),
    );
    const run = await carryOut(office, socket, { pipelineId });
    const [turn] = run.turns;
    expect(turn?.wroteFiles).toEqual(['kept.txt', 'made.txt', 'written.txt']);
    expect(turn?.toolCalls.map(({ affectsPaths }) => affectsPaths)).toEqual([
      ['kept.txt', 'made.txt'],
      ['written.txt'],
      [],
    ]);
    expect(turn?.diff).toMatchObject({
      truncated: false,
      files: [
        { path: 'kept.txt', added: 1, removed: 0 },
        { path: 'made.txt', added: 1, removed: 0 },
        { path: 'written.txt', added: 1, removed: 0 },
      ],
    });
    const artifact = run.artifacts.find(({ path }) => path === 'kept.txt');
    expect(artifact?.body).toContain('```diff\ndiff --git a/kept.txt b/kept.txt\n');
    expect(artifact?.body).toContain('@@ -1,2 +1,3 @@\n one\n two\n+three\n```');
    expect(await readdir(workspace())).not.toContain('.git');
  });

  it('refuses a write to a file that changed since the turn read it, with the difference', async () => {
    await put('shared.txt', 'one\ntwo\nthree\n');
    const write = ['write_file', { path: 'shared.txt', content: 'mine\n' }] as const;
    const read = callsTools(['read_file', { path: 'shared.txt' }], write, write);
    let refusal = '';
    provider.respondWith(async (request) => {
      const results = toolResultsIn(request);
      if (results.length === 1) await put('shared.txt', 'one\n2, by a person\nthree\n');
      refusal = results[1] ?? '';
      return read(request);
    });
    const run = await carryOut(office, socket, { pipelineId });
    expect(run.turns[0]?.toolCalls.map(({ status }) => status)).toEqual(['ok', 'error', 'ok']);
    expect(refusal).toContain('shared.txt was changed by somebody else since this turn read it');
    expect(refusal).toContain('@@ line 2 @@\n-two\n+2, by a person\n');
  });
});
