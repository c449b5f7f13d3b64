import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CheckRecord } from '../../src/protocol/records/evidence.js';
import type { RunDetail, StageSpec } from '../../src/protocol/records/work.js';
import { checkResults } from '../../src/protocol/rules/check-states.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { ScriptedReply } from '../support/scripted-vendor/scripted-reply.js';
import { ScriptedVendor, type VendorRequest } from '../support/scripted-vendor/scripted-vendor.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { carryOut, finished, offerPipeline, submit } from './support/commission.js';

const directory = temporaryDirectory();
let vendor: ScriptedVendor;
let office: RunningOffice;
let socket: OfficeSocket;

async function open(env: Record<string, string> = {}): Promise<void> {
  office = await startLiveOffice(vendor, {
    OPENAI_API_KEY: 'key',
    OFFICE_WORKSPACE: directory('workspace'),
    OFFICE_AUTO_APPROVE_SHELL: 'true',
    PATH: process.env.PATH ?? '',
    ...env,
  });
  socket = await office.client.connect();
}

beforeAll(async () => {
  vendor = await ScriptedVendor.start();
});
beforeEach(async () => {
  vendor.requests.length = 0;
  await rm(directory('workspace'), { recursive: true, force: true });
});
afterEach(() => office.close());
afterAll(() => vendor.close());

const stages: readonly Partial<StageSpec>[] = [
  { kind: 'plan', name: 'Plan', roleIds: ['backend-dev-1'] },
  { kind: 'build', name: 'Build', mode: 'parallel', roleIds: ['backend-dev-1'] },
  { kind: 'review', name: 'Review', mode: 'review-loop', roleIds: ['qa-lead'] },
  { kind: 'report', name: 'Report', roleIds: ['ceo'] },
];

interface Message {
  readonly role: string;
  readonly content: string | null;
}
const messagesOf = ({ body }: VendorRequest) => (body?.messages ?? []) as readonly Message[];
const lastAsked = (request: VendorRequest): string =>
  messagesOf(request).findLast(({ role }) => role === 'user')?.content ?? '';
const stageIn = (request: VendorRequest): string | undefined =>
  /Stage: \*\*(.*)\*\*/.exec(lastAsked(request))?.[1];
const isRevision = (request: VendorRequest): boolean =>
  lastAsked(request).includes('change your files so that they answer');

/** Results of tools since the user spoke last. */
const answeredIn = (request: VendorRequest): number => {
  const messages = messagesOf(request);
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(asked).filter(({ role }) => role === 'tool').length;
};

const call = (name: string, args: object, text = ''): ScriptedReply => ({
  ...(text !== '' && { text: [text] }),
  toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }],
});
const writes = (content: string, path = 'a.txt') => call('write_file', { path, content });

interface Script {
  readonly checks?: readonly object[];
  readonly builders?: readonly object[];
  /** Contents of `a.txt`, as built and as revised. */
  readonly built?: string;
  readonly revised?: string;
  readonly verdict?: string;
}

/** A planner that builds alone, with these checks. */
function plays(script: Script): (request: VendorRequest) => ScriptedReply {
  const { checks, built = 'one\n', revised = 'two\n', verdict = 'approved' } = script;
  const { builders = [{ roleId: 'backend-dev-1', part: 'all' }] } = script;
  return (request) => {
    const done = answeredIn(request);
    if (isRevision(request)) return done > 0 ? { text: ['Mended.'] } : writes(revised);
    switch (stageIn(request)) {
      case 'Plan':
        return checks === undefined
          ? { text: ['I build it.'] }
          : call('set_plan', { builders, checks }, 'I build it.');
      case 'Build':
        return done > 0 ? { text: ['Built.'] } : writes(built);
      case 'Review':
        return { text: [`Looked at.\n\nVerdict: ${verdict}`] };
      default:
        return { text: ['All is told.'] };
    }
  };
}

async function carriedOut(script: Script): Promise<RunDetail> {
  vendor.respondWith(plays(script));
  return carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
}

