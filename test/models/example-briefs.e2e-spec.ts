import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { exampleBriefs } from '../../src/protocol/example-briefs.js';
import type { ExampleBrief } from '../../src/protocol/example-briefs.js';
import type { StageKind } from '../../src/protocol/records/enums.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { finished, submit } from '../runs/support/commission.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { startOffice } from '../support/start-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const programs = exampleBriefs.filter(({ pipelineId }) => pipelineId === 'code-change');
const question = exampleBriefs.filter(({ pipelineId }) => pipelineId === 'quick-answer');

describe('an example brief, in an office without keys', () => {
  const directory = temporaryDirectory();
  let office: RunningOffice;
  let socket: OfficeSocket;

  beforeEach(async () => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: { OFFICE_WORKSPACE: directory('workspace'), OFFICE_MOCK_LATENCY_MS: '0' },
    });
    socket = await office.client.connect();
  });
  afterEach(() => office.close());

  /** Carries the example out and answers its approval; the commands that were asked for. */
  async function play(
    { brief, pipelineId }: ExampleBrief,
    approved: boolean,
  ): Promise<{ run: RunDetail; asked: readonly string[] }> {
    const { id } = await submit(office, { brief, pipelineId });
    const { approval } = await socket.waitFor(
      'approval.requested',
      (event) => event.approval.runId === id,
    );
    socket.send({ type: 'approve', approvalId: approval.id, approved });
    const run = await finished(office, socket, id);
    const asked = socket
      .ofType('approval.requested')
      .filter((event) => event.approval.runId === id);
    return { run, asked: asked.map((event) => event.approval.summary) };
  }

  /** What was said in the stages of a kind. */
  function textsOf(run: RunDetail, kind: StageKind): string {
    const stages = run.stages.filter(({ spec }) => spec.kind === kind).map(({ id }) => id);
    return run.turns
      .filter(({ stageId }) => stages.includes(stageId))
      .map(({ text }) => text)
      .join('\n');
  }

  it.each(programs)('$id: a program, a true objection, tests that ran', async (example) => {
    const { run, asked } = await play(example, true);
    expect(run.status).toBe('done');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatch(/^node --test /);
    expect(textsOf(run, 'review')).toMatch(/Changes required:[^]*Approved\./);
    expect(textsOf(run, 'review')).toMatch(/\d tests passed, none failed/);
    expect(run.outcome).toMatch(/\d tests passed, none failed/);
    const tested = (asked[0] ?? '').split(' ').at(-1) ?? '';
    await expect(readFile(join(directory('workspace'), tested), 'utf8')).resolves.toContain(
      'import',
    );
  });

  it('says that nothing was verified where the person refuses the tests', async () => {
    const [example] = programs;
    if (example === undefined) throw new Error('there is no example with a program');
    const { run } = await play(example, false);
    expect(run.status).toBe('done');
    expect(run.outcome).toContain('Not verified');
    expect(run.outcome).not.toContain('none failed');
  });

  it('plays the same example again over the files of the first time', async () => {
    const [example] = programs;
    if (example === undefined) throw new Error('there is no example with a program');
    await play(example, true);
    const { run } = await play(example, true);
    expect(run.outcome).toMatch(/\d tests passed, none failed/);
  });

  it.each(question)('$id: an answer without files', async ({ brief, pipelineId }) => {
    const { id } = await submit(office, { brief, pipelineId });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(run.outcome).toContain('SQLite');
    expect(run.turns.flatMap(({ toolCalls }) => toolCalls)).toEqual([]);
  });
});
