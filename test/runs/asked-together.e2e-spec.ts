import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { AllowedCheck } from '../../src/protocol/records/approval-parts.js';
import type { Approval } from '../../src/protocol/records/work.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { doorDatabases } from '../support/test-databases.js';
import { finished, offerPipeline, submit, toolResultsIn } from './support/commission.js';

type Call = readonly [name: string, args: object];

const shell = (command: string): Call => ['run_shell', { command }];

describe.each(doorDatabases)('the calls of one answer ($name)', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  const offices: RunningOffice[] = [];
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;

  const open = async (): Promise<void> => {
    const where = database();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_DB: where.kind === 'postgres' ? where.url : directory('office.sqlite'),
      OFFICE_WORKSPACE: directory('workspace'),
    });
    offices.push(office);
    socket = await office.client.connect();
  };
  // The office runs no checks around a stage that does not build.
  const pipeline = (): string =>
    offerPipeline(office, { kind: 'integrate', roleIds: ['backend-dev-1'] });

  /** An employee that makes these calls in one answer each, and then finishes. */
  const answerWith = (...answers: readonly (readonly Call[])[]): void => {
    provider.respondWith((request) => {
      const done = toolResultsIn(request).length;
      let begun = 0;
      for (const calls of answers) {
        if (begun === done) {
          return {
            toolCalls: calls.map(([name, args], at) => ({
              ...{ id: `call_${begun + at}`, name, args: [JSON.stringify(args)] },
            })),
          };
        }
        begun += calls.length;
      }
      return { text: ['Done.'] };
    });
  };
  const asked = async (): Promise<Approval> =>
    (await socket.waitFor('approval.requested')).approval;
  const idOf = ({ items = [] }: Approval, at: number): string => items[at]?.id ?? '';
  const ran = (): Promise<string> =>
    readFile(directory('workspace', 'ran'), 'utf8').catch(() => '');

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
  });
  beforeEach(async () => {
    provider.requests.length = 0;
    await open();
    await rm(directory('workspace', 'ran'), { force: true });
  });
  afterEach(async () => {
    for (const opened of offices.splice(0)) await opened.close();
  });
  afterAll(() => provider.close());

  it('ask by themselves eight times at most', async () => {
    const facts = Array.from({ length: 12 }, (_, at): Call => {
      return ['propose_fact', { text: `Fact ${at}`, kind: 'convention' }];
    });
    answerWith(facts);
    const lead = offerPipeline(office, { kind: 'integrate', roleIds: ['cto'] });
    const { id } = await submit(office, { pipelineId: lead });
    for (let at = 0; at < 8; at++) {
      const { approval } = await socket.waitFor('approval.requested', ({ approval: asked }) =>
        asked.summary.endsWith(`Fact ${at}`),
      );
      socket.send({ type: 'approve', approvalId: approval.id, approved: false });
    }
    const run = await finished(office, socket, id);
    expect([run.status, run.approvals.length]).toEqual(['done', 8]);
    const [, ...told] = toolResultsIn(provider.requests.at(-1)!).slice(7);
    for (const each of told) {
      expect(each).toContain(
        'Not asked: this answer has asked a person 8 times, as often as one answer may. ' +
          'Go on with what was answered, and ask for what is still needed in a later answer.',
      );
    }
    expect(told).toHaveLength(4);
  });

  it('are one question, whatever gated tools they are of, answered as a whole', async () => {
    execFileSync('git', ['init', '-q'], { cwd: directory('workspace') });
    answerWith([
      shell('echo one >> ran'),
      ['read_file', { path: 'ran' }],
      ['git', { command: 'add', args: ['ran'] }],
      ['git', { command: 'status', args: [] }],
      shell('echo two >> ran'),
    ]);
    const { id } = await submit(office, { pipelineId: pipeline() });
    const approval = await asked();
    expect(approval).toMatchObject({
      kind: 'shell',
      summary: '3 requests: echo one >> ran; git add ran; echo two >> ran',
      stageName: 'Stage 1',
      items: [
        { tool: 'run_shell', summary: 'echo one >> ran', scopes: ['once', 'run'] },
        { tool: 'git', summary: 'git add ran', touches: expect.stringContaining('network') },
        { tool: 'run_shell', summary: 'echo two >> ran' },
      ],
    });
    expect(approval).not.toHaveProperty('scopes');
    for (const command of ['echo one >> ran', 'git add ran', 'echo two >> ran']) {
      expect(approval.detail).toContain(command);
    }
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(office, socket, id);
    expect(run.turns[0]?.toolCalls.map(({ status }) => status)).toEqual(Array(5).fill('ok'));
    expect(run.turns[0]?.toolCalls.map((call) => call.id)).toEqual(
      expect.arrayContaining(approval.items?.map((item) => item.id) ?? []),
    );
    expect(run.approvals).toHaveLength(1);
    expect(await ran()).toBe('one\ntwo\n');
    await rm(directory('workspace', '.git'), { recursive: true });
  });

  it('are answered one by one, by two sockets and over a restart, and each is carried out once', async () => {
    answerWith(['one', 'two', 'three'].map((word) => shell(`echo ${word} >> ran`)));
    const { id } = await submit(office, { pipelineId: pipeline() });
    const approval = await asked();
    const answer = { type: 'approve', approvalId: approval.id } as const;
    const second = await office.client.connect();
    socket.send({ ...answer, items: { [idOf(approval, 0)]: true } });
    const { approval: left } = await second.waitFor('approval.requested', (event) =>
      Boolean(event.approval.items?.some((item) => item.approved)),
    );
    expect(left).toMatchObject({ status: 'pending', items: [{ approved: true }, {}, {}] });
    second.send({ ...answer, items: { [idOf(approval, 0)]: false } });
    await second.waitFor('error', ({ message }) =>
      message.includes(
        `Item "${idOf(approval, 0)}" of approval "${approval.id}" has been answered.`,
      ),
    );
    expect(await ran()).toBe('');
    await offices.pop()?.close();

    await open();
    expect(socket.ofType('hello')[0]?.state.approvals).toEqual([left]);
    const third = await office.client.connect();
    socket.send({ ...answer, items: { [idOf(approval, 1)]: false }, reason: 'Not two.' });
    third.send({ ...answer, items: { [idOf(approval, 2)]: true } });
    const run = await finished(office, socket, id);
    expect(run.turns[0]?.toolCalls.map(({ status }) => status)).toEqual(['ok', 'error', 'ok']);
    expect(run.approvals).toMatchObject([
      { status: 'approved', items: [{ approved: true }, { approved: false }, { approved: true }] },
    ]);
    expect(toolResultsIn(provider.requests.at(-1)!)[1]).toContain('Not two.');
    expect(await ran()).toBe('one\nthree\n');
    expect(socket.ofType('approval.decided')).toHaveLength(1);
  });

  it('are refused with words where the answer does not fit', async () => {
    answerWith([shell('echo one >> ran'), shell('echo two >> ran')]);
    const { id } = await submit(office, { pipelineId: pipeline() });
    const approval = await asked();
    const answer = { type: 'approve', approvalId: approval.id } as const;
    const refusals: readonly (readonly [object, string])[] = [
      [{}, 'An "approved" boolean is required.'],
      [{ items: {} }, '"items" must be an object with true or false for each id.'],
      [{ items: { x: 'yes' } }, '"items" must be an object with true or false for each id.'],
      [{ items: { x: true } }, `Approval "${approval.id}" has no item "x".`],
      [
        { approved: true, scope: 'checks' },
        `Approval "${approval.id}" asks for something that is no check of the floor, so a yes cannot cover the floor's checks.`,
      ],
    ];
    for (const [fields, text] of refusals) {
      socket.send({ ...answer, ...fields });
      await socket.waitFor('error', ({ message }) => message.includes(text));
    }
    socket.send({ ...answer, items: { [idOf(approval, 1)]: true }, approved: false });
    const run = await finished(office, socket, id);
    expect(run.turns[0]?.toolCalls.map(({ status }) => status)).toEqual(['error', 'ok']);
    expect(await ran()).toBe('two\n');
  });

  it('run as checks of the floor until a file changes, or a person takes that back', async () => {
    const scripts = { test: 'echo test >> ran', build: 'echo build >> ran' };
    await writeFile(directory('workspace', 'package.json'), JSON.stringify({ scripts }));
    answerWith([shell('npm test 2>&1 | tail -3')], [shell('npm run build'), shell('npm run test')]);
    const pipelineId = pipeline();
    const first = await submit(office, { pipelineId });
    const approval = await asked();
    expect(approval).toMatchObject({
      scopes: ['once', 'run', 'checks'],
      check: 'npm run test',
      checks: {
        commands: ['npm run test', 'npm run build'],
        told: expect.stringContaining('They run tests and scripts that the office writes'),
      },
    });
    expect(approval).not.toHaveProperty('items');
    const yes = { type: 'approve', approved: true } as const;
    socket.send({ ...yes, approvalId: approval.id, scope: 'checks', by: 'Ada' });
    const run = await finished(office, socket, first.id);
    expect(run.approvals).toMatchObject([{ status: 'approved', scope: 'checks' }]);
    // The last is the check of the office, at the end.
    expect(await ran()).toBe('test\nbuild\ntest\ntest\n');

    const floor = `/workspaces/${run.workspaceId}/checks`;
    const { body: allowed } = await office.client.get<readonly AllowedCheck[]>(floor);
    expect(allowed).toMatchObject([
      { command: 'npm run build', approvalId: approval.id, allowedBy: 'Ada' },
      { command: 'npm run test', approvalId: approval.id, allowedBy: 'Ada' },
    ]);
    await offices.pop()?.close();

    await open();
    const later = await submit(office, { pipelineId: pipeline() });
    expect((await finished(office, socket, later.id)).approvals).toEqual([]);

    const { workspaceId } = run;
    socket.send({ type: 'revokeChecks', workspaceId, command: 'npm run test', requestId: 'r' });
    const { result } = await socket.waitFor('command.done');
    expect(result).toMatchObject([{ command: 'npm run build' }]);
    answerWith([shell('npm run build')], [shell('npm run test')]);
    const revoked = await submit(office, { pipelineId: 'test-pipeline' });
    const again = await asked();
    expect(again).toMatchObject({ runId: revoked.id, summary: 'npm run test' });
    socket.send({ ...yes, approvalId: again.id, scope: 'checks' });
    await finished(office, socket, revoked.id);

    scripts.test = 'echo other >> ran';
    await writeFile(directory('workspace', 'package.json'), JSON.stringify({ scripts }));
    answerWith([shell('npm run build'), shell('npm run test')]);
    const changed = await submit(office, { pipelineId: 'test-pipeline' });
    const { approval: both } = await socket.waitFor(
      'approval.requested',
      (event) => event.approval.runId === changed.id,
    );
    expect(both).toMatchObject({ scopes: ['once', 'run', 'checks'], items: [{}, {}] });
    socket.send({ ...yes, approvalId: both.id, scope: 'run' });
    await finished(office, socket, changed.id);

    socket.send({ type: 'revokeChecks', workspaceId });
    socket.send({ type: 'revokeChecks', workspaceId, command: 'npm run test' });
    await socket.waitFor('error', ({ message }) =>
      message.includes(`No check "npm run test" is allowed on "${workspaceId}".`),
    );
    expect((await office.client.get(floor)).body).toEqual([]);
    const nowhere = await office.client.get('/workspaces/nowhere/checks');
    expect([nowhere.status, nowhere.body]).toEqual([404, { error: 'No workspace "nowhere".' }]);
  });
});
