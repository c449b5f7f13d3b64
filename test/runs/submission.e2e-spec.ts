import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import type { Run } from '../../src/protocol/records/work.js';
import type { RunningOffice } from '../support/start-office.js';
import { pageMark } from '../../src/protocol/texts/http.js';
import { finished, offerPipeline } from './support/commission.js';

/** Trusted, as every page of this machine, but not the office's own. */
const foreign = 'http://localhost:1';

let office: RunningOffice;
let socket: OfficeSocket;

beforeEach(async () => {
  office = await startRealOffice();
  socket = await office.client.connect();
});
afterEach(() => office.close());

const refusals: readonly [string, object, string][] = [
  ['no brief', {}, 'A non-empty "brief" string is required.'],
  ['a blank brief', { brief: ' \n' }, 'A non-empty "brief" string is required.'],
  ['a brief that is no text', { brief: 7 }, 'A non-empty "brief" string is required.'],
  [
    'an unknown floor',
    { brief: 'Go', workspaceId: 'nowhere' },
    'There is no workspace "nowhere" in this office.',
  ],
  [
    'a negative ceiling',
    { brief: 'Go', budgetUsd: -1 },
    '"budgetUsd" must be a number of dollars, zero or more.',
  ],
  ['a ceiling that is no number', { brief: 'Go', budgetUsd: '5' }, '"budgetUsd" must be a number.'],
  [
    'a session with a long id',
    { brief: 'Go', session: 's'.repeat(101) },
    '"session" has at most 100 characters.',
  ],
  [
    'a pipeline id of the wrong type',
    { brief: 'Go', pipelineId: 3 },
    '"pipelineId" must be a string.',
  ],
];

describe('a brief is refused in the same words at both doors, and nothing changes', () => {
  it.each(refusals)('%s', async (_, submission, error) => {
    const answer = await office.client.post('/api/submit', submission);
    expect([answer.status, answer.body]).toEqual([400, { error }]);
    socket.send({ type: 'submit', ...submission } as never);
    expect((await socket.waitFor('error')).message).toBe(error);
    expect((await office.client.get('/api/runs')).body).toEqual([]);
  });

  it('a pipeline that the floor cannot staff', async () => {
    const pipelineId = offerPipeline(office, { roleIds: ['ceo', 'lawyer'] }, { roleIds: ['chef'] });
    const { status, body } = await office.client.post('/api/submit', { brief: 'Go', pipelineId });
    expect(status).toBe(400);
    expect(body).toEqual({
      error:
        'Pipeline "Test pipeline" needs roles this floor does not have: lawyer, chef. ' +
        'Hire them first, or choose a pipeline this floor can staff.',
    });
  });
});

describe('a brief is accepted', () => {
  it('at the socket, with the origin left open', async () => {
    socket.send({ type: 'submit', brief: 'What is a lease?' });
    const { run } = await socket.waitFor('run.created');
    expect(run).toMatchObject({ status: 'queued', submittedBy: null, pipelineId: 'quick-answer' });
    expect(run.budget).toEqual({ limitUsd: 5, spentUsd: 0 });
    expect((await finished(office, socket, run.id)).status).toBe('done');
  });

  it('with the session of a client, which a retry keeps', async () => {
    const submission = { brief: 'What is a lease?', session: 'editor-1' };
    const { body } = await office.client.post<Run>('/api/submit', submission);
    expect(body).toMatchObject({ session: 'editor-1' });
    const { id, stages } = await finished(office, socket, body.id);
    socket.send({ type: 'retryRun', runId: id, stage: stages[0]?.id ?? '' });
    const { run } = await socket.waitFor('run.created', (event) => event.run.id !== id);
    expect(run).toMatchObject({ retryOf: id, session: 'editor-1' });
  });

  it('with an unknown pipeline, as if none had been named', async () => {
    const { status, body } = await office.client.post('/api/submit', {
      brief: 'What is a lease?',
      pipelineId: 'no-such',
    });
    expect([status, body]).toMatchObject([202, { pipelineId: 'quick-answer', status: 'queued' }]);
  });
});

