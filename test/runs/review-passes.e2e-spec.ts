import { lstat, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { RunDetail, StageSpec } from '../../src/protocol/records/work.js';
import { promptTexts } from '../../src/protocol/texts/prompts.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { carryOut, finished, offerPipeline, promptOf, submit } from './support/commission.js';

const directory = temporaryDirectory();
let provider: ScriptedProvider;
let office: RunningOffice;

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
beforeEach(async () => {
  provider.requests.length = 0;
  office = await startLiveOffice(provider, {
    OPENAI_API_KEY: 'key',
    OFFICE_WORKSPACE: directory('workspace'),
    OFFICE_AUTO_APPROVE_SHELL: 'true',
  });
});
afterEach(() => office.close());
afterAll(() => provider.close());

const stages: readonly Partial<StageSpec>[] = [
  { kind: 'build', name: 'Build', roleIds: ['backend-dev-1'] },
  { kind: 'review', name: 'Review', mode: 'review-loop', roleIds: ['qa-lead'] },
  { kind: 'report', name: 'Report', roleIds: ['ceo'] },
];
const ruling = '1. a.txt: it says one, and two was asked for.\n\nVerdict: objections';

interface Message {
  readonly role: string;
  readonly content: string | null;
}
const messagesOf = ({ body }: ScriptedRequest) => (body?.messages ?? []) as readonly Message[];
const lastAsked = (request: ScriptedRequest): string =>
  messagesOf(request).findLast(({ role }) => role === 'user')?.content ?? '';
const shownIn = (request: ScriptedRequest): string =>
  messagesOf(request)
    .map(({ content }) => content)
    .join('\n');
const toolsIn = ({ body }: ScriptedRequest): readonly string[] =>
  ((body?.tools ?? []) as readonly { readonly function: { readonly name: string } }[]).map(
    (tool) => tool.function.name,
  );

/** Results of tools since the user spoke last. */
const answeredIn = (request: ScriptedRequest): number => {
  const messages = messagesOf(request);
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return messages.slice(asked).filter(({ role }) => role === 'tool').length;
};

const call = (name: string, args: object): ScriptedReply => ({
  toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }],
});

const breaks = 'echo broken > a.txt; echo new > b.txt';
let reviewersCommand = breaks;

/** The author writes "one", and after the ruling "two"; the reviewer's command breaks the file. */
function answer(request: ScriptedRequest): ScriptedReply {
  const asked = lastAsked(request);
  const done = answeredIn(request);
  if (asked.includes('change your files')) {
    return done > 0
      ? { text: ['1. fixed: it says two.'] }
      : call('write_file', { path: 'a.txt', content: 'two\n' });
  }
  if (asked.includes('Stage: **Build**')) {
    return done > 0
      ? { text: ['The file says one.'] }
      : call('write_file', { path: 'a.txt', content: 'one\n' });
  }
  if (!asked.includes('Stage: **Review**')) return { text: ['All is well.'] };
  if (done === 0) return call('run_shell', { command: reviewersCommand });
  return { text: [asked.includes('pass 1 of 2') ? ruling : 'Settled.\n\nVerdict: approved'] };
}

async function review(): Promise<RunDetail> {
  provider.respondWith(answer);
  const socket = await office.client.connect();
  return carryOut(office, socket, { pipelineId: offerPipeline(office, ...stages) });
}

