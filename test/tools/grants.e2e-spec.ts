import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ToolOffice } from '../support/tools/tool-office.js';

describe('tools and grants', () => {
  let office: ToolOffice;

  beforeAll(async () => {
    office = await ToolOffice.start({}, ['run_shell']);
  });

  afterAll(() => office.close());

  it('GET /api/tools lists the built-in ones, in their order', async () => {
    const { status, body } =
      await office.office.client.get<{ name: string; pluginId: null }[]>('/api/tools');
    expect(status).toBe(200);
    expect(body.map(({ name }) => name).join(' ')).toBe(
      'list_dir read_file search_files write_file edit_file glob grep apply_patch ' +
        'run_shell web_fetch web_search git todo_write recall think shell_output shell_stop',
    );
    for (const tool of body) {
      expect(tool).toEqual({ name: tool.name, description: expect.any(String), pluginId: null });
    }
  });

  it('a tool that is not granted is denied, and the run goes on', async () => {
    const { call, reported, run } = await office.use('run_shell', { command: 'true' });
    expect(call).toMatchObject({
      status: 'denied',
      resultPreview: 'refused: run_shell is not granted to ceo',
    });
    expect(reported).toContain('Tools you hold: list_dir');
    expect(reported).not.toContain('<untrusted-content');
    expect(run.status).toBe('done');
  });

  it('arguments that are no object are answered with a request for better ones', async () => {
    const { call, reported } = await office.use('think', ['not', 'an', 'object']);
    expect(call).toMatchObject({
      status: 'error',
      resultPreview: expect.stringMatching(/^bad arguments: /),
    });
    expect(reported).toContain('Call the tool again');
  });

  it('recall searches the memory of the office', async () => {
    const fact = {
      scope: 'installation',
      kind: 'convention',
      text: 'Tests sit beside the code.',
      tags: ['tests'],
    };
    await office.office.client.post('/api/memory', fact);
    const { call, reported } = await office.use('recall', { query: 'tests' });
    expect(call.status).toBe('ok');
    expect(reported).toContain('- convention, installation [tests]: Tests sit beside the code.');
  });
});