describe('the pipeline of a brief', () => {
  const named = async (brief: string, more: object = {}) => {
    const { body } = await office.client.post<Run>('/api/submit', { brief, ...more });
    await finished(office, socket, body.id);
    return [body.id, body.pipelineId, body.pipelineReason];
  };

  it('goes by the code in the workspace, and by the run that it continues', async () => {
    const unfit = 'stringify produces garbage for emoji';
    const [id, first] = await named(unfit);
    expect(first).toBe('product-build');
    const code = 'there is code in the workspace, and the brief does not ask for something new';
    expect((await named(unfit)).slice(1)).toEqual(['code-change', code]);
    const after = 'it goes on from an earlier run, whose work it changes';
    expect((await named('Now add tests for it', { continues: id })).slice(1)).toEqual([
      'code-change',
      after,
    ]);
    const again = await named('What did you change?', { continues: id });
    expect(again[1]).toBe('quick-answer');
  });

  it('is worked on in full where the brief says so, at the socket too', async () => {
    socket.send({ type: 'submit', brief: 'Build a todo list', full: true });
    const { run } = await socket.waitFor('run.created');
    expect(run).toMatchObject({ full: true });
    const { stages } = await finished(office, socket, run.id);
    expect(stages.map(({ status }) => status)).toEqual(Array(8).fill('done'));
  });
});

describe('reading runs', () => {
  it('answers 404 with the exact text for an unknown run', async () => {
    const answer = await office.client.get('/api/runs/run_0');
    expect([answer.status, answer.body]).toEqual([404, { error: 'No run "run_0".' }]);
    socket.send({ type: 'loadRun', runId: 'run_0' });
    expect((await socket.waitFor('error')).message).toBe('No run "run_0".');
  });
});

describe('a brief is of the page', () => {
  const own = () => `http://127.0.0.1:${office.port}`;
  const mark = { [pageMark.header]: '1' };
  const cases: readonly [string, () => Record<string, string>, true | undefined][] = [
    ['with its mark and its origin', () => ({ ...mark, origin: own() }), true],
    ['but not with its origin alone, as of the API explorer', () => ({ origin: own() }), undefined],
    ['but not with the origin of another page', () => ({ ...mark, origin: foreign }), undefined],
    ['but not with the mark alone', () => mark, undefined],
    ['but not of a program', () => ({}), undefined],
  ];

  it.each(cases)('at the route, %s', async (_, headers, onPage) => {
    const brief = { brief: 'What is a page?' };
    const answer = await office.client.post<Run>('/api/submit', brief, { headers: headers() });
    expect(answer.status).toBe(202);
    expect(answer.body.onPage).toBe(onPage);
    expect((await office.client.get<Run>(`/api/runs/${answer.body.id}`)).body.onPage).toBe(onPage);
  });

  it.each(cases)('at the socket, %s', async (_, headers, onPage) => {
    const { [pageMark.header]: marked, ...rest } = headers();
    const path = marked === undefined ? '/ws' : `/ws?${pageMark.query}=1`;
    const client = await office.client.connect({ path, headers: rest });
    client.send({ type: 'submit', brief: 'What is a page?' });
    const { run } = await client.waitFor('run.created');
    expect([run.submittedBy, run.onPage]).toEqual([null, onPage]);
  });

  it('also as a retry, and one of a program is not, whatever the earlier run was', async () => {
    const page = await office.client.connect({
      path: `/ws?${pageMark.query}=1`,
      headers: { origin: own() },
    });
    const retried = async (by: OfficeSocket, { id, stages }: Run): Promise<Run> => {
      await finished(office, socket, id);
      by.send({ type: 'retryRun', runId: id, stage: stages[0]?.id ?? '' });
      return (await socket.waitFor('run.created', ({ run }) => run.retryOf === id)).run;
    };
    const brief = { brief: 'What is a page?' };
    const { body } = await office.client.post<Run>('/api/submit', brief);
    const second = await retried(page, body);
    expect(second.onPage).toBe(true);
    expect((await retried(socket, second)).onPage).toBeUndefined();
  });
});
