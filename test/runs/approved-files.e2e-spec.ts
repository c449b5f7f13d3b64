import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import type { Approval, RunDetail } from '../../src/protocol/records/work.js';
import { ToolOffice } from '../support/tools/tool-office.js';

let office: ToolOffice;
const file = (path: string): string => `${office.workspace}/${path}`;
const put = (path: string, text: string): Promise<void> => writeFile(file(path), text);
const said = (): Promise<string> => readFile(file('out.txt'), 'utf8');

/** The next question of a run after those that are known. */
const questionOf = async (runId: string, known: readonly Approval[] = []): Promise<Approval> => {
  const ids = known.map(({ id }) => id);
  const { approval } = await office.socket.waitFor(
    'approval.requested',
    (event) => event.approval.runId === runId && !ids.includes(event.approval.id),
  );
  return approval;
};
const yes = ({ id }: Approval, scope: 'once' | 'run' = 'once'): void =>
  office.socket.send({ type: 'approve', approvalId: id, approved: true, scope });
const approvalsOf = async (id: string): Promise<readonly Approval[]> =>
  (await office.office.client.get<RunDetail>(`/api/runs/${id}`)).body.approvals;

const script = { command: 'node x.js' };
const writing = (text: string): string =>
  `require('node:fs').writeFileSync('out.txt', '${text}');\n`;

describe('a yes to a command', () => {
  beforeEach(async () => {
    office = await ToolOffice.start({ OFFICE_SANDBOX: 'off' });
    await mkdir(office.workspace, { recursive: true });
    await put('x.js', writing('good'));
  });
  afterEach(() => office.close());

  it('is bound to the script that it names, which is told', async () => {
    const { id } = await office.ask('run_shell', script);
    const asked = await questionOf(id);
    expect(asked.files).toEqual([{ path: 'x.js', hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
    expect(asked.touches).toMatch(/ A yes holds while these files are as they are now: x\.js\.$/);
    yes(asked);
    await office.ended(id);
    expect(await said()).toBe('good');
  });

  it('does not hold for a script that was exchanged between question and start', async () => {
    const { id } = await office.ask('run_shell', script);
    const asked = await questionOf(id);
    await put('x.js', writing('bad'));
    yes(asked);
    const again = await questionOf(id, [asked]);
    expect(again.touches).toMatch(/ Changed since it was allowed: x\.js\.$/);
    await expect(said()).rejects.toThrow();
    office.socket.send({ type: 'approve', approvalId: again.id, approved: false });
    await office.ended(id);
    await expect(said()).rejects.toThrow();
  });

  it('does not start a script that changes after each yes', async () => {
    const { id } = await office.ask('run_shell', script);
    const known: Approval[] = [];
    for (const text of ['one', 'two', 'three']) {
      const asked = await questionOf(id, known);
      known.push(asked);
      await put('x.js', writing(text));
      yes(asked);
    }
    const { call } = await office.socket.waitFor('tool.result', ({ runId }) => runId === id);
    expect(call.resultPreview).toBe(
      'Nothing was run: files that say what the command does changed again after each yes: x.js.',
    );
    await office.ended(id);
    await expect(said()).rejects.toThrow();
  });

  it('for the run holds while the script is as it was, and names it and the run after that', async () => {
    const change = { path: 'x.js', content: writing('other') };
    const { id } = await office.askInTurn([
      ['run_shell', script],
      ['run_shell', { command: 'node x.js | tail -3' }],
      ['write_file', change],
      ['run_shell', script],
    ]);
    const asked = await questionOf(id);
    yes(asked, 'run');
    const again = await questionOf(id, [asked]);
    expect(again.touches).toMatch(
      /x\.js\. This run has changed: x\.js\. Changed since it was allowed: x\.js\.$/,
    );
    yes(again);
    await office.ended(id);
    expect(await approvalsOf(id)).toHaveLength(2);
    expect(await said()).toBe('other');
  });

  it('is bound to the manifest of a package script, and lists what the run changed of its packages', async () => {
    const manifest = (test: string): string => JSON.stringify({ scripts: { test } });
    await put('package.json', manifest('node t.js'));
    await put('t.js', '');
    const payload = 'node_modules/pack/index.js';
    const { id } = await office.askInTurn([
      ['write_file', { path: payload, content: 'evil()\n' }],
      ['run_shell', { command: 'npm test' }],
      ['write_file', { path: 'package.json', content: manifest('touch stolen') }],
      ['run_shell', { command: 'npm test' }],
    ]);
    const asked = await questionOf(id);
    expect(asked.files?.map(({ path }) => path)).toEqual([
      'package.json',
      'node_modules/.bin/node',
      't.js',
    ]);
    expect(asked.touches).toContain('as they are now: package.json, t.js.');
    expect(asked.touches).toMatch(/This run has changed: node_modules\/\.$/);
    yes(asked, 'run');
    const again = await questionOf(id, [asked]);
    expect(again.touches).toContain('This run has changed: package.json, node_modules/.');
    expect(again.touches).toMatch(/Changed since it was allowed: package\.json/);
    office.socket.send({ type: 'approve', approvalId: again.id, approved: false });
    const ofOffice = await questionOf(id, [asked, again]);
    expect(ofOffice).toMatchObject({
      summary: 'Run the check of this run: npm run test',
      files: again.files ?? [],
      touches: expect.stringContaining('This run has changed: package.json'),
    });
    office.socket.send({ type: 'approve', approvalId: ofOffice.id, approved: false });
    await office.ended(id);
    await expect(readFile(file('stolen'))).rejects.toThrow();
  });
});
