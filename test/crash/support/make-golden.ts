import type { DatabaseConfig } from '#platform/config/office-config.js';
import type { OfficeSocket } from '../../support/office-socket.js';
import { submit } from './carry-out.js';
import type { CountingProvider } from './counting-provider.js';
import { crashEnv } from './crash-env.js';
import { withRaw } from './raw-database.js';
import { ServiceLife } from './service-life.js';

/** Where a run is made and killed: a directory and a SQLite file of its own. */
export interface GoldenPlace {
  readonly directory: string;
  readonly database: DatabaseConfig & { readonly kind: 'sqlite' };
  readonly provider: CountingProvider;
}

const brief = 'Build a todo list';
const unasked = { OFFICE_AUTO_APPROVE_SHELL: 'true', OFFICE_SOFT_SPEND_APPROVAL_USD: '0' };
const gated = { ...unasked, OFFICE_AUTO_APPROVE_SHELL: 'false' };

/** Kills a real run in each state that a journal has to be continued from. */
export const goldenStates: Readonly<Record<string, (place: GoldenPlace) => Promise<void>>> = {
  queued: leaveQueued,
  'mid-turn': (place) => killBefore(place, (socket) => socket.ofType('tool.result').length > 0),
  'awaiting-approval': leaveAsking,
  'mid-tool': leaveInTool,
  'mid-review': (place) => killBefore(place, isChairAtWork),
  'cancelled-not-ended': leaveCancelled,
};

function envOf(place: GoldenPlace, env: Readonly<Record<string, string>>): Record<string, string> {
  return { ...crashEnv(place), ...env };
}

/** Dies at the first commit after which a run is stored, before any work on it. */
async function leaveQueued(place: GoldenPlace): Promise<void> {
  for (let atCommit = 1; atCommit < 60; atCommit++) {
    const plan = { of: 'all', atCommit, moment: 'after', afterMs: null } as const;
    const life = ServiceLife.doomed(envOf(place, unasked), plan, place.database.path + '.tally');
    const client = await life.listening();
    await client?.post('/api/submit', { brief }).catch(() => undefined);
    if (life.alive) await life.kill();
    const runs = await withRaw(place.database, (raw) => raw.all('SELECT status FROM runs')).catch(
      () => [],
    );
    if (runs.length > 0) return;
  }
  throw new Error('no commit left a queued run');
}

/** Dies while the provider is about to answer the first request that comes when it is so. */
async function killBefore(
  place: GoldenPlace,
  isTime: (socket: OfficeSocket) => boolean,
): Promise<void> {
  const life = ServiceLife.start(envOf(place, unasked));
  const client = await life.serving();
  const socket = await client.connect();
  place.provider.beforeAnswer = async () => {
    await socket.settle();
    if (isTime(socket)) await life.kill();
  };
  await submit(client, brief);
  await life.ended();
}

function isChairAtWork(socket: OfficeSocket): boolean {
  const stage = socket.ofType('stage.started').at(-1)?.stage;
  const [chair] = stage?.spec.mode === 'review-loop' ? stage.spec.roleIds : [];
  const started = socket.ofType('turn.started').filter(({ turn }) => turn.stageId === stage?.id);
  return started.some(({ turn }) => turn.roleId === chair);
}

async function leaveAsking(place: GoldenPlace): Promise<void> {
  const life = ServiceLife.start(envOf(place, gated));
  const client = await life.serving();
  const socket = await client.connect();
  await submit(client, brief);
  await socket.waitFor('approval.requested');
  await life.kill();
}

/** The command outlives the service by a second. */
async function leaveInTool(place: GoldenPlace): Promise<void> {
  place.provider.command = () => 'sleep 1';
  const life = ServiceLife.start(envOf(place, unasked));
  const client = await life.serving();
  const socket = await client.connect();
  await submit(client, brief);
  await socket.waitFor('employee.updated', ({ employee }) =>
    (employee.activity ?? '').includes('running a command'),
  );
  await life.kill();
}

/** The wish to cancel is stored in the row, as another replica does it; its holder is dead. */
async function leaveCancelled(place: GoldenPlace): Promise<void> {
  await killBefore(place, (socket) => socket.ofType('tool.result').length > 0);
  await withRaw(place.database, (raw) =>
    raw.all('UPDATE runs SET cancel_requested_at = created_at + 1'),
  );
}
