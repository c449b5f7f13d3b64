import { expect, it } from '@jest/globals';
import { on } from 'node:events';
import { watch } from 'node:fs';
import { mkdir, readFile } from 'node:fs/promises';
import { limits } from '#protocol/limits.js';
import { processTexts } from '#protocol/texts/process.js';
import { runTexts } from '#protocol/texts/runs.js';
import { isRunning } from '../../support/is-running.js';
import { finished, submit } from './carry-out.js';
import { atLength } from './at-length.js';
import { CrashArena } from './crash-arena.js';
import { freshDatabase } from './fresh-database.js';
import type { ServiceLife } from './service-life.js';
import { shapeOf } from './shape-of-run.js';

/** So long that a run which is continued at once cannot have waited for its lease to run out. */
const leaseMs = 30_000;

/**
 * What SIGTERM does to a run at work, on one kind of database; one suite for each, side by side. On
 * PostgreSQL `npm test` tries what depends most on the store, `node scripts/run.mjs test:crash` all of it.
 */
export function describeShutdown(url: string): void {
  const arena = new CrashArena();
  const database = freshDatabase(url, () => arena.place('office.sqlite'));
  const all = url === 'sqlite' || atLength;

  function start(env: Readonly<Record<string, string>> = {}): ServiceLife {
    const lease = { OFFICE_LEASE_MS: String(leaseMs) };
    return arena.start({ database: database(), env: { ...lease, ...env } });
  }

  /** Ends the process as an operator does. */
  async function stop(life: ServiceLife): Promise<void> {
    expect(await life.stop()).toBe(0);
    expect(life.log).not.toContain(processTexts.cutShort(limits.shutdownWatchdogMs));
  }

  /** The next process finds the run free, and continues it before anything else could. */
  async function startNext(env?: Readonly<Record<string, string>>): Promise<ServiceLife> {
    const next = start(env);
    await next.serving();
    const begun = performance.now();
    await next.said(/run run_\w+ continues where it was left/);
    expect(performance.now() - begun).toBeLessThan(leaseMs / 4);
    return next;
  }

  it('in a model call ends with 0, and the call is made again by the next process', async () => {
    const first = start();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    arena.amidst(() => {
      ask();
      return new Promise(() => {});
    });
    const runId = await submit(await first.serving(), arena.brief);
    await asked;
    await stop(first);
    arena.provider.beforeAnswer = () => {};
    const next = await startNext();
    expect(shapeOf(await finished(await next.serving(), runId))).toEqual(arena.undisturbed);
    expect(arena.askedAgain()).toHaveLength(1);
    await arena.consistentHistory(database());
  }, 60_000);

  it('in the middle of an answer pays for what came of it, and for the whole one', async () => {
    const first = start();
    const client = await first.serving();
    const socket = await client.connect();
    arena.provider.amidAnswer = () => new Promise(() => {});
    const runId = await submit(client, arena.brief);
    await socket.waitFor('turn.delta');
    await stop(first);
    arena.provider.amidAnswer = () => {};
    const next = await startNext();
    const run = await finished(await next.serving(), runId);
    const { tokens: _, estimatedInVain: __, ...shape } = shapeOf(run);
    const { tokens, estimatedInVain, ...undisturbed } = arena.undisturbed;
    expect(estimatedInVain).toBe(0);
    expect(shape).toEqual(undisturbed);
    // What was cut off is an estimate, since the provider never came to its counts.
    expect(run.turns[0]?.usage.estimated).toBe(true);
    const spent = run.turns.map(({ usage }) => usage.tokensIn + usage.tokensOut);
    expect(spent.reduce((sum, count) => sum + count)).toBeGreaterThan(tokens);
    await arena.consistentHistory(database());
  }, 60_000);

  if (!all) return;

  it('in a command ends it with its children, and the next process says that it was cut off', async () => {
    // The employees at work beside the first, and those of the next process, do not wait.
    arena.provider.command = () =>
      'set -o noclobber; { echo $$ > command.pid; } 2> /dev/null && sleep 60 && echo late > late.txt';
    const workspace = arena.place('workspace');
    await mkdir(workspace, { recursive: true });
    const watcher = watch(workspace);
    const changes = on(watcher, 'change') as AsyncIterable<[kind: string, file: string]>;
    const first = start();
    const runId = await submit(await first.serving(), arena.brief);
    for await (const [, file] of changes) if (file === 'command.pid') break;
    watcher.close();
    await stop(first);
    const pid = Number(await readFile(arena.place('workspace', 'command.pid'), 'utf8'));
    expect(await isRunning(pid)).toBe(false);
    arena.provider.forget();
    const next = await startNext();
    const run = await finished(await next.serving(), runId);
    expect(run.status).toBe('done');
    const previews = run.turns.flatMap((turn) => turn.toolCalls.map((call) => call.resultPreview));
    expect(previews).toContain(runTexts.interruptedTool);
    await arena.consistentHistory(database());
  }, 60_000);

  it('in a question leaves it open, to be answered in the next process', async () => {
    const asking = { OFFICE_AUTO_APPROVE_SHELL: 'false', OFFICE_SOFT_SPEND_APPROVAL_USD: '0.001' };
    const first = start(asking);
    const client = await first.serving();
    const socket = await client.connect();
    const runId = await submit(client, arena.brief);
    const { approval } = await socket.waitFor('approval.requested');
    await stop(first);
    const next = await (await startNext(asking)).serving();
    const [hello] = (await next.connect()).ofType('hello');
    expect(hello?.state.approvals).toEqual([approval]);
    expect(shapeOf(await finished(next, runId))).toEqual(arena.undisturbed);
    await arena.consistentHistory(database());
  }, 60_000);
}
