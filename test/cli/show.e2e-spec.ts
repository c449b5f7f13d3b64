import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RunDetail, StageSpec } from '../../src/protocol/records/work.js';
import { finished, offerPipeline, submit } from '../runs/support/commission.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { type ProgramResult, runProgram } from '../support/run-program.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';

const stages: readonly Partial<StageSpec>[] = [
  { kind: 'plan', name: 'Plan', roleIds: ['backend-dev-1'] },
  { kind: 'debate', name: 'Debate', mode: 'debate', roleIds: ['ceo', 'cto'], onDemand: true },
  { kind: 'build', name: 'Build', mode: 'parallel', roleIds: ['backend-dev-1'] },
  { kind: 'review', name: 'Review', mode: 'review-loop', roleIds: ['qa-lead'] },
];
const plan = {
  builders: [{ roleId: 'backend-dev-1', part: 'the greeting' }],
  checks: [
    { command: 'cat a.txt', proves: 'it greets' },
    { command: 'test -f b.txt', proves: 'nothing else broke' },
  ],
};
const building: readonly (readonly [tool: string, args: object])[] = [
  ['write_file', { path: 'a.txt', content: 'hello\nthere\n' }],
  ['run_shell', { command: 'wc -l a.txt 2>&1 | tail -5' }],
];

interface Message {
  readonly role: string;
  readonly content: string | null;
}

const call = (name: string, args: object): ScriptedReply => ({
  toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }],
});

/** Plans, builds and runs a command of its own; the first pass of the review objects. */
function brain(): (request: ScriptedRequest) => ScriptedReply {
  let judged = 0;
  return ({ body }) => {
    const messages = (body?.messages ?? []) as readonly Message[];
    const last = messages.findLastIndex(({ role }) => role === 'user');
    const asked = messages[last]?.content ?? '';
    const answered = messages.slice(last).filter(({ role }) => role === 'tool').length;
    if (asked.includes('Stage: **Plan**')) return call('set_plan', plan);
    if (asked.includes('Stage: **Build**')) {
      const [name, args] = building[answered] ?? [];
      return name === undefined ? { text: ['It greets.'] } : call(name, args ?? {});
    }
    if (!asked.includes('Verdict: objections')) return { text: ['It is done.'] };
    if (asked.includes('change your files')) return { text: ['1. fixed: it greets now.'] };
    judged += 1;
    return {
      text: [judged === 1 ? '1. a.txt: louder.\n\nVerdict: objections' : 'Verdict: approved'],
    };
  };
}

/** The built command line at a run that was planned, asked something and was reviewed twice. */
describe('office show', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let run: RunDetail;
  let waiting: ProgramResult;
  let done: ProgramResult;

  function show(...args: readonly string[]): Promise<ProgramResult> {
    const env = { HOST: '127.0.0.1', PORT: String(office.port) };
    return runProgram('node', ['dist/cli/office.js', 'show', ...args], { env });
  }

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    provider.respondWith(brain());
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './work',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
    const { id } = await submit(office, { pipelineId: offerPipeline(office, ...stages) });
    const { approval } = await socket.waitFor('approval.requested');
    waiting = await show(id);
    socket.send({ type: 'approve', approvalId: approval.id, approved: true, by: 'Ana' });
    const { approval: next } = await socket.waitFor(
      'approval.requested',
      (event) => event.approval.id !== approval.id,
    );
    const answer = { approved: true, scope: 'run', by: 'Ana', reason: 'go on' } as const;
    socket.send({ type: 'approve', approvalId: next.id, ...answer });
    run = await finished(office, socket, id);
    done = await show(id);
  }, 120_000);
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  it('says why it has its pipeline, and what each stage took and cost', () => {
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('\nPipeline test-pipeline: it was asked for.\n');
    expect(done.stdout).toMatch(/^stage +status +passes +turns +spent +took +why$/m);
    expect(done.stdout).toMatch(/^Plan +done +1 +\$0\.\d{4} +\d+\.\d s$/m);
    expect(done.stdout).toMatch(
      /^Debate +skipped +0 +\$0\.0000 +Not needed: the plan does not ask for it\.$/m,
    );
    expect(done.stdout).toMatch(/^Build +done +1 +\$0\.\d{4} +\d+\.\d s$/m);
    expect(done.stdout).toMatch(/^Review +done +2 +3 +\$0\.\d{4} +\d+\.\d s$/m);
  });

  it('says how the checks stood before and after', () => {
    expect(done.stdout).toContain(
      [
        'Checks:',
        '  cat a.txt (it greets): passed; before the work: exit code: 1; at the end: exit code: 0',
        '    | hello',
        '    | there',
        '  test -f b.txt (nothing else broke): failed before and after; before the work: exit code: 1; at the end: exit code: 1',
        '',
      ].join('\n'),
    );
  });

  it('says what waits for a person, and then who decided it, and how', () => {
    const [asked] = run.approvals;
    expect(waiting.stdout).toMatch(
      new RegExp(
        `^  Run the 2 checks of this run: cat a\\.txt, … \\(shell, stage Build\\): waits since \\S+Z; .*approve ${asked?.id}$`,
        'm',
      ),
    );
    expect(done.stdout).toMatch(/^ {2}Run the 2 checks .*: approved by Ana after \d+\.\d s$/m);
    expect(done.stdout).toMatch(
      /^ {2}wc -l a\.txt .*\(shell, stage Build\): approved for the rest of the run by Ana after \d+\.\d s: go on$/m,
    );
  });

  it('tells no share of caches where the provider told none', () => {
    expect(run.cachedShare).toBe(0);
    expect(done.stdout).not.toContain('prompt caches');
  });

  it('prints what the office answers with --json', async () => {
    expect(JSON.parse((await show(run.id, '--json')).stdout)).toEqual(run);
  });
});
