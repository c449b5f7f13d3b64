import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunDetail, StageSpec } from '../../src/protocol/records/work.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { carryOut, finished, offerPipeline, submit, toolResultsIn } from './support/commission.js';

const directory = temporaryDirectory();
const offices: RunningOffice[] = [];
let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;

async function open(): Promise<void> {
  office = await startLiveOffice(provider, {
    OPENAI_API_KEY: 'key',
    OFFICE_DB: directory('office.sqlite'),
    OFFICE_WORKSPACE: directory('workspace'),
  });
  offices.push(office);
  socket = await office.client.connect();
}

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
beforeEach(async () => {
  provider.requests.length = 0;
  await open();
});
afterEach(async () => {
  for (const opened of offices.splice(0)) await opened.close();
});
afterAll(() => provider.close());

const stages: readonly Partial<StageSpec>[] = [
  { kind: 'plan', name: 'Plan', roleIds: ['backend-dev-1'] },
  { kind: 'debate', name: 'Debate', mode: 'debate', roleIds: ['ceo', 'cto'], onDemand: true },
  { kind: 'build', name: 'Build', mode: 'parallel', roleIds: ['frontend-dev-1'] },
  { kind: 'review', name: 'Review', mode: 'review-loop', roleIds: ['backend-lead', 'qa-lead'] },
];
const alone = { builders: [{ roleId: 'backend-dev-1', part: 'all of it' }] };

interface Message {
  readonly role: string;
  readonly content: string | null;
}
const messagesOf = ({ body }: ScriptedRequest) => (body?.messages ?? []) as readonly Message[];

/** The stage that a request works on: that of what the user said last. */
function stageIn(request: ScriptedRequest): string | undefined {
  const asked = messagesOf(request).findLast(({ role }) => role === 'user')?.content ?? '';
  return /Stage: \*\*(.*)\*\*/.exec(asked)?.[1];
}

/** Tool results since the user spoke last. */
const resultsIn = (request: ScriptedRequest): readonly string[] => {
  const messages = messagesOf(request);
  const last = messages.findLastIndex(({ role }) => role === 'user');
  return messages
    .slice(last + 1)
    .flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : []));
};

const call = (name: string, args: object, text = ''): ScriptedReply => ({
  ...(text !== '' && { text: [text] }),
  toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }],
});

/** Plans with these arguments, one try after the other, and does the rest in a word. */
function plansWith(...tries: readonly object[]) {
  return (request: ScriptedRequest): ScriptedReply => {
    if (stageIn(request) !== 'Plan') return { text: ['Fine.\n\nVerdict: approved'] };
    const args = tries[resultsIn(request).length];
    return args === undefined ? { text: ['I give up.'] } : call('set_plan', args, 'I change a.ts.');
  };
}

const statuses = ({ stages: all }: RunDetail) => all.map(({ status }) => status);
const workers = ({ turns }: RunDetail) => turns.map(({ roleId }) => roleId);