const isTwo = { command: 'grep -qx two a.txt', proves: 'it says two' };
const momentsOf = ({ checks = [] }: RunDetail) =>
  checks.map(({ moment, exitCode }: CheckRecord) => [moment, exitCode]);
const statesOf = (run: RunDetail) => checkResults(run).map(({ state }) => state);

describe('a check that fails after the build', () => {
  it('goes to the builder before all else, and is mended', async () => {
    await open();
    const check = {
      command: 'cat a.txt; grep -qx two a.txt',
      proves: 'it says two',
      mustPass: true,
    };
    const run = await carriedOut({ checks: [check] });
    expect(run).toMatchObject({ status: 'done', outcome: 'All is told.', error: null });
    expect(momentsOf(run)).toEqual([
      ['before', 2],
      ['build', 1],
      ['revision', 0],
      ['end', 0],
    ]);
    expect(statesOf(run)).toEqual(['passed']);
    const asked = lastAsked(vendor.requests.find(isRevision)!);
    const places = ['the checks that failed', '  | one', 'the ruling'].map((part) =>
      asked.indexOf(part),
    );
    expect(places[0]).toBeGreaterThan(0);
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(asked).toContain(
      '`cat a.txt; grep -qx two a.txt` failed (exit code: 1, after the build)',
    );
    expect(asked).toContain('the office runs them again after you');
    await expect(readFile(join(run.workspacePath, 'a.txt'), 'utf8')).resolves.toBe('two\n');
  });

  it('is told to builder, reviewer and report, and recorded as what the office ran', async () => {
    await open();
    const run = await carriedOut({ checks: [{ ...isTwo, mustPass: true }] });
    const shownIn = (stage: string): readonly string[] =>
      vendor.requests
        .filter((request) => stageIn(request) === stage && !isRevision(request))
        .map(lastAsked);
    expect(shownIn('Build')[0]).toContain('`grep -qx two a.txt` failed before the work');
    const [first, second] = shownIn('Review');
    expect(first).toContain('`grep -qx two a.txt` failed (exit code: 1, after the build)');
    expect(second).toContain('`grep -qx two a.txt` passed (exit code: 0, after a revision)');
    const [report] = shownIn('Report');
    expect(report).toContain(
      '- `grep -qx two a.txt` (the office) FAILED: exit code: 1, after the build; 1 file(s) changed',
    );
    expect(report).toContain('(the office) succeeded: exit code: 0, after a revision');
    const ofOffice = run.evidence.filter(({ by }) => by === 'office');
    expect(ofOffice).toHaveLength(4);
    expect(ofOffice[1]).toMatchObject({
      turnId: null,
      roleId: null,
      command: 'grep -qx two a.txt',
      exitCode: 1,
      succeeded: false,
      changedSince: ['a.txt'],
    });
    const documents = run.artifacts.filter(({ kind }) => kind === 'test-report');
    expect(documents.map(({ title }) => title)).toEqual([
      'Check before the work: grep -qx two a.txt',
      'Check after the build: grep -qx two a.txt',
      'Check after a revision: grep -qx two a.txt',
      'Check at the end: grep -qx two a.txt',
    ]);
  });

  it('fails the run where it is never mended, and the error names it', async () => {
    await open();
    const check = { ...isTwo, mustPass: true };
    const run = await carriedOut({ checks: [check], revised: 'three\n' });
    expect(run).toMatchObject({
      status: 'failed',
      error: 'The checks did not pass: grep -qx two a.txt (exit code 1).',
      outcome: 'All is told.',
    });
    expect(statesOf(run)).toEqual(['failed']);
  });

  it('names the error of a run whose reviewer objects to the end', async () => {
    await open();
    const check = { ...isTwo, mustPass: true };
    const run = await carriedOut({ checks: [check], revised: 'three\n', verdict: 'objections' });
    expect(run.stages[2]?.status).toBe('failed');
    expect(run.error).toBe('The checks did not pass: grep -qx two a.txt (exit code 1).');
  });

  it('goes only to the builder whose path its output names', async () => {
    await open();
    const builders = [
      { roleId: 'backend-dev-1', part: 'x', paths: ['a.txt'] },
      { roleId: 'frontend-dev-1', part: 'y', paths: ['b.txt'] },
    ];
    const check = { command: 'grep -Hc two a.txt', proves: 'it says two', mustPass: true };
    const play = plays({ checks: [check], builders });
    vendor.respondWith((request) =>
      stageIn(request) === 'Build' && answeredIn(request) === 0
        ? writes('one\n', lastAsked(request).includes('`frontend-dev-1`.') ? 'b.txt' : 'a.txt')
        : play(request),
    );
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
    expect(run.status).toBe('done');
    const revised = run.turns.filter(({ purpose }) => purpose.startsWith('change your files'));
    expect(revised.map(({ roleId }) => roleId)).toEqual(['backend-dev-1']);
  });
});