describe('a review that sends work back', () => {
  it('leads the revision with the ruling, in the conversation of its author', async () => {
    const run = await review();
    expect(run.status).toBe('done');
    const built = provider.requests.filter((request) => lastAsked(request).includes('**Build**'));
    const [revision] = provider.requests.filter((request) =>
      lastAsked(request).includes(
        'change your files so that they answer the review of pass 1 of 2',
      ),
    );
    expect(lastAsked(revision!)).toContain('1. a.txt: it says one, and two was asked for.');
    expect(lastAsked(revision!)).toContain('The ruling comes first and decides.');
    const before = messagesOf(built.at(-1)!);
    expect(messagesOf(revision!).slice(0, before.length)).toEqual(before);
    await expect(readFile(join(run.workspacePath, 'a.txt'), 'utf8')).resolves.toBe('two\n');
  });

  it('is judged again by its objections, the answers to them and the difference since', async () => {
    const run = await review();
    const [second] = provider.requests.filter((request) =>
      promptOf(request).includes(
        'pass 2 of 2: state your approval, or list the changes that are still required',
      ),
    );
    const shown = promptOf(second!);
    const places = ['it says one, and two was asked for', '1. fixed: it says two.', '+two'].map(
      (text) => shown.indexOf(text),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThan(0);
    const record = run.artifacts.find(({ kind }) => kind === 'review');
    for (const part of ['two was asked for', '1. fixed: it says two.', 'Settled.']) {
      expect(record?.body).toContain(part);
    }
    const [report] = provider.requests.filter((request) =>
      promptOf(request).includes('**Report**'),
    );
    expect(shownIn(report!)).not.toContain('The file says one.');
    expect(shownIn(report!)).toContain('A later stage went on from it');
    expect(shownIn(report!)).toMatch(
      /Settled\.[^]*after these objections:[^]*two was asked for[^]*1\. fixed: it says two\./,
    );
  });

  it('changes nothing itself: no tools that write, and what commands changed is put back', async () => {
    const run = await review();
    const judging = provider.requests.filter((request) => promptOf(request).includes('**Review**'));
    for (const request of judging.filter((each) => !lastAsked(each).includes('change your'))) {
      expect(toolsIn(request)).toContain('run_shell');
      expect(toolsIn(request)).not.toContain('write_file');
    }
    await expect(readFile(join(run.workspacePath, 'b.txt'), 'utf8')).rejects.toThrow();
    const judged = run.turns.filter(({ roleId }) => roleId === 'qa-lead');
    expect(judged).toHaveLength(2);
    for (const { text, wroteFiles, diff } of judged) {
      expect(text).toContain("A reviewer's command changed a.txt, b.txt; the office put it back.");
      expect([wroteFiles, diff]).toEqual([[], undefined]);
    }
  });

  it('puts nothing back where another run works in the same files, whose changes it may be', async () => {
    const held = Promise.withResolvers<ScriptedReply>();
    provider.respondWith((request) =>
      shownIn(request).includes('Other work') ? held.promise : answer(request),
    );
    const socket = await office.client.connect();
    const pipelineId = offerPipeline(office, ...stages);
    const other = await submit(office, { brief: 'Other work', pipelineId });
    await socket.waitFor('turn.started', ({ turn }) => turn.runId === other.id);
    const run = await carryOut(office, socket, { pipelineId });
    await expect(readFile(join(run.workspacePath, 'b.txt'), 'utf8')).resolves.toBe('new\n');
    const [judged] = run.turns.filter(({ roleId }) => roleId === 'qa-lead');
    expect(judged?.text).toContain(
      `A reviewer's command changed a.txt, b.txt, and the office could not put it back: run "${other.id}" worked in the same files meanwhile, and its changes would be lost.`,
    );
    expect(judged?.wroteFiles).toEqual(['a.txt', 'b.txt']);
    socket.send({ type: 'cancel', runId: other.id });
    await finished(office, socket, other.id);
    held.resolve({ text: ['Late.'] });
    await rm(join(run.workspacePath, 'b.txt'));
  });

  it('puts back every kind of change that a command makes, and names it', async () => {
    const workspace = directory('workspace');
    await mkdir(join(workspace, 'folder'), { recursive: true });
    const files = ['deleted.txt', 'mode.sh', 'moved.txt', 'linked.txt', 'folder/kept.txt'];
    for (const file of files) await writeFile(join(workspace, file), file, { mode: 0o644 });
    reviewersCommand = [
      'rm deleted.txt',
      'chmod 755 mode.sh',
      'mv moved.txt renamed.txt',
      'rm linked.txt && ln -s mode.sh linked.txt',
      'mkdir -p made/deep && echo new > made/deep/new.txt',
      'ln -s mode.sh link.sh',
      'rm -r folder',
    ].join('; ');
    const run = await review();
    reviewersCommand = breaks;
    for (const file of files) {
      await expect(readFile(join(workspace, file), 'utf8')).resolves.toBe(file);
      const entry = await lstat(join(workspace, file));
      expect([entry.isFile(), entry.mode & 0o777]).toEqual([true, 0o644]);
    }
    expect((await readdir(workspace)).sort()).toEqual(
      ['a.txt', 'deleted.txt', 'folder', 'linked.txt', 'mode.sh', 'moved.txt'].sort(),
    );
    const [text = ''] = run.turns.filter(({ roleId }) => roleId === 'qa-lead').map((t) => t.text);
    for (const file of [...files, 'renamed.txt', 'made/deep/new.txt', 'link.sh']) {
      expect(text).toContain(file);
    }
  });
});

it('tells a run that goes on from another that its changes are not committed', async () => {
  const { id: continues } = await review();
  provider.requests.length = 0;
  provider.respondWith(() => ({ text: ['Fine.'] }));
  const pipelineId = offerPipeline(office, { kind: 'report', name: 'Answer', roleIds: ['ceo'] });
  await carryOut(office, await office.client.connect(), { continues, pipelineId });
  expect(promptOf(provider.requests[0]!)).toContain(promptTexts.uncommitted);
});
