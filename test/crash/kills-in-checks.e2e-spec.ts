import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { toolResultsIn } from '../runs/support/commission.js';
import type { Run } from '../../src/protocol/records/work.js';
import type { ScriptedReply } from '../support/scripted-provider/scripted-reply.js';
import type { ScriptedRequest } from '../support/scripted-provider/scripted-provider.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { crashDatabases } from './support/at-length.js';
import { finished } from './support/carry-out.js';
import { freshDatabase } from './support/fresh-database.js';
import { ScriptedLives } from './support/scripted-lives.js';
import type { ServiceLife } from './support/service-life.js';

const lives = new ScriptedLives();

const shownIn = ({ body }: ScriptedRequest): string => JSON.stringify(body?.messages ?? []);
const stageIn = (request: ScriptedRequest): string | undefined =>
  [...shownIn(request).matchAll(/Stage: \*\*(\w+)\*\*/g)].at(-1)?.[1];

const call = (name: string, args: object): ScriptedReply => ({
  text: ['I do it.'],
  toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }],
});

/** The planner builds alone, one file, and the reviewer approves. */
function plays(checks: readonly object[]): (request: ScriptedRequest) => ScriptedReply {
  const builders = [{ roleId: 'backend-dev-1', part: 'all' }];
  return (request) => {
    const wrote = toolResultsIn(request).length > 1;
    switch (stageIn(request)) {
      case 'Plan':
        return call('set_plan', { builders, checks });
      case 'Build':
        return wrote ? { text: ['Built.'] } : call('write_file', { path: 'a.txt', content: 'a\n' });
      default:
        return { text: ['Fine.\n\nVerdict: approved'] };
    }
  };
}

describe.each(crashDatabases)('a kill while a check runs, on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = freshDatabase(url, () => directory('office.sqlite'));

  function start(): ServiceLife {
    const place = { directory: directory(), database: database() };
    return lives.start(place, { OFFICE_AUTO_APPROVE_SHELL: 'true' });
  }

  it('loses no finished check, repeats none, and runs the one that was cut off again', async () => {
    const tally = join(directory(), 'tally');
    const counted = async (word: string): Promise<number> => {
      const lines = (await readFile(tally, 'utf8').catch(() => '')).split('\n');
      return lines.filter((line) => line === word).length;
    };
    const first = `echo first >> ${tally}`;
    // Only its first run lasts.
    const second = `echo second >> ${tally} && test $(grep -c second ${tally}) -gt 1 || sleep 20`;
    const checks = [first, second].map((command) => ({
      command: `${command} && test -d .`,
      proves: 'it',
      mustPass: true,
    }));
    lives.provider.respondWith(plays(checks));
    const life = start();
    const client = await life.serving();
    const order = { brief: 'Add a.txt to the code.', pipelineId: 'code-change' };
    const { id } = (await client.post<Run>('/api/submit', order)).body;
    await until(async () => (await counted('second')) === 1);
    await life.kill();

    const run = await finished(await start().serving(), id);
    expect(run).toMatchObject({ status: 'done', error: null });
    expect(run.checks?.map(({ moment, exitCode }) => [moment, exitCode])).toEqual([
      ['before', 0],
      ['before', 0],
      ['build', 0],
      ['build', 0],
      ['end', 0],
      ['end', 0],
    ]);
    expect(await counted('first')).toBe(3);
    expect(await counted('second')).toBe(4);
    expect(run.turns.map(({ roleId }) => roleId).slice(0, 2)).toEqual([
      'backend-dev-1',
      'backend-dev-1',
    ]);
  }, 60_000);
});
