import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { RunChanges } from '../../src/protocol/records/change-review.js';
import type { Run } from '../../src/protocol/records/work.js';
import { isFinal } from '../../src/protocol/rules/run-status.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import { ServiceProcess } from '../support/service-process.js';
import { contentsOf } from '../support/workspaces/random-workspace.js';
import { callsTool } from './support/commission.js';

/** What root may do to every file is taken from it, so that permissions hold. */
const heldByPermissions =
  process.getuid?.() === 0
    ? ['setpriv', '--bounding-set=-dac_override,-dac_read_search', '--inh-caps=-all']
    : [];

const plugin = {
  id: 'test.one-build',
  name: 'One build',
  version: '1.0.0',
  description: 'One employee builds.',
  apiVersion: '1',
  license: 'MIT',
  permissions: ['pipelines'],
  contributes: {
    pipelines: [
      {
        ...{ id: 'one-build', name: 'One build', description: 'One employee builds.' },
        stages: [{ kind: 'build', name: 'Build', roleIds: ['backend-dev-1'], mode: 'single' }],
      },
    ],
  },
};

describe('a service that permissions hold for', () => {
  let provider: ScriptedProvider;
  let service: ServiceProcess;
  let socket: OfficeSocket;
  let directory: string;
  let workspace: string;

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    directory = await realpath(await mkdtemp(`${tmpdir()}/permissions-`));
    workspace = `${directory}/workspace`;
    await mkdir(`${directory}/plugins/one-build`, { recursive: true });
    await writeFile(`${directory}/plugins/one-build/plugin.json`, JSON.stringify(plugin));
    service = await ServiceProcess.start(
      {
        OFFICE_LLM_MODE: 'live',
        OFFICE_MODEL_DISCOVERY: 'false',
        OFFICE_BENCHMARKS: 'false',
        OFFICE_ENDPOINT_HEALTH: 'false',
        OPENAI_API_KEY: 'key',
        OFFICE_OPENAI_BASE_URL: provider.baseUrl,
        OFFICE_OPENAI_ENDPOINT: 'chat',
        OFFICE_PLUGINS_DIR: `${directory}/plugins`,
        OFFICE_AUTO_APPROVE_SHELL: 'true',
        OFFICE_WORKSPACE: workspace,
      },
      heldByPermissions,
    );
    socket = await service.client.connect();
  });
  beforeEach(async () => {
    sh('mkdir -p workspace; chmod -R u+rwX workspace; rm -rf workspace', directory);
    await mkdir(workspace);
    sh(
      'mkdir a b c; echo 1 > a/one.txt; echo 2 > b/two.txt; echo 3 > c/three.txt; echo 4 > four.txt',
    );
  });
  afterAll(async () => {
    await service.kill();
    await provider.close();
    sh('chmod -R u+rwX .', directory);
    await rm(directory, { recursive: true });
  });

  function sh(script: string, cwd = workspace): void {
    execFileSync('sh', ['-ec', script], { cwd });
  }

  async function run(command: string): Promise<string> {
    provider.respondWith(callsTool('run_shell', { command }));
    const commission = { brief: 'Build it', pipelineId: 'one-build' };
    const { status, body } = await service.client.post<Run>('/api/submit', commission);
    expect(status).toBe(202);
    await socket.waitFor('run.updated', ({ run: { id, status: now } }) => {
      return id === body.id && isFinal(now);
    });
    return body.id;
  }

  async function changesOf(id: string): Promise<RunChanges> {
    return (await service.client.get<RunChanges>(`/runs/${id}/changes`)).body;
  }

  let refused = '';

  /** The first line of the log, or refusal, that was not seen yet. */
  async function revert(id: string): Promise<string> {
    socket.send({ type: 'revertRun', runId: id });
    const { message } = await Promise.race([
      socket.waitFor('log', (line) => line.message.includes(`run ${id} was reverted: `)),
      socket.waitFor('error', (line) => line.message.includes(id) && line.message !== refused),
    ]);
    return message;
  }

  it.each<readonly [what: string, command: string, close: string, open: string]>([
    [
      'a directory with a changed file that nothing can be put into',
      'for each in */*.txt four.txt; do echo changed > $each; done',
      'chmod 555 b',
      'chmod 755 b',
    ],
    [
      'a directory with a new file that nothing can be taken out of',
      'echo new > a/new.txt; echo new > c/new.txt; rm four.txt; echo changed > b/two.txt',
      'chmod 555 c',
      'chmod 755 c',
    ],
    [
      'a directory from which one was removed',
      'mkdir c/deep; mv a c/; rm -r b; echo changed > four.txt',
      'chmod 555 .',
      'chmod 755 .',
    ],
    [
      'a new directory, closed deep inside',
      'mkdir -p n/m/o; echo new > n/m/o/f; echo changed > a/one.txt; rm b/two.txt',
      'chmod 555 n/m/o',
      'chmod 755 n/m/o',
    ],
    [
      'a moved directory whose files can only be looked at',
      'mv a z; echo changed > b/two.txt; ln -s four.txt link; rm c/three.txt',
      'chmod 555 z c',
      'chmod 755 z c',
    ],
  ])('takes back all of a run or nothing, with %s', async (_what, command, close, open) => {
    const before = contentsOf(workspace);
    const id = await run(command);
    sh(close);
    const between = contentsOf(workspace);
    refused = await revert(id);
    expect(refused).toContain(`Run "${id}" is not reverted: `);
    expect(contentsOf(workspace)).toEqual(between);
    sh(open);
    expect(await revert(id)).toContain(`run ${id} was reverted: `);
    expect(contentsOf(workspace)).toEqual(before);
  });

  it('takes back the rest where a person put a file back', async () => {
    const before = contentsOf(workspace);
    const id = await run('echo changed > a/one.txt; echo changed > b/two.txt; rm c/three.txt');
    sh('chmod 555 b');
    refused = await revert(id);
    expect(refused).toContain(`Run "${id}" is not reverted: `);
    sh('chmod 755 b; echo 2 > b/two.txt');
    expect(await revert(id)).toContain(`run ${id} was reverted: `);
    expect(contentsOf(workspace)).toEqual(before);
  });

  it.each<readonly [what: string, close: string, named: string]>([
    ['a file', 'echo secret > secret.txt; chmod 000 secret.txt', 'secret.txt'],
    ['a directory', 'mkdir closed; echo x > closed/x; chmod 000 closed', 'closed/'],
    ['a directory that can be listed only', 'mkdir shut; echo x > shut/x; chmod 444 shut', 'shut/'],
    ['a file deep inside', 'mkdir -p d/e; echo x > d/e/f; chmod 200 d/e/f', 'd/e/f'],
  ])('records what it may read beside %s that it may not', async (_what, close, named) => {
    sh(close);
    const before = contentsOf(workspace);
    const id = await run(
      `echo changed > a/one.txt; rm b/two.txt; chmod -R u+rwX ${named}; [ -d ${named} ] && echo y > ${named}y || echo y > ${named}`,
    );
    const { files, unrecorded } = await changesOf(id);
    expect(files.map(({ path }) => path)).toEqual(
      expect.arrayContaining(['a/one.txt', 'b/two.txt']),
    );
    expect(unrecorded.some((each) => each.startsWith(named))).toBe(true);
    refused = await revert(id);
    expect(refused).toContain(named);
    const after = contentsOf(workspace);
    if (refused.includes('was reverted')) {
      for (const name of ['a/one.txt', 'b/two.txt', 'c/three.txt']) {
        expect(after[name]).toBe(before[name]);
      }
    }
  });
});
