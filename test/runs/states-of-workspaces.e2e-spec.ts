import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { cpSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import type { RunChanges } from '../../src/protocol/records/change-review.js';
import type { RunDetail } from '../../src/protocol/records/work.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import { ScriptedProvider } from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { contentsOf } from '../support/workspaces/random-workspace.js';
import { callsTools, carryOut, offerPipeline } from './support/commission.js';
import { laterCases } from './support/later-cases.js';
import { repositoryCases } from './support/repository-cases.js';
import { type WorkspaceCase, workspaceCases } from './support/workspace-cases.js';

describe('what a run did in a workspace', () => {
  let provider: ScriptedProvider;
  let office: RunningOffice;
  let socket: OfficeSocket;
  let pipelineId: string;
  let root: string;
  let round = 0;
  /** Refusals that were looked at. */
  const heard = new Set<string>();
  const workspace = (): string => `${root}/packages/app`;

  const sh = (cwd: string, script: string): string =>
    execFileSync('sh', ['-ec', script], {
      cwd,
      encoding: 'utf8',
      stdio: 'pipe',
      env: {
        ...process.env,
        TEMPLATE: `${office.directory}/template`,
        GIT_AUTHOR_NAME: 'U',
        GIT_AUTHOR_EMAIL: 'u@example.com',
        GIT_COMMITTER_NAME: 'U',
        GIT_COMMITTER_EMAIL: 'u@example.com',
      },
    });

  beforeAll(async () => {
    provider = await ScriptedProvider.start();
    office = await startLiveOffice(provider, {
      OPENAI_API_KEY: 'key',
      OFFICE_WORKSPACE: './repository/packages/app',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      PATH: process.env.PATH,
    });
    socket = await office.client.connect();
    root = `${office.directory}/repository`;
    const template = `${office.directory}/template`;
    await mkdir(template);
    sh(
      template,
      'mkdir -p src/deep docs; echo one > a.txt; echo 1 > src/one.txt; echo 2 > src/deep/two.txt; echo d > docs/d.txt; printf ".env\\nout/\\n*.log\\nnode_modules/\\n" > .gitignore',
    );
    pipelineId = offerPipeline(office, { kind: 'build', roleIds: ['backend-dev-1'] });
  });
  beforeEach(async () => {
    await rm(root, { recursive: true, force: true });
    for (const beside of ['outside', 'sub-origin', 'inner-origin']) {
      await rm(`${office.directory}/${beside}`, { recursive: true, force: true });
    }
    sh(
      office.directory,
      'mkdir -p outside/gen/deep; echo g > outside/gen/g.txt; echo h > outside/gen/deep/h.txt',
    );
    await mkdir(workspace(), { recursive: true });
    sh(root, 'git init -q -b main; cp -r "$TEMPLATE/." packages/app/');
    round += 1;
  });
  afterAll(async () => {
    await office.close();
    await provider.close();
  });

  function prepare({ setup, uncommitted }: WorkspaceCase): void {
    if (setup !== undefined) sh(root, setup);
    sh(workspace(), 'git add -A "$(git rev-parse --show-toplevel)"; git commit -qm all || true');
    sh(root, 'git add -A . && git commit -qm all || true');
    if (uncommitted !== undefined) sh(workspace(), uncommitted);
  }

  function run(commands: readonly string[]): Promise<RunDetail> {
    const calls = commands.map((command) => ['run_shell', { command }] as const);
    provider.respondWith(callsTools(...calls));
    return carryOut(office, socket, { pipelineId });
  }

  /** What git would make of the workspace's repository now. */
  function committedNow(): string {
    const copy = `${office.directory}/copy-${round}`;
    const top = sh(workspace(), 'git rev-parse --show-toplevel').trim();
    const real = sh(workspace(), 'git rev-parse --absolute-git-dir').trim();
    cpSync(real, copy, { recursive: true });
    const git = `git --git-dir='${copy}' --work-tree='${top}'`;
    const tree = sh(top, `${git} read-tree HEAD && ${git} add -A . && ${git} write-tree`).trim();
    return sh(top, `${git} -c core.quotePath=false ls-tree -r ${tree}`);
  }

  it.each([...workspaceCases, ...repositoryCases])(
    'is delivered as git would commit it, and taken back exactly: $name',
    async (each) => {
      prepare(each);
      const before = each.isDeliveredOnly === true ? {} : contentsOf(workspace());
      const { id } = await run(each.commands);
      await deliver(id, each);
      if (each.isDeliveredOnly !== true) await takeBack(id, each, before);
    },
  );

  async function deliver(id: string, each: WorkspaceCase): Promise<void> {
    const branch = `office/${round}`;
    socket.send({ type: 'deliverRun', runId: id, branch });
    if (each.notDelivered !== undefined) {
      const error = await socket.waitFor('error', ({ message }) => message.includes(id));
      heard.add(error.message);
      expect(error.message).toContain(each.notDelivered);
      return;
    }
    await told(id, `run ${id} was delivered: branch ${branch}`);
    const found = sh(workspace(), `git -c core.quotePath=false ls-tree -r --full-tree ${branch}`);
    expect(without(found, each.aside)).toEqual(without(committedNow(), each.aside));
    expect(found).not.toContain('delete mode');
    sh(workspace(), 'git fsck --strict');
  }

  async function takeBack(
    id: string,
    each: WorkspaceCase,
    before: Record<string, string>,
  ): Promise<void> {
    const between = contentsOf(workspace());
    expect(between).not.toEqual(before);
    socket.send({ type: 'revertRun', runId: id });
    if (each.notReverted !== undefined) {
      const refusal = `Run "${id}" is not reverted: `;
      const error = await socket.waitFor('error', ({ message }) => message.startsWith(refusal));
      for (const name of each.notReverted) expect(error.message).toContain(name);
      expect(contentsOf(workspace())).toEqual(between);
      return;
    }
    const message = await taken(id);
    const left = each.left ?? [];
    for (const name of left) expect(message).toContain(name);
    const isLeft = (name: string): boolean =>
      left.some((other) => (other.endsWith('/') ? name.startsWith(other) : name === other));
    const others = (contents: Record<string, string>): object =>
      Object.fromEntries(Object.entries(contents).filter(([name]) => !isLeft(name)));
    expect(others(contentsOf(workspace()))).toEqual(others(before));
  }

  it.each(laterCases)('is taken back over nothing of a person who $name', async (each) => {
    sh(root, 'git add -A . && git commit -qm all');
    const before = contentsOf(workspace());
    const { id } = await run(each.commands);
    sh(workspace(), each.afterwards);
    const between = contentsOf(workspace());
    socket.send({ type: 'revertRun', runId: id });
    if (each.notReverted !== undefined) {
      const error = await socket.waitFor('error', ({ message }) => message.includes(id));
      for (const name of each.notReverted) expect(error.message).toContain(name);
      expect(contentsOf(workspace())).toEqual(between);
      return;
    }
    await told(id, `run ${id} was reverted: `);
    const stays = Object.fromEntries((each.stays ?? []).map((name) => [name, between[name]]));
    expect(contentsOf(workspace())).toEqual({ ...before, ...stays });
  });

  it('names changed files that no state holds before anything is taken back', async () => {
    sh(workspace(), 'echo mine > .env; mkdir -p node_modules/x; echo 1 > node_modules/x/1');
    sh(root, 'git add -A . && git commit -qm all');
    const commands = [
      'echo more >> .env; echo 2 > node_modules/x/1; head -c 3000000 /dev/zero > a.txt; echo x > c.txt',
    ];
    const { id, turns } = await run(commands);
    const unrecorded = ['.env', 'a.txt', 'node_modules/'];
    expect(turns[0]?.diff).toMatchObject({ unrecorded });
    const { body } = await office.client.get<RunChanges>(`/runs/${id}/changes`);
    expect(body).toMatchObject({ unrecorded, files: [{ path: 'c.txt', kind: 'added' }] });
    socket.send({ type: 'revertRun', runId: id });
    const message = await taken(id);
    expect(message).toContain('2 file(s) are as they were. Not recorded, so left');
    expect(message).toMatch(/: \.env, node_modules\/\.$/);
  });

  const taken = (id: string): Promise<string> => told(id, `run ${id} was reverted: `);

  async function told(id: string, part: string): Promise<string> {
    const seen = await Promise.race([
      socket.waitFor('log', ({ message }) => message.includes(part)),
      socket.waitFor('error', ({ message }) => message.includes(id) && !heard.has(message)),
    ]);
    heard.add(seen.message);
    expect(seen.message).toContain(part);
    return seen.message;
  }

  function without(listed: string, aside: readonly string[] = []): readonly string[] {
    return listed
      .split('\n')
      .filter((line) => line !== '' && !aside.some((name) => line.endsWith(`/${name}`)));
  }
});
