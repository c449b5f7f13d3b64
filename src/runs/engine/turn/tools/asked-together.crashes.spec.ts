import { beforeEach, describe, expect, it } from '@jest/globals';
import { aTurnAtWork, aTurnRequest } from '#test/runs/support/an-active-turn.js';
import { noSnapshots } from '#test/runs/support/no-snapshots.js';
import { openApprovals } from '#test/runs/support/open-approvals.js';
import { openStore } from '#test/runs/support/open-store.js';
import { sampleRole } from '#test/runs/support/sample-role.js';
import { StoredRuns } from '#test/runs/support/stored-runs.js';
import { testDatabases } from '#test/support/test-databases.js';
import { RandomIds } from '#platform/ids.js';
import { PathLocks } from '#platform/fleet/path-locks.js';
import type { Approval } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import type { SettingsService } from '#settings/settings.service.js';
import { ToolRegistry } from '#tools/tool-registry.js';
import type { ApprovalAsk, Tool } from '#tools/tool.js';
import type { EmployeesService } from '#workspaces/employees/employees.service.js';
import { RunHalted, type RunSession } from '../../journal/run-session.js';
import { CallForesight } from './call-foresight.js';
import type { ReadableDocuments } from './readable-documents.js';
import { ToolApprovals } from './tool-approvals.js';
import { ToolContextFactory } from './tool-context.js';
import { ToolRound } from './tool-round.js';
import { ToolRunner } from './tool-runner.js';
import type { TurnFacts } from './turn-facts.js';
import { TurnTools } from './turn-tools.js';

const key = 's/dev/m1';
const yes = { approved: true, reason: null };