describe('a check that failed before the first write', () => {
  const old = { command: 'test -f never.txt', proves: 'never' };

  it('in the same way fails nothing, and is told as such', async () => {
    await open();
    const run = await carriedOut({ checks: [old, isTwo], built: 'two\n' });
    expect(run).toMatchObject({ status: 'done', outcome: 'All is told.' });
    expect(statesOf(run)).toEqual(['failed-before-and-after', 'passed']);
    expect(vendor.requests.some(isRevision)).toBe(false);
    const review = vendor.requests.find((request) => stageIn(request) === 'Review');
    expect(lastAsked(review!)).toContain('`test -f never.txt` failed before and after');
  });

  it('counts if it must pass', async () => {
    await open();
    const run = await carriedOut({ checks: [{ ...old, mustPass: true }] });
    expect(run.error).toBe('The checks did not pass: test -f never.txt (exit code 1).');
  });

  it('counts if it fails in another way now', async () => {
    await open();
    const command = 'test -f a.txt && echo "not ok - broken" && exit 1; exit 1';
    const run = await carriedOut({ checks: [{ command, proves: 'x' }] });
    expect(run.status).toBe('failed');
    expect(run.error).toBe(`The checks did not pass: ${command} (exit code 1).`);
  });

  it('alone proves nothing of the work', async () => {
    await open();
    const run = await carriedOut({ checks: [old] });
    expect(run).toMatchObject({
      status: 'done',
      outcome:
        'All is told.\n\nNot checked: every check failed before the work in the same way as after it.',
    });
  });

  it('is not known where the planner has written before', async () => {
    await open();
    const play = plays({ checks: [old] });
    vendor.respondWith((request) =>
      stageIn(request) === 'Plan' && answeredIn(request) === 0
        ? writes('first\n', 'b.txt')
        : play(request),
    );
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
    expect(momentsOf(run)[0]).toEqual(['build', 1]);
    expect(run.status).toBe('failed');
  });
});

describe('a run that changed files without a check', () => {
  it('is done, and says that it was not checked', async () => {
    await open();
    const run = await carriedOut({});
    expect(run.status).toBe('done');
    expect(run.outcome).toBe(
      'All is told.\n\nNot checked: no plan names a command that proves the work, and no test command was found in the project.',
    );
  });

  it('says nothing of it where no file was changed', async () => {
    await open();
    vendor.respondWith((request) =>
      stageIn(request) === 'Review'
        ? { text: ['Verdict: approved'] }
        : { text: ['Nothing to do.'] },
    );
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
    expect(run).toMatchObject({ status: 'done', outcome: 'Nothing to do.' });
  });
});

