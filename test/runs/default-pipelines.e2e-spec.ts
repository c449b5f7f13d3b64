import { afterEach, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EventLog } from '../../src/platform/events/event-log.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDatabase } from '../support/temporary-database.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { doorDatabases } from '../support/test-databases.js';
import { carryOut, type Commission } from './support/commission.js';

interface Shown extends Commission {
  readonly turns: readonly number[];
  /** Why stages are left out. */
  readonly reason?: string;
}

const noDecision = 'the question asks for no decision.';

const shown: readonly Shown[] = [
  { brief: 'What is a lease?', pipelineId: 'quick-answer', turns: [1, 0], reason: noDecision },
  { brief: 'Should we use a lease or a lock?', pipelineId: 'quick-answer', turns: [1, 1] },
  { brief: 'Fix the date parser', pipelineId: 'code-change', turns: [1, 1, 1, 1] },
  { brief: 'Build a todo list', pipelineId: 'product-build', turns: [1, 0, 9, 4, 0, 2, 3, 1] },
  {
    brief: 'Build a todo list',
    pipelineId: 'product-build',
    full: true,
    turns: [1, 1, 9, 4, 1, 2, 3, 1],
  },
];

describe.each(doorDatabases)('a brief goes in at the door ($name)', ({ url }) => {
  const directory = temporaryDirectory();
  const database = temporaryDatabase(url, () => directory('office.sqlite'));
  const offices: RunningOffice[] = [];

  const open = async (): Promise<RunningOffice> => {
    const where = database();
    const env = {
      OFFICE_DB: where.kind === 'postgres' ? where.url : directory('office.sqlite'),
      OFFICE_WORKSPACE: directory('workspace'),
    };
    const office = await startRealOffice(env);
    offices.push(office);
    return office;
  };

  afterEach(async () => {
    for (const office of offices.splice(0)) await office.close();
  });

  it.each(shown)('$pipelineId reaches done: $brief', async (commission) => {
    const { brief, pipelineId, full = false, turns } = commission;
    const { reason = 'the plan does not ask for it.' } = commission;
    const office = await open();
    const run = await carryOut(office, await office.client.connect(), { brief, full });
    expect(run).toMatchObject({ pipelineId, status: 'done', error: null, submittedBy: 'http' });
    expect(run.stages.map(({ turnIds }) => turnIds.length)).toEqual(turns);
    for (const { turnIds, status, summary } of run.stages) {
      expect(status).toBe(turnIds.length > 0 ? 'done' : 'skipped');
      if (turnIds.length === 0) {
        expect(summary).toBe(`Not needed: ${reason}`);
      }
    }
    expect(run.outcome).toMatch(/^# \w/);
    const spent = run.turns.reduce((sum, turn) => sum + turn.usage.costUsd, 0);
    expect(run.budget.spentUsd).toBeCloseTo(spent, 9);
  });

  it('writes the files it reports', async () => {
    const office = await open();
    const run = await carryOut(office, await office.client.connect());
    const paths = run.artifacts.flatMap(({ path }) => path ?? []);
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      await expect(readFile(join(run.workspacePath, path), 'utf8')).resolves.not.toBe('');
    }
  });

  it('sends every socket every stored event, in the same order', async () => {
    const office = await open();
    const sockets = [await office.client.connect(), await office.client.connect()];
    const [first, second] = sockets;
    await carryOut(office, first!, { brief: 'What is a lease?' });
    await Promise.all(sockets.map((socket) => socket.settle()));
    const numbers = first!.events.flatMap(({ type, seq }) => (type === 'hello' ? [] : (seq ?? [])));
    const log: number[] = [];
    for await (const page of office.app.get(EventLog).after((numbers[0] ?? 0) - 1)) {
      log.push(...page.map(({ seq }) => seq));
    }
    expect(numbers).toEqual(log);
    const stored = (frames: readonly string[]) => frames.filter((frame) => frame.includes('"seq"'));
    expect(stored(second!.frames).slice(1)).toEqual(stored(first!.frames).slice(1));
  });

  it('keeps runs, turns, artifacts and events over a restart, and replays them', async () => {
    const before = await open();
    const socket = await before.client.connect();
    const run = await carryOut(before, socket, { brief: 'What is a lease?' });
    const live = socket.frames.filter((frame) => frame.includes('"seq"'));
    await before.close();
    offices.pop();

    const after = await open();
    const again = await after.client.get<RunDetail>(`/api/runs/${run.id}`);
    expect(again.body).toEqual(run);
    const listed = await after.client.get<RunDetail[]>('/api/runs');
    expect(listed.body.map(({ id }) => id)).toContain(run.id);

    const replay = await after.client.connect();
    replay.send({ type: 'loadRun', runId: run.id });
    await replay.waitFor('run.updated', ({ run: reported }) => reported.endedAt !== null);
    await replay.settle();
    const replayed = replay.frames.filter(
      (frame) => frame.includes('"seq"') && !frame.includes('"hello"'),
    );
    expect(live).toEqual(expect.arrayContaining(replayed));
    expect(replay.ofType('turn.finished')).toHaveLength(run.turns.length);
    expect(replay.ofType('turn.delta')).toHaveLength(0);
  });
});

describe('the order in which a run is told', () => {
  it('begins with the run, goes stage by stage and ends with one final state', async () => {
    const office = await startRealOffice();
    try {
      const socket = await office.client.connect();
      const run = await carryOut(office, socket, { brief: 'What is a lease?' });
      await socket.settle();
      const reported = socket.events
        .map(({ type }) => type)
        .filter((type) => !['hello', 'office.updated', 'pong', 'turn.delta'].includes(type));
      expect(reported.slice(0, 15)).toEqual([
        'log',
        'run.created',
        'employee.updated',
        'run.updated',
        'stage.started',
        'routing.decision',
        'employee.updated',
        'turn.started',
        'budget.updated',
        'usage',
        'employee.updated',
        'turn.finished',
        'artifact.created',
        'stage.finished',
        'run.updated',
      ]);
      const terminal = socket
        .ofType('run.updated')
        .filter(({ run: { endedAt } }) => endedAt !== null);
      expect(terminal.map(({ run: { id } }) => id)).toEqual([run.id]);
    } finally {
      await office.close();
    }
  });

  it('speaks after each turn of a debate, and reports at its end', async () => {
    const office = await startRealOffice();
    try {
      const socket = await office.client.connect();
      await carryOut(office, socket);
      const kinds = socket.ofType('speech').map(({ kind }) => kind);
      expect(kinds).toEqual([
        ...Array(8).fill('debate'),
        'report',
        ...Array(3).fill('debate'),
        'report',
      ]);
    } finally {
      await office.close();
    }
  });
});