/** Each process that works on the run has its own objects over the same store. */
describe.each(testDatabases)('calls that are asked together on $name', ({ url }) => {
  const opened = openStore(url);
  let runs: StoredRuns;
  let session: RunSession;
  let ran: string[];
  /** The call in which the process is killed. */
  let killedIn: string | null;
  /** The tool cannot foresee its question. */
  let isBlind: boolean;

  beforeEach(async () => {
    runs = new StoredRuns(opened());
    session = await runs.begin();
    [ran, killedIn, isBlind] = [[], null, false];
  });

  const question = (at: unknown): ApprovalAsk => ({
    ...{ kind: 'shell', summary: String(at), detail: `do ${String(at)}` },
  });
  const tool = (of: RunSession): Tool => ({
    ...{ name: 'do', description: '', parameters: {}, pluginId: null, readOnly: false },
    foresees: ({ at }) => (isBlind ? null : question(at)),
    run: async ({ at }, { requestApproval }) => {
      const { approved } = await requestApproval(question(at));
      if (!approved) return { ok: false, content: 'refused' };
      ran.push(String(at));
      if (killedIn === at) {
        of.halt();
        throw new RunHalted(of.run.id);
      }
      return { ok: true, content: 'done' };
    },
  });

  /** A process that makes the calls a, b and c; resolves with their previews. */
  function life(of: RunSession) {
    const { clock, logger } = runs.store;
    const approvals = openApprovals(runs);
    const employees = { change: () => {} } as unknown as EmployeesService;
    const settings = { read: async () => ({ approvalTimeoutMs: 60_000 }) };
    const registry = new ToolRegistry();
    registry.register(tool(of));
    const turnTools = new TurnTools(registry);
    const foresight = new CallForesight(turnTools);
    const asking = new ToolApprovals(
      runs.journal,
      runs.once,
      approvals,
      employees,
      settings as unknown as SettingsService,
      new RandomIds(),
      foresight,
    );
    const contexts = new ToolContextFactory(
      runs.journal,
      asking,
      {} as TurnFacts,
      noSnapshots,
      { of: () => undefined, skillsOf: () => undefined } as unknown as ReadableDocuments,
      logger,
      new PathLocks({ tryTake: async () => null }),
    );
    const runner = new ToolRunner(runs.once, turnTools, contexts, asking, employees, clock, logger);
    const request = aTurnRequest(sampleRole('dev', { allowedTools: ['do'] }));
    const calls = ['a', 'b', 'c'].map((at) => ({
      ...{ id: at, name: 'do', argumentsJson: JSON.stringify({ at }) },
    }));
    const previews: string[] = [];
    const ended = new ToolRound(runner, foresight)
      .run(aTurnAtWork(of, { request }), key, calls, {
        ended: ({ record }) => void previews.push(record.resultPreview),
        storingLast: () => {},
      })
      .then(() => previews);
    return { approvals, ended };
  }

  const askedOn = (): Promise<void> =>
    new Promise((resolve) => {
      const seen = runs.store.bus.on('approval.requested', 'test', () => {
        seen.unsubscribe();
        resolve();
      });
    });
  const stored = async (): Promise<readonly Approval[]> =>
    (await runs.approvals.ofRun(session.run.id)).map(({ record }) => record);
  const only = async (): Promise<Approval> => {
    const [approval, ...more] = await stored();
    expect(more).toEqual([]);
    return approval!;
  };
  const items = async (...answers: readonly (boolean | undefined)[]) =>
    Object.fromEntries(
      ((await only()).items ?? []).flatMap(({ id }, at) =>
        answers[at] === undefined ? [] : [[id, answers[at]]],
      ),
    );
  const kill = async (of: RunSession, ended: Promise<unknown>): Promise<RunSession> => {
    of.halt();
    await expect(ended).rejects.toThrow(RunHalted);
    return runs.load(of.run);
  };

  it('keep their answers over a kill between two of them, and ask nothing again', async () => {
    const isAsked = askedOn();
    const first = life(session);
    await isAsked;
    const { id } = await only();
    const words = { approved: null, reason: null };
    await first.approvals.decide(id, { ...words, items: await items(true) });
    const next = await kill(session, first.ended);
    expect(ran).toEqual([]);

    const second = life(next);
    await second.approvals.decide(id, { ...words, items: await items(undefined, false, true) });
    expect(await second.ended).toEqual(['done', 'refused', 'done']);
    expect(ran).toEqual(['a', 'c']);
    expect((await only()).status).toBe('approved');
  });

  it('are each carried out once over a kill in the midst of them', async () => {
    const isAsked = askedOn();
    killedIn = 'b';
    const first = life(session);
    await isAsked;
    await first.approvals.decide((await only()).id, yes);
    await expect(first.ended).rejects.toThrow(RunHalted);
    expect(ran).toEqual(['a', 'b']);
    killedIn = null;
    const second = life(await runs.load(session.run));
    expect(await second.ended).toEqual(['done', runTexts.interruptedTool, 'done']);
    expect(ran).toEqual(['a', 'b', 'c']);
    expect((await only()).status).toBe('approved');
  });

  it('are refused, as far as nobody answered, when the run is cancelled', async () => {
    const isAsked = askedOn();
    const { approvals, ended } = life(session);
    await isAsked;
    const { id } = await only();
    await approvals.decide(id, {
      approved: null,
      reason: null,
      items: await items(undefined, true),
    });
    await opened().transactions.run((tx) => approvals.refuseOfRun(tx, session.run.id));
    session.cancel();
    await ended;
    expect((await only()).items).toMatchObject([
      { approved: false, decidedBy: 'cancel' },
      { approved: true, decidedBy: 'person' },
      { approved: false, decidedBy: 'cancel' },
    ]);
  });

  it('are asked one by one where each is found out on its own', async () => {
    isBlind = true;
    const asked = [askedOn()];
    const { approvals, ended } = life(session);
    for (let call = 0; call < 3; call++) {
      await asked.at(-1);
      asked.push(askedOn());
      const pending = (await stored()).find(({ status }) => status === 'pending');
      expect(pending).not.toHaveProperty('items');
      await approvals.decide(pending?.id ?? '', yes);
    }
    await ended;
    expect(await stored()).toHaveLength(3);
    expect(ran).toEqual(['a', 'b', 'c']);
  });
});