describe('a plan', () => {
  it('is carried out: who builds, who reviews, and which stages are worked on', async () => {
    provider.respondWith(plansWith({ ...alone, checks: [], review: 'one' }));
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
    expect(run.workPlan).toEqual({
      builders: [{ roleId: 'backend-dev-1', part: 'all of it', paths: [] }],
      checks: [],
      open: [],
      stages: [],
      review: 'one',
    });
    expect(statuses(run)).toEqual(['done', 'skipped', 'done', 'done']);
    expect(run.stages[1]?.summary).toBe('Not needed: the plan does not ask for it.');
    // The chair is of the builder's department, so somebody else looks afresh.
    expect(workers(run)).toEqual(['backend-dev-1', 'backend-dev-1', 'qa-lead']);
    expect(run.stages[2]?.participantRoleIds).toEqual(['backend-dev-1']);
    // An answer that only sets the plan ends the turn, with its words as the result.
    expect(run.stages[0]?.summary).toBe('I change a.ts.');
    expect(provider.requests).toHaveLength(3);
    const shown = messagesOf(provider.requests[2]!)
      .map(({ content }) => content)
      .join('\n');
    expect(shown).toContain('- `backend-dev-1`: all of it');
  });

  it('is built in the conversation in which it was made, over a restart of the service', async () => {
    provider.respondWith((request) =>
      stageIn(request) === 'Build' && resultsIn(request).length === 0
        ? call('run_shell', { command: 'echo built' })
        : plansWith(alone)(request),
    );
    const { id } = await submit(office, { pipelineId: offerPipeline(office, ...stages) });
    const { approval } = await socket.waitFor('approval.requested');
    await offices.pop()?.close();
    await open();
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    const [planning, building, built] = provider.requests;
    const begun = messagesOf(planning!);
    expect(messagesOf(building!).slice(0, begun.length)).toEqual(begun);
    expect(messagesOf(built!).slice(0, messagesOf(building!).length)).toEqual(
      messagesOf(building!),
    );
    expect(built?.body?.tools).toEqual(planning?.body?.tools);
    expect(stageIn(building!)).toBe('Build');
  });

  it('may divide the work, ask for a debate and for everybody in the review', async () => {
    const builders = [
      { roleId: 'backend-dev-1', part: 'the rules', paths: ['src/rules.ts'] },
      { roleId: 'frontend-dev-1', part: 'the page', paths: ['src/page.ts'] },
    ];
    const open = [{ question: 'Polling or a socket?', options: ['polling', 'a socket'] }];
    const wanted = [{ name: 'Debate', reason: 'it decides how much is written' }];
    provider.respondWith(plansWith({ builders, open, stages: wanted, review: 'full' }));
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
    expect(statuses(run)).toEqual(['done', 'done', 'done', 'done']);
    expect(new Set(workers(run).slice(-4, -2))).toEqual(
      new Set(['backend-dev-1', 'frontend-dev-1']),
    );
    expect(workers(run).slice(-2)).toEqual(['qa-lead', 'backend-lead']);
  });

  it('is optional: without one, all stages but those on demand are worked on', async () => {
    provider.respondWith(() => ({ text: ['Fine.\n\nVerdict: approved'] }));
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
    expect(run.workPlan).toBeUndefined();
    expect(statuses(run)).toEqual(['done', 'skipped', 'done', 'done']);
    expect(run.stages[1]?.summary).toBe('Not needed: no plan was set that asks for it.');
    expect(workers(run)).toEqual(['backend-dev-1', 'frontend-dev-1', 'qa-lead', 'backend-lead']);
  });
});

const two = (paths: readonly string[]) =>
  ['backend-dev-1', 'frontend-dev-1'].map((roleId) => ({ roleId, part: 'half', paths }));

