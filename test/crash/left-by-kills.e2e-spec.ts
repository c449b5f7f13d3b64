import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { DatabaseConfig } from '#platform/config/office-config.js';
import type { Run } from '#protocol/records/work.js';
import { runTexts } from '#protocol/texts/runs.js';
import { describeOnPostgres } from '../runs/support/describe-on-postgres.js';
import { toolResultsIn } from '../runs/support/commission.js';
import { isRunning } from '../support/is-running.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import type { ScriptedRequest } from '../support/scripted-provider/scripted-provider.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { finished } from './support/carry-out.js';
import { freshDatabase } from './support/fresh-database.js';
import { ScriptedLives } from './support/scripted-lives.js';
import type { ServiceLife } from './support/service-life.js';

const lives = new ScriptedLives();
const directory = temporaryDirectory();
let round = 0;
let [place, pids] = ['', ''];
let killed = Promise.withResolvers<void>();

beforeEach(() => {
  place = directory(`${(round += 1)}`);
  pids = `${place}/pids`;
  mkdirSync(place);
  killed = Promise.withResolvers();
});
afterEach(() => {
  for (const id of begun()) {
    try {
      process.kill(id, 'SIGKILL');
    } catch {
      // It is gone, as it should be.
    }
  }
});

/** Processes that work, and do not end when they are asked to or lose their input. */
function begun(): readonly number[] {
  const said = existsSync(pids) ? readFileSync(pids, 'utf8') : '';
  return said.split('\n').filter(Boolean).map(Number);
}

/** Lasts when it is run first. */
function lasting(): string {
  return `test -s ${pids} || { trap "" TERM; echo $$ > ${pids}; while :; do sleep 0.05; done; }`;
}

function call(name: string, args: object): ScriptedReply {
  return { text: ['I do it.'], toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }] };
}

/** The planner builds alone, with one command, until the kill, and the reviewer approves. */
function plays(
  command: object,
  checks: readonly string[],
  afterCut: () => void = () => undefined,
): (request: ScriptedRequest) => Promise<ScriptedReply> {
  const named = checks.map((each) => ({ command: each, proves: 'it', mustPass: false }));
  return async (request) => {
    const shown = JSON.stringify(request.body?.messages ?? []);
    const results = toolResultsIn(request);
    switch ([...shown.matchAll(/Stage: \*\*(\w+)\*\*/g)].at(-1)?.[1]) {
      case 'Plan':
        return call('set_plan', {
          builders: [{ roleId: 'backend-dev-1', part: 'all' }],
          checks: named,
        });
      case 'Build':
        if (results.at(-1) === runTexts.interruptedTool) afterCut();
        if (results.length <= 1) return call('run_shell', command);
        // What runs in the background ends with the stage.
        await killed.promise;
        return { text: ['Built.'] };
      default:
        return { text: ['Fine.\n\nVerdict: approved'] };
    }
  };
}

function start(database: DatabaseConfig, env: Readonly<Record<string, string>> = {}): ServiceLife {
  return lives.start({ directory: place, database }, { OFFICE_AUTO_APPROVE_SHELL: 'true', ...env });
}

const order = { brief: 'Add a.txt to the code.', pipelineId: 'code-change' };

const onLinux = process.platform === 'linux' ? describe : describe.skip;

onLinux('what a killed service left running', () => {
  const sqlite = (): DatabaseConfig => ({ kind: 'sqlite', path: `${place}/office.sqlite` });

  it.each<[string, () => Parameters<typeof plays>]>([
    ['a command', () => [{ command: lasting() }, []]],
    ['what a command left behind', () => [{ command: `(setsid sh -c '${lasting()}') & wait` }, []]],
    ['a command in the background', () => [{ command: lasting(), background: true }, []]],
    ['a check', () => [{ command: 'true' }, [`${lasting()} && test -d .`]]],
  ])(
    'is gone before the next life serves, and the run goes on: %s',
    async (_, played) => {
      lives.provider.respondWith(plays(...played()));
      const life = start(sqlite());
      const client = await life.serving();
      const { id } = (await client.post<Run>('/api/submit', order)).body;
      await until(() => begun().length > 0);
      await life.kill();
      killed.resolve();
      expect(await Promise.all(begun().map(isRunning))).toEqual([true]);
      const next = start(sqlite());
      const again = await next.serving();
      expect(await Promise.all(begun().map(isRunning))).toEqual([false]);
      expect(next.log).toMatch(/ended \d+ process\(es\) that a killed process/);
      expect(await finished(again, id)).toMatchObject({ status: 'done', error: null });
    },
    60_000,
  );

  it('is gone before the next life serves: an MCP server', async () => {
    const program = `${place}/server`;
    writeFileSync(program, `#!/bin/sh\n${lasting()}\n`);
    chmodSync(program, 0o755);
    const env = { OFFICE_MCP: 'true', OFFICE_MCP_SERVERS: `lasting=${program}` };
    const life = start(sqlite(), env);
    await life.serving();
    await until(() => begun().length > 0);
    await life.kill();
    expect(await Promise.all(begun().map(isRunning))).toEqual([true]);
    await start(sqlite(), env).serving();
    expect(await Promise.all(begun().map(isRunning))).toEqual([false]);
  }, 60_000);

  it('stays when another office begins on the machine', async () => {
    lives.provider.respondWith(plays({ command: lasting() }, []));
    const life = start(sqlite());
    const client = await life.serving();
    await client.post<Run>('/api/submit', order);
    await until(() => begun().length > 0);
    await life.kill();
    await start({ kind: 'sqlite', path: `${place}/other.sqlite` }).serving();
    expect(await Promise.all(begun().map(isRunning))).toEqual([true]);
  }, 60_000);
});

describeOnPostgres('what a killed replica left running', (url) => {
  const database = freshDatabase(url, () => '');

  it('is gone before another replica of the machine goes on with the run', async () => {
    let wasThere: Promise<readonly boolean[]> | undefined;
    const look = (): void => void (wasThere ??= Promise.all(begun().map(isRunning)));
    lives.provider.respondWith(plays({ command: lasting() }, [], look));
    const env = { OFFICE_FLEET_POLL: 'true' };
    const first = start(database(), env);
    const { id } = (await (await first.serving()).post<Run>('/api/submit', order)).body;
    await until(() => begun().length > 0);
    const other = await start(database(), env).serving();
    expect(await Promise.all(begun().map(isRunning))).toEqual([true]);
    await first.kill();
    killed.resolve();
    expect(await finished(other, id)).toMatchObject({ status: 'done', error: null });
    expect(await wasThere).toEqual([false]);
  }, 60_000);
});
