import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Office } from '#client/office.js';
import type { Approval, Run, RunDetail } from '../../src/protocol/records/work.js';
import { toolResultsIn } from '../runs/support/commission.js';
import type { OfficeClient } from '../support/office-client.js';
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

const call = (name: string, args: object): ScriptedReply => ({
  toolCalls: [{ id: 'call_1', name, args: [JSON.stringify(args)] }],
});

/** The builder reads a file of the floor, and then leaves the sandbox with a script. */
function answer(request: ScriptedRequest): ScriptedReply {
  const shown = JSON.stringify(request.body?.messages ?? []);
  const stage = [...shown.matchAll(/Stage: \*\*(\w+)\*\*/g)].at(-1)?.[1];
  if (stage === 'Plan') {
    return call('set_plan', { builders: [{ roleId: 'backend-dev-1', part: 'all' }], checks: [] });
  }
  if (stage !== 'Build') return { text: ['Fine.\n\nVerdict: approved'] };
  switch (toolResultsIn(request).length) {
    case 1:
      return call('read_file', { path: 'x.sh' });
    case 2:
      return call('run_shell', { command: 'sh x.sh', outside: true, reason: 'It has to.' });
    default:
      return { text: ['Built.'] };
  }
}

describe.each(crashDatabases)('a kill while a person is asked, on $name', ({ url }) => {
  const directory = temporaryDirectory();
  const database = freshDatabase(url, () => directory('office.sqlite'));
  const file = (name: string): string => join(directory(), 'workspace', name);

  async function start(): Promise<{ life: ServiceLife; client: OfficeClient }> {
    const place = { directory: directory(), database: database() };
    const life = lives.start(place, { OFFICE_AUTO_APPROVE_SHELL: 'true' });
    return { life, client: await life.serving() };
  }
  const pendingIn = async (client: OfficeClient, id: string): Promise<readonly Approval[]> => {
    const { approvals } = (await client.get<RunDetail>(`/api/runs/${id}`)).body;
    return approvals.filter(({ status }) => status === 'pending');
  };
  const asked = async (client: OfficeClient, id: string, other?: Approval): Promise<Approval> => {
    const found: Approval[] = [];
    await until(async () => {
      const pending = await pendingIn(client, id);
      found.push(...pending.filter((one) => one.id !== other?.id));
      return found.length > 0;
    });
    return found[0]!;
  };
  const decide = async ({ port }: OfficeClient, { id }: Approval, approved: boolean) => {
    using office = await Office.connect(`http://127.0.0.1:${port}`);
    await office.approve(id, approved);
  };

  it('keeps what the run has read, and the yes does not hold for a file that changed meanwhile', async () => {
    await mkdir(join(directory(), 'workspace'), { recursive: true });
    await writeFile(file('x.sh'), 'echo good > out.txt\n');
    lives.provider.respondWith(answer);
    const first = await start();
    await first.client.put('/api/workspaces/default', { trusted: false });
    const order = { brief: 'Build the code.', pipelineId: 'code-change' };
    const { id } = (await first.client.post<Run>('/api/submit', order)).body;
    const question = await asked(first.client, id);
    await first.life.kill();
    await writeFile(file('x.sh'), 'echo bad > out.txt\n');

    const { client } = await start();
    const { foreign } = (await client.get<RunDetail>(`/api/runs/${id}`)).body;
    expect(foreign).toContainEqual(expect.objectContaining({ kind: 'files', name: 'x.sh' }));
    await decide(client, question, true);
    const again = await asked(client, id, question);
    expect(again.detail).toMatch(/files of the floor \([^]*x\.sh/);
    expect(again.touches).toMatch(/ Changed since it was allowed: x\.sh\.$/);
    await decide(client, again, false);
    const run = await finished(client, id);
    expect(run.status).toBe('done');
    expect(run.foreign).toEqual(expect.arrayContaining([...(foreign ?? [])]));
    await expect(readFile(file('out.txt'))).rejects.toThrow();
  }, 60_000);
});
