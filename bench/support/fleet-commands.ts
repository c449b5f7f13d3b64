import type { ClientCommand } from '../../src/protocol/commands.js';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { Run } from '../../src/protocol/records/work.js';
import { until } from '../../test/support/until.js';
import { BenchFleet } from './bench-fleet.js';
import { atMost, type Finding, percentile } from './measure.js';

const rounds = 100;
const goalMs = 100;

/** A command of one round, and its event at another client. */
interface Step {
  readonly command: ClientCommand;
  readonly heard: (event: ServerEvent) => boolean;
}

interface Timed {
  /** Added to the environment of the fleet. */
  readonly env?: Readonly<Record<string, string>>;
  /** Prepares the rounds; returns a function that prepares one round. */
  readonly prepare: (fleet: BenchFleet) => Promise<(round: number) => Step | Promise<Step>>;
}

const setWorkspaceDetails: Timed = {
  prepare: () =>
    Promise.resolve((round) => ({
      command: { type: 'setWorkspaceDetails', workspaceId: 'default', name: `Round ${round}` },
      heard: (event) =>
        event.type === 'office.updated' &&
        event.state.workspaces.some(({ name }) => name === `Round ${round}`),
    })),
};

const updateSettings: Timed = {
  prepare: () =>
    Promise.resolve((round) => {
      const softSpendApprovalUsd = 10 + round;
      return {
        command: { type: 'updateSettings', patch: { softSpendApprovalUsd } },
        heard: (event) =>
          event.type === 'settings.updated' &&
          event.settings.softSpendApprovalUsd === softSpendApprovalUsd,
      };
    }),
};

const rememberFact: Timed = {
  prepare: () =>
    Promise.resolve((round) => {
      const text = `Fact number ${round}.`;
      return {
        command: { type: 'rememberFact', scope: 'installation', kind: 'note', text },
        heard: (event) => event.type === 'memory.created' && event.fact.text === text,
      };
    }),
};

const selectWorkspace: Timed = {
  prepare: async (fleet) => {
    const { body } = await fleet
      .client(0)
      .post<{ readonly id: string }>('/api/workspaces', { name: 'Another' });
    return (round) => {
      const workspaceId = round % 2 === 0 ? 'default' : body.id;
      return {
        command: { type: 'selectWorkspace', workspaceId },
        heard: (event) =>
          event.type === 'office.updated' && event.state.activeWorkspaceId === workspaceId,
      };
    };
  },
};

/** A run of either replica, during or before a call. */
const cancel: Timed = {
  env: { OFFICE_MOCK_LATENCY_MS: '600000' },
  prepare: (fleet) =>
    Promise.resolve(async (round) => {
      const runId = await submitted(fleet, round, { brief: 'What is a lease?' });
      return {
        command: { type: 'cancel', runId },
        heard: (event) =>
          event.type === 'run.updated' &&
          event.run.id === runId &&
          event.run.status === 'cancelled',
      };
    }),
};

/** Commands to runs of both replicas, with as many active runs as places. */
const approve: Timed = {
  prepare: async (fleet) => {
    const watching = await fleet.client(0).connect({ described: false });
    const order = { brief: 'run_shell {"command": "echo two"}', pipelineId: 'code-change' };
    const ended = (): number =>
      watching.ofType('run.updated').filter(({ run }) => run.endedAt !== null).length;
    const answered = new Set<string>();
    let count = 0;
    const next = (): string | undefined =>
      watching
        .ofType('approval.requested')
        .map(({ approval }) => approval.id)
        .find((id) => !answered.has(id));
    return async () => {
      await until(async () => {
        while (count < ended() + 4) await submitted(fleet, count++, order);
        return next() !== undefined;
      });
      const approvalId = next() ?? '';
      answered.add(approvalId);
      return {
        command: { type: 'approve', approvalId, approved: true },
        heard: (event) => event.type === 'approval.decided' && event.approval.id === approvalId,
      };
    };
  },
};

/** Submits to the replicas in turn; returns the run's id. */
async function submitted(fleet: BenchFleet, turn: number, order: object): Promise<string> {
  const { body } = await fleet.client(turn % 2).post<Run>('/api/submit', order);
  return body.id;
}

/** Time from a command at a socket of one replica to its event at a socket of the other. */
export async function fleetCommands(): Promise<readonly Finding[]> {
  const all = {
    approve,
    cancel,
    updateSettings,
    rememberFact,
    selectWorkspace,
    setWorkspaceDetails,
  };
  const findings: Finding[] = [];
  for (const [name, timed] of Object.entries(all)) findings.push(await time(name, timed));
  return findings;
}

async function time(name: string, { env, prepare }: Timed): Promise<Finding> {
  const fleet = await BenchFleet.open(2, env);
  const here = await fleet.client(0).connect({ described: false });
  const there = await fleet.client(1).connect({ described: false });
  const stepOf = await prepare(fleet);
  const delays: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { command, heard } = await stepOf(round);
    there.events.length = 0;
    const sentAt = performance.now();
    here.send(command);
    await there.waitForAny(heard);
    delays.push(performance.now() - sentAt);
  }
  await fleet.close();
  const what = `${name} at one replica until a client of the other hears of it, p95`;
  return atMost(what, percentile(delays, 0.95), 'ms', goalMs);
}
