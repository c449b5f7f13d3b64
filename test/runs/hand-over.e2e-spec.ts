import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import {
  callsTool,
  carryOut,
  finished,
  offerPipeline,
  promptOf,
  submit,
  toolResultsIn,
} from './support/commission.js';

const directory = temporaryDirectory();
const offices: RunningOffice[] = [];
const handOver = 'Wrote the parser, not the tests.\n\nStatus: to be continued';
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

const isContinuation = ({ body }: ScriptedRequest): boolean =>
  JSON.stringify(body?.messages ?? []).includes('# Go on');

const messagesOf = (body: ScriptedRequest['body'] | undefined): readonly unknown[] =>
  (body?.messages ?? []) as readonly unknown[];

/** Hands over once, and then does what is left with a command that a person must allow. */
function handsOverOnce(request: ScriptedRequest): ScriptedReply {
  if (!isContinuation(request)) return { text: [handOver] };
  return callsTool('run_shell', { command: 'echo tested' }, 'All tested.')(request);
}

describe('work that does not fit into a turn', () => {
  it('goes on in another turn of the same employee, over a restart of the service', async () => {
    provider.respondWith(handsOverOnce);
    const stage = { kind: 'build', roleIds: ['backend-dev-1'] } as const;
    const { id } = await submit(office, { pipelineId: offerPipeline(office, stage) });
    const { approval } = await socket.waitFor('approval.requested');
    const asked = provider.requests.length;
    await offices.pop()?.close();

    await open();
    socket.send({ type: 'approve', approvalId: approval.id, approved: true });
    const run = await finished(office, socket, id);
    expect(run.status).toBe('done');
    expect(run.turns.map(({ status }) => status)).toEqual(['done', 'done']);
    expect(run.stages[0]?.turnIds).toEqual(run.turns.map((turn) => turn.id));
    expect(run.stages[0]?.summary).toBe('All tested.');
    // Nothing that was answered is asked again.
    expect(provider.requests.length).toBe(asked + 1);
    // It is one conversation: what was said stands where it stood, and the tools stay the same.
    const [first, second, last] = provider.requests.map(({ body }) => body);
    const said = { role: 'assistant', content: handOver };
    const begun = messagesOf(first);
    expect(messagesOf(second).slice(0, begun.length + 1)).toEqual([...begun, said]);
    expect(messagesOf(last).slice(0, begun.length + 2)).toEqual(messagesOf(second));
    expect(last?.tools).toEqual(first?.tools);
  });

  it('is marked unfinished when no turn is left, and the next stage sees it', async () => {
    provider.respondWith((request) =>
      promptOf(request).includes('Stage: **Report**') ? { text: ['So so.'] } : { text: [handOver] },
    );
    const pipelineId = offerPipeline(
      office,
      { kind: 'build', name: 'Build', roleIds: ['researcher'] },
      { kind: 'report', name: 'Report', roleIds: ['ceo'] },
    );
    const run = await carryOut(office, socket, { pipelineId });
    expect(run.turns.map(({ roleId }) => roleId)).toEqual(['researcher', 'researcher', 'ceo']);
    expect(run.stages[0]?.summary).toMatch(/^UNFINISHED: .* handed over after 2 turn\(s\)/);
    expect(promptOf(provider.requests.at(-1)!)).toContain('UNFINISHED: ');
    expect(run.status).toBe('done');
  });
});

describe('a brief that is longer than a prompt shows', () => {
  it('is shown as a digest that says so, and read to its end by pages', async () => {
    const brief = `Build it. ${'Detail. '.repeat(8000)}The colour is teal.`;
    const pages: string[] = [];
    provider.respondWith((request) => {
      const results = toolResultsIn(request);
      pages.splice(0, Infinity, ...results);
      if (results.length >= 6) return { text: ['Read.'] };
      const args = [
        JSON.stringify({ id: 'brief', offset: brief.length - 7000 * (6 - results.length) }),
      ];
      return { toolCalls: [{ id: `call_${results.length}`, name: 'read_document', args }] };
    });
    const pipelineId = offerPipeline(office, { kind: 'plan', roleIds: ['ceo'] });
    const run = await carryOut(office, socket, { brief, pipelineId });
    const [first] = provider.requests;
    expect(promptOf(first!)).toContain('the whole: read_document with the id brief]');
    expect(promptOf(first!).length).toBeLessThan(20_000);
    expect(pages).toHaveLength(6);
    expect(pages[5]).toContain('The colour is teal.');
    expect(pages[0]).toContain('continue with offset');
    expect(run.turns[0]?.toolCalls.map(({ status }) => status)).toEqual(Array(6).fill('ok'));
    // It is no tool that could be granted.
    const listed = (await office.client.get<readonly { name: string }[]>('/api/tools')).body;
    expect(listed.map(({ name }) => name)).not.toContain('read_document');
  });
});

describe('a review that objects to its end', () => {
  it('fails the run, and its objections are the outcome', async () => {
    provider.respondWith(() => ({
      text: ['1. src/a.ts: the lock is never released.\n\nVerdict: objections'],
    }));
    const pipelineId = offerPipeline(office, {
      kind: 'review',
      name: 'Review',
      mode: 'review-loop',
      roleIds: ['qa-lead', 'cto'],
    });
    const run = await carryOut(office, socket, { pipelineId });
    expect(run.status).toBe('failed');
    expect(run.outcome).toMatch(/^UNRESOLVED REVIEW: /);
    expect(run.outcome).toContain('the lock is never released');
    for (const request of provider.requests) {
      expect(promptOf(request)).toContain('Verdict: approved\nVerdict: objections');
    }
  });

  it('does not fail for words that a verdict line overrules', async () => {
    provider.respondWith(() => ({
      text: ['No blocking issues; non-blocking I/O is fine.\n\n**Verdict: approved**'],
    }));
    const pipelineId = offerPipeline(office, {
      kind: 'review',
      mode: 'review-loop',
      roleIds: ['cto'],
    });
    expect((await carryOut(office, socket, { pipelineId })).status).toBe('done');
  });
});

describe('a file that does not fit into an answer', () => {
  it('is answered with the limit and how to write in parts, not with a fault of the JSON', async () => {
    provider.respondWith((request) =>
      toolResultsIn(request).length > 0
        ? { text: ['In parts, then.'] }
        : {
            toolCalls: [{ id: 'c', name: 'write_file', args: ['{"path":"a.txt","content":"half'] }],
            finish: 'length',
            usage: { tokensIn: 10, tokensOut: 4096 },
          },
    );
    const pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
    const run = await carryOut(office, socket, { pipelineId });
    expect(run.status).toBe('done');
    expect(toolResultsIn(provider.requests.at(-1)!)[0]).toContain('cut at 4096 tokens');
  });
});
