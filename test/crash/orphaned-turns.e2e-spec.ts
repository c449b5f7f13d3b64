import { describe, expect, it } from '@jest/globals';
import { runTexts } from '../../src/protocol/texts/runs.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { crashDatabases } from './support/at-length.js';
import { finished, submit } from './support/carry-out.js';
import { CrashArena } from './support/crash-arena.js';
import { freshDatabase } from './support/fresh-database.js';

const arena = new CrashArena();

/** The stage at work, once its roles work side by side. */
function reviewStage(socket: OfficeSocket) {
  const stage = socket.ofType('stage.started').at(-1)?.stage;
  return stage?.spec.mode === 'review-loop' ? stage : undefined;
}

describe.each(crashDatabases)('a role that is fired before the crash, on $name', ({ url }) => {
  const database = freshDatabase(url, () => arena.place('office.sqlite'));

  it('leaves a turn that ends all the same, while its colleagues go on', async () => {
    const first = arena.start({ database: database() });
    const client = await first.serving();
    const socket = await client.connect();
    let fired: string | undefined;
    arena.provider.beforeAnswer = async () => {
      const stage = reviewStage(socket);
      if (stage === undefined || fired !== undefined) return;
      fired = stage.participantRoleIds.at(-1) ?? '';
      await socket.waitFor('turn.started', ({ turn }) => turn.roleId === fired);
      socket.send({ type: 'fire', roleId: fired });
      await socket.waitFor('org.updated');
      await first.kill();
    };
    const runId = await submit(client, 'Build a todo list');
    await first.ended();
    arena.provider.forget();
    const run = await finished(await arena.start({ database: database() }).serving(), runId);
    const left = run.turns.filter(({ roleId }) => roleId === fired).at(-1);
    const stage = run.stages.find(({ id }) => id === left?.stageId);
    expect(left).toMatchObject({
      status: 'failed',
      error: runTexts.stageUnknownRole(stage?.spec.name ?? '', fired ?? ''),
    });
    expect(stage?.status).toBe('done');
    expect(stage?.turnIds).toContain(left?.id);
    await arena.consistentHistory(database());
  }, 60_000);
});
