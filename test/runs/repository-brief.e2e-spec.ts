import { describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { startLiveOffice } from '../support/models/live-office.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { testDatabases } from '../support/test-databases.js';
import { callsTools, finished, offerPipeline, promptOf, submit } from './support/commission.js';

describe.each(testDatabases)('the repository brief of a run ($name)', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));

  it('is shown to every stage, and is the same after a restart', async () => {
    await mkdir(directory('workspace'));
    await writeFile(directory('workspace', 'AGENTS.md'), 'Notes as they were.\n');
    const provider = await ScriptedProvider.start();
    provider.respondWith(callsTools(['run_shell', { command: 'true' }]));
    const where = database();
    const open = () =>
      startLiveOffice(provider, {
        OPENAI_API_KEY: 'key',
        OFFICE_DB: where.kind === 'postgres' ? where.url : directory('office.sqlite'),
        OFFICE_WORKSPACE: directory('workspace'),
      });
    const first = await open();
    const socket = await first.client.connect();
    const stage = { kind: 'build', roleIds: ['backend-dev-1'] } as const;
    const { id } = await submit(first, { pipelineId: offerPipeline(first, stage, stage) });
    await socket.waitFor('approval.requested');
    await writeFile(directory('workspace', 'AGENTS.md'), 'Notes of later.\n');
    await first.close();

    const second = await open();
    const later = await second.client.connect();
    const answer = async (): Promise<void> => {
      for (const { id: approvalId } of later.ofType('hello')[0]?.state.approvals ?? []) {
        later.send({ type: 'approve', approvalId, approved: true });
      }
      const { approval } = await later.waitFor('approval.requested');
      later.send({ type: 'approve', approvalId: approval.id, approved: true });
    };
    const [run] = await Promise.all([finished(second, later, id), answer()]);
    expect(run.status).toBe('done');
    const prompts = provider.requests.map(promptOf);
    expect(prompts.length).toBeGreaterThan(2);
    for (const prompt of prompts) {
      expect(prompt).toContain('# The workspace as it was found');
      expect(prompt).toContain('AGENTS.md\n\nNotes as they were.');
    }
    await second.close();
    await provider.close();
  });
});

describe('the files of a small workspace', () => {
  const directory = temporaryDirectory();

  it('are shown whole to the first stage only, without secrets', async () => {
    await mkdir(directory('workspace'));
    await writeFile(directory('workspace', 'add.js'), 'exports.add = (a, b) => a - b;\n');
    await writeFile(directory('workspace', '.env'), 'KEY=very-secret\n');
    const provider = await ScriptedProvider.start();
    provider.respondWith(() => ({ text: ['Done.'] }));
    const office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: directory('workspace'),
    });
    const socket = await office.client.connect();
    const stage = { kind: 'build', roleIds: ['backend-dev-1'] } as const;
    const pipelineId = offerPipeline(office, stage, { ...stage, roleIds: ['backend-dev-2'] });
    const { id } = await submit(office, { pipelineId });
    expect((await finished(office, socket, id)).status).toBe('done');
    const prompts = provider.requests.map(promptOf);
    expect(prompts.map((prompt) => prompt.includes('exports.add = (a, b) => a - b;'))).toEqual([
      true,
      false,
    ]);
    expect(prompts.join('\n')).not.toContain('very-secret');
    await office.close();
    await provider.close();
  });
});