describe('a plan that cannot be carried out', () => {
  it.each<[string, object, string]>([
    ['nobody builds', { builders: [] }, '"builders" is empty: name who builds, at best yourself.'],
    [
      'a builder who is not there',
      { builders: [{ roleId: 'wizard', part: 'magic' }] },
      'There is no employee "wizard" who may write. They may: ',
    ],
    [
      'a builder twice',
      { builders: [...alone.builders, ...alone.builders] },
      '"backend-dev-1" is named twice in "builders"',
    ],
    ['a path with two owners', { builders: two(['src/a.ts']) }, '"src/a.ts" has two owners.'],
    [
      'a path with two owners who spell it in two ways',
      {
        builders: [
          { ...two(['src/a'])[0], paths: ['./src/a/'] },
          { ...two(['src/a'])[1], paths: ['src//a'] },
        ],
      },
      '"src/a" has two owners.',
    ],
    [
      'a path outside',
      { builders: [{ ...alone.builders[0], paths: ['../a.ts'] }] },
      '"../a.ts" is not in the workspace',
    ],
    [
      'a check that cannot fail',
      { ...alone, checks: [{ command: 'npm test || true', proves: 'all' }] },
      'The check "npm test || true" cannot fail, so it proves nothing.',
    ],
    [
      'a check twice',
      { ...alone, checks: Array(2).fill({ command: 'npm test', proves: 'all' }) },
      'The check "npm test" is listed twice.',
    ],
    [
      'a stage that is worked on anyway',
      { ...alone, stages: [{ name: 'Review', reason: 'care' }] },
      '"Review" is no stage on demand. These are: Debate.',
    ],
    [
      'a debate about nothing',
      { ...alone, stages: [{ name: 'Debate', reason: 'fun' }] },
      'A debate needs a question',
    ],
  ])('%s: the planner is told what is right, and plans again', async (_, wrong, told) => {
    provider.respondWith(plansWith(wrong, alone));
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
    expect(resultsIn(provider.requests[1]!)[0]).toContain(told);
    expect(run.turns[0]?.toolCalls.map(({ status }) => status)).toEqual(['error', 'ok']);
    expect(run.workPlan?.builders).toHaveLength(1);
  });

  it('with two builders where the stage has room for one', async () => {
    provider.respondWith(plansWith({ builders: two([]) }, alone));
    const single = stages.map((stage) =>
      stage.kind === 'build' ? { ...stage, mode: 'single' as const } : stage,
    );
    await carryOut(office, socket, { pipelineId: offerPipeline(office, ...single) });
    expect(resultsIn(provider.requests[1]!)[0]).toContain('One employee works on "Build"');
  });

  it('after the planning, or where nothing is on demand', async () => {
    provider.respondWith((request) =>
      stageIn(request) === 'Build' && resultsIn(request).length === 0
        ? call('set_plan', alone)
        : plansWith({ ...alone, stages: [{ name: 'Debate', reason: 'fun' }] }, alone)(request),
    );
    const plain = stages.filter(({ onDemand }) => onDemand !== true);
    const run = await carryOut(office, socket, { pipelineId: offerPipeline(office, ...plain) });
    expect(resultsIn(provider.requests[1]!)[0]).toContain('This pipeline has no stages on demand');
    const [, again] = run.turns;
    expect(again?.toolCalls[0]).toMatchObject({ name: 'set_plan', status: 'denied' });
  });
});

describe('a person changes the plan', () => {
  /** Waits until the plan is refused in words that hold these. */
  const refused = async (runId: string, plan: object, words: string): Promise<void> => {
    socket.send({ type: 'steerRun', runId, plan } as never);
    await socket.waitFor('error', ({ message }) => message.includes(words));
  };

  it('and it holds from the next stage on', async () => {
    provider.respondWith((request) =>
      stageIn(request) === 'Plan' && resultsIn(request).length === 0
        ? call('run_shell', { command: 'echo looking' })
        : plansWith({}, alone)(request),
    );
    const { id } = await submit(office, { pipelineId: offerPipeline(office, ...stages) });
    const { approval } = await socket.waitFor('approval.requested');
    await refused(id, { builders: 'all' }, 'The plan cannot be used: ');
    const ghost = 'There is no employee "ghost" who may write.';
    const builders = [{ roleId: 'ghost', part: 'x' }];
    await refused(id, { builders }, `Run "${id}" cannot be steered: ${ghost}`);
    socket.send({
      type: 'steerRun',
      runId: id,
      plan: { builders: [{ roleId: 'backend-dev-2', part: 'all of it' }], review: 'full' },
    } as never);
    await socket.waitFor('run.updated', ({ run }) => (run.instructions ?? []).length === 1);
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(office, socket, id);
    expect(run.workPlan?.builders[0]?.roleId).toBe('backend-dev-2');
    expect(run.instructions?.[0]?.text).toContain('The plan is changed');
    expect(workers(run)).toEqual(['backend-dev-1', 'backend-dev-2', 'qa-lead', 'backend-lead']);
    expect(toolResultsIn(provider.requests[1]!)).toHaveLength(1);
  });
});
