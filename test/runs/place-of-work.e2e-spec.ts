import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Environment } from '../../src/platform/config/read-environment.js';
import { startLiveOffice } from '../support/models/live-office.js';
import type { OfficeSocket } from '../support/office-socket.js';
import {
  ScriptedProvider,
  type ScriptedRequest,
} from '../support/scripted-provider/scripted-provider.js';
import type { RunningOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import {
  callsTools,
  carryOut,
  finished,
  offerPipeline,
  promptOf,
  submit,
  toolResultsIn,
} from './support/commission.js';

const directory = temporaryDirectory();
const offices: RunningOffice[] = [];
let provider: ScriptedProvider;
let office: RunningOffice;
let socket: OfficeSocket;

async function open(env: Environment = {}): Promise<void> {
  office = await startLiveOffice(provider, {
    OPENAI_API_KEY: 'key',
    OFFICE_WORKSPACE: directory('workspace'),
    OFFICE_DB: directory('office.sqlite'),
    OFFICE_AUTO_APPROVE_SHELL: 'true',
    HTTPS_PROXY: 'http://127.0.0.1:9',
    ...env,
  });
  offices.push(office);
  socket = await office.client.connect();
}

async function put(name: string, text: string): Promise<void> {
  await mkdir(path.dirname(directory('workspace', name)), { recursive: true });
  await writeFile(directory('workspace', name), text);
}

beforeAll(async () => {
  provider = await ScriptedProvider.start();
});
beforeEach(() => {
  provider.requests.length = 0;
});
afterEach(async () => {
  for (const opened of offices.splice(0)) await opened.close();
  await rm(directory('workspace'), { recursive: true, force: true });
  await rm(directory('office.sqlite'), { force: true });
});
afterAll(() => provider.close());

const toolsIn = ({ body }: ScriptedRequest): readonly string[] =>
  ((body?.['tools'] ?? []) as readonly { function: { name: string } }[]).map(
    (tool) => tool.function.name,
  );
const build = { kind: 'build', roleIds: ['backend-dev-1'] } as const;
const factsIn = (prompt: string) => /# The place\n\n(.*)\n/.exec(prompt)?.[1];

describe('the place of work', () => {
  it('is described in one line, the same after a restart, with a scratch folder that is removed after the run', async () => {
    await open({ OFFICE_AUTO_APPROVE_SHELL: 'false' });
    const keeps = 'mktemp -d && echo "$TMPDIR" && echo kept > "$TMPDIR/kept"';
    provider.respondWith(callsTools(['run_shell', { command: keeps }]));
    const { id } = await submit(office, { pipelineId: offerPipeline(office, build) });
    const scratch = path.join(tmpdir(), `office-${id}`);
    await socket.waitFor('approval.requested');
    expect(existsSync(scratch)).toBe(true);
    await office.close();
    await rm(scratch, { recursive: true });

    offices.pop();
    await open({ OFFICE_AUTO_APPROVE_SHELL: 'false', OFFICE_WEB_TOOLS: 'false' });
    const { state } = await socket.waitFor('hello');
    let wasKept = false;
    provider.respondWith((request) => {
      wasKept ||= existsSync(`${scratch}/kept`);
      return callsTools(['run_shell', { command: keeps }])(request);
    });
    const [approval] = state.approvals;
    socket.send({ type: 'approve', approvalId: approval?.id ?? '', approved: true });
    const run = await finished(office, socket, id);
    expect([run.status, wasKept]).toEqual(['done', true]);
    const [first = '', ...later] = provider.requests.map(promptOf);
    expect(factsIn(first)).toMatch(
      /^(?:bash with pipefail|sh); (?:Node [\d.]+; )?(?:Python [\d.]+; )?git [\d.]+; account \w+; network: yes; /,
    );
    expect(factsIn(first)).toContain(`git repository: no; scratch folder outside`);
    expect(factsIn(first)).toContain(`${scratch} (TMPDIR)`);
    expect(later).toEqual([first]);
    expect(provider.requests.map(toolsIn)[1]).toEqual(provider.requests.map(toolsIn)[0]);
    const [result = ''] = toolResultsIn(provider.requests[1] as ScriptedRequest);
    expect(result).toContain(`${scratch}/`);
    expect(existsSync(scratch)).toBe(false);
  });

  it('shows the git tool where there is a repository, from the stage on that finds it', async () => {
    await open();
    provider.respondWith((request) => {
      const isFirst = promptOf(request).includes('Stage: **Stage 1**');
      return isFirst
        ? callsTools(['run_shell', { command: 'git init -q .' }])(request)
        : { text: ['Done.'] };
    });
    const pipelineId = offerPipeline(office, build, { ...build, roleIds: ['backend-dev-2'] });
    await carryOut(office, socket, { pipelineId });
    const shown = provider.requests.map((request) => toolsIn(request).includes('git'));
    expect(shown).toEqual([false, false, true]);
    for (const request of provider.requests) expect(toolsIn(request)).toContain('web_fetch');
  });

  it('shows no tools that read the web where they are switched off', async () => {
    await open({ OFFICE_WEB_TOOLS: 'false' });
    provider.respondWith(() => ({ text: ['Done.'] }));
    await carryOut(office, socket, { pipelineId: offerPipeline(office, build) });
    const [shown = []] = provider.requests.map(toolsIn);
    expect(shown).toContain('run_shell');
    expect(shown).not.toContain('web_fetch');
    expect(shown).not.toContain('web_search');
  });
});

describe('the notes of a project', () => {
  it('are shown whole, with those above files that are named, planned or changed', async () => {
    await open();
    const rules = Array.from({ length: 150 }, (_, n) => `Rule ${n}: ${'x'.repeat(60)}`).join('\n');
    await put('AGENTS.md', rules);
    await put('CLAUDE.md', rules);
    await put('named/AGENTS.md', 'Of what is named.');
    await put('named/deep/parser.ts', '');
    await put('changed/CLAUDE.md', 'Of what is changed.');
    await put('other/AGENTS.md', 'Of others.');
    provider.respondWith((request) => {
      const isFirst = promptOf(request).includes('Stage: **Stage 1**');
      return isFirst
        ? callsTools(['write_file', { path: 'changed/new.ts', content: 'x' }])(request)
        : { text: ['Done.'] };
    });
    const pipelineId = offerPipeline(office, build, { ...build, roleIds: ['backend-dev-2'] });
    await carryOut(office, socket, { pipelineId, brief: 'Mend parser.ts' });
    const [first = '', , second = ''] = provider.requests.map(promptOf);
    for (const prompt of [first, second]) {
      expect(prompt.split(rules)).toHaveLength(2);
      expect(prompt).toContain('named/AGENTS.md\n\nOf what is named.');
      expect(prompt).not.toContain('Of others.');
    }
    expect(first).not.toContain('Of what is changed.');
    expect(second).toContain('changed/CLAUDE.md\n\nOf what is changed.');
  });

  it('are shown once in a conversation that goes on', async () => {
    await open();
    await put('AGENTS.md', 'Of the root.');
    await put('planned/AGENTS.md', 'Of what is planned.');
    const plan = {
      builders: [{ roleId: 'backend-dev-1', part: 'all', paths: ['planned/new/a.ts'] }],
      checks: [],
      open: [],
      stages: [],
      review: 'one',
    };
    provider.respondWith((request) => {
      const asked = JSON.stringify(request.body?.messages);
      return asked.includes('Stage: **Build**')
        ? { text: ['Done.'] }
        : {
            text: ['Planned.'],
            toolCalls: [{ id: 'c', name: 'set_plan', args: [JSON.stringify(plan)] }],
          };
    });
    const pipelineId = offerPipeline(
      office,
      { kind: 'plan', name: 'Plan', roleIds: ['backend-dev-1'] },
      { ...build, name: 'Build' },
    );
    await carryOut(office, socket, { pipelineId });
    const said = JSON.stringify(provider.requests.at(-1)?.body?.messages);
    expect(said).toContain('Stage: **Build**');
    expect(said.split('Of the root.')).toHaveLength(2);
    expect(said.split('Of what is planned.')).toHaveLength(2);
  });
});