describe("the project's own test command", () => {
  async function project(test: string): Promise<void> {
    await mkdir(directory('workspace'), { recursive: true });
    const manifest = JSON.stringify({ name: 'p', version: '1.0.0', scripts: { test } });
    await writeFile(join(directory('workspace'), 'package.json'), manifest);
  }

  it('is run where code is changed, and decides', async () => {
    await open();
    await project('grep -qx two a.js');
    const play = plays({ checks: [] });
    vendor.respondWith((request) =>
      stageIn(request) === 'Build' && answeredIn(request) === 0
        ? writes('one\n', 'a.js')
        : isRevision(request) && answeredIn(request) === 0
          ? writes('two\n', 'a.js')
          : play(request),
    );
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
    expect(run.projectTest).toBe('npm run test');
    expect(run.checks?.map(({ command, moment }) => [command, moment])).toEqual([
      ['npm run test', 'before'],
      ['npm run test', 'build'],
      ['npm run test', 'revision'],
      ['npm run test', 'end'],
    ]);
    expect(run.status).toBe('done');
  });

  it('is not run where only text is changed', async () => {
    await open();
    await project('exit 0');
    const builders = [{ roleId: 'backend-dev-1', part: 'all', paths: ['README.md'] }];
    const play = plays({ checks: [], builders });
    vendor.respondWith((request) =>
      stageIn(request) === 'Build' && answeredIn(request) === 0
        ? writes('# Read\n', 'README.md')
        : play(request),
    );
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
    expect(run.checks).toBeUndefined();
    expect(run.outcome).toContain('Not checked: only files without code were changed');
  });
});

describe('the question whether the checks may be run', () => {
  const ask = async (script: Script) => {
    await open({ OFFICE_AUTO_APPROVE_SHELL: 'false' });
    vendor.respondWith(plays(script));
    const { id } = await submit(office, { pipelineId: offerPipeline(office, ...stages) });
    const { approval } = await socket.waitFor('approval.requested');
    return { id, approval };
  };
  const two = { command: 'test -f a.txt', proves: 'it is there', mustPass: true };

  it('is asked once for all checks of the run', async () => {
    const { id, approval } = await ask({ checks: [isTwo, two], built: 'two\n' });
    expect(approval).toMatchObject({
      kind: 'shell',
      stageName: 'Build',
      turnId: null,
      summary: 'Run the 2 checks of this run: grep -qx two a.txt, …',
    });
    expect(approval.detail).toMatch(/\n\ngrep -qx two a\.txt\ntest -f a\.txt$/);
    expect((await office.client.get<RunDetail>(`/api/runs/${id}`)).body.status).toBe(
      'awaiting-approval',
    );
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(run.approvals).toHaveLength(1);
    expect(statesOf(run)).toEqual(['passed', 'passed']);
  });

  it.each([
    ['too slow here', 'Not checked: a person refused the commands that check it: too slow here'],
    [undefined, 'Not checked: a person refused the commands that check it.'],
  ])('that is refused (%s) leaves the work unchecked', async (reason, told) => {
    const { id, approval } = await ask({ checks: [two] });
    const answer = { approvalId: approval.id, approved: false, ...(reason && { reason }) };
    socket.send({ type: 'approve', ...answer });
    const run = await finished(office, socket, id);
    expect(run).toMatchObject({ status: 'done', outcome: `All is told.\n\n${told}` });
    expect(run.checks).toBeUndefined();
    expect(run.approvals).toHaveLength(1);
    expect(statesOf(run)).toEqual(['not-run']);
  });
});

describe('a check whose output or time has no end', () => {
  it('is ended by the time limit and counts as failed', async () => {
    await open({ OFFICE_CHECK_TIMEOUT_MS: '1000' });
    const run = await carriedOut({
      checks: [{ command: 'sleep 600', proves: 'x', mustPass: true }],
    });
    expect(run.error).toBe('The checks did not pass: sleep 600 (it did not end by itself).');
    expect(run.checks?.[0]).toMatchObject({
      exitCode: null,
      outcome: 'Command timed out after 1000 ms and was killed.',
    });
  });

  it('is kept from both ends', async () => {
    await open();
    const command = 'echo first; seq 1 200000; echo last; exit 3';
    const run = await carriedOut({ checks: [{ command, proves: 'x', mustPass: true }] });
    const [check] = run.checks ?? [];
    expect(check?.tail.split('\n')).toHaveLength(20);
    expect(check?.tail).toMatch(/200000\nlast$/);
    const body = run.artifacts.find(({ id }) => id === check?.artifactId)?.body ?? '';
    expect(body.length).toBeLessThan(25_000);
    expect(body).toContain('first\n1\n2\n');
    expect(body).toContain('200000\nlast\n');
  });
});
