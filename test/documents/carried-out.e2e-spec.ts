import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { OfficeState } from '../../src/protocol/records/office.js';
import { ServiceLife } from '../crash/support/service-life.js';
import { freePort } from '../support/free-port.js';
import type { OfficeClient } from '../support/office-client.js';
import { type ProgramResult, repositoryRoot, runProgram } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { until } from '../support/until.js';
import { notAsked, notRun, orders, typedHere, whileItWaits } from './support/carried-out.js';
import { filled } from './support/placeholders.js';
import { requestOf } from './support/problem-of-request.js';
import { type Command, recordedCommands } from './support/recorded-commands.js';
import { officeCommandNames, shownInDocuments, shownInHelps } from './support/shown-commands.js';

const names = officeCommandNames();
const office = join(repositoryRoot, 'dist/cli/office.js');

/** The commands that documents and helps show whole, carried out at one office. */
describe('what a reader is shown to type', () => {
  const inDirectory = temporaryDirectory();
  let service: ServiceLife;
  let client: OfficeClient;
  let env: Record<string, string>;
  let commands: readonly Command[];
  /** What is put in the place of the ids that are shown. */
  let ids: Record<string, string>;

  beforeAll(async () => {
    for (const folder of ['place', 'workspace', 'plugins']) mkdirSync(inDirectory(folder));
    writeFileSync(inDirectory('place/brief.md'), 'Fix the date parser');
    git('init', '-q', '-b', 'main');
    git('-c', 'user.name=U', '-c', 'user.email=u@e', 'commit', '-qm', 'first', '--allow-empty');
    env = {
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      OFFICE_API_TOKEN: '',
      OFFICE_AUTO_APPROVE_SHELL: 'true',
      OFFICE_DB: inDirectory('office.sqlite'),
      OFFICE_LLM_MODE: 'mock',
      OFFICE_MOCK_LATENCY_MS: '0',
      OFFICE_PLUGINS_DIR: inDirectory('plugins'),
      OFFICE_SNAPSHOTS_DIR: inDirectory('snapshots'),
      OFFICE_WORKSPACE: inDirectory('workspace'),
      OFFICE_WORKSPACES_ROOT: inDirectory('workspaces'),
    };
    await made(['plugins', 'new', inDirectory('plugins/word-count')]);
    service = ServiceLife.start(env);
    client = await service.serving();
    const brief = 'Use write_file {"path": "a.txt", "content": "a"} and tell me';
    const fact = { kind: 'convention', scope: 'installation', text: 'Dates are local' };
    const schedule = { kind: 'schedule', name: 'yearly', cron: '0 3 1 1 *', brief: 'Tell me' };
    ids = {
      trigger_1a2b: await idOf('/triggers', schedule),
      fact_1a2b: await idOf('/api/memory', fact),
      run_1a2b: await idOf('/api/submit', { brief, pipelineId: 'code-change' }),
    };
    await made(['follow', ids['run_1a2b'] ?? '']);
    commands = shownWhole(inDirectory('place'));
  }, 240_000);
  afterAll(() => service.kill());

  const git = (...args: string[]): void =>
    void execFileSync('git', ['-C', inDirectory('workspace'), ...args]);

  const run = (args: Command): Promise<ProgramResult> =>
    runProgram(process.execPath, [office, ...args], { cwd: inDirectory('place'), env });

  async function made(args: Command): Promise<ProgramResult> {
    const result = await run(args);
    expect({ args, ...result }).toMatchObject({ code: 0 });
    return result;
  }

  /** The command as it is shown first, else as it is written for this suite, with ids that exist. */
  function typed(name: string): Command {
    const words = name.split(' ');
    const shown = commands.find(
      ([first, second, ...args]) => first === 'npx' && second === 'office' && nameIn(args) === name,
    );
    const args = shown?.slice(2) ?? [...words, ...(typedHere[name] ?? [])];
    return args.map((word) => ids[word] ?? word);
  }

  async function idOf(path: string, body: unknown): Promise<string> {
    const { status, body: answered } = await client.post<{ readonly id: string }>(path, body);
    expect(status).toBeLessThan(300);
    return answered.id;
  }

  const inOrder = async (names: readonly string[]): Promise<void> => {
    for (const name of names) await made(typed(name));
  };

  it('leaves no command out', () => {
    const all = [...orders.flat(), ...whileItWaits, ...Object.keys(notRun)];
    expect(all.toSorted()).toEqual(names.toSorted());
  });

  it('works', () => Promise.all(orders.map(inOrder)), 240_000);

  it('works while a run waits for a person', async () => {
    await client.put('/api/settings', { autoApproveShell: false });
    const brief = 'Use run_shell {"command": "echo hi"} and tell me';
    const waiting = await idOf('/api/submit', { brief, pipelineId: 'code-change' });
    await until(async () => {
      const { body } = await client.get<OfficeState>('/api/state');
      return body.approvals.some(({ runId }) => runId === waiting);
    });
    ids = { ...ids, run_1a2b: waiting };
    await inOrder(whileItWaits);
  }, 240_000);

  it('works with curl', async () => {
    const requests = commands.flatMap(([program, ...args]) =>
      program === 'curl' ? [requestOf(args)] : [],
    );
    const answers: unknown[] = [];
    for (const { method, url, body } of requests) {
      const name = `${method} ${url.pathname}`;
      if (notAsked[name] !== undefined) continue;
      const { status } = await fetch(
        `http://127.0.0.1:${env['PORT']}${url.pathname}${url.search}`,
        {
          method,
          ...(body !== undefined && {
            body,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          }),
        },
      );
      answers.push({ name, isWell: status < 300 });
    }
    expect(answers.length).toBeGreaterThanOrEqual(6);
    expect(answers.filter((answer) => !(answer as { isWell: boolean }).isWell)).toEqual([]);
  }, 240_000);

  it('works as the banner of the service has it', async () => {
    await client.put('/api/settings', { autoApproveShell: true });
    const [, shown = ''] = /^ {2}(npm run brief .*?) {3}/m.exec(service.log) ?? [];
    expect(shown).toContain(`:${env['PORT']}`);
    const { code, stdout } = await runProgram('sh', ['-c', shown], { env: { PORT: '1' } });
    expect(stdout).toMatch(/^Run run_\w+ is done after /m);
    expect(code).toBe(0);
  }, 240_000);

  it('works with the name that the checkout gives it', async () => {
    const { code, stderr } = await runProgram('npx', ['office', 'runs', '--json'], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  }, 240_000);
});

function shownWhole(folder: string): readonly Command[] {
  const shown = [...shownInDocuments(), ...shownInHelps()].filter(
    ({ isNamed, script }) => !isNamed || script.startsWith('curl'),
  );
  const scripts = shown.map(({ script }) => filled(script));
  return recordedCommands(scripts, folder).flatMap(({ commands }) => commands);
}

/** `floors show` of `floors show default`. */
function nameIn(args: Command): string | undefined {
  const [first = '', second = ''] = args;
  return [`${first} ${second}`, first].find((name) => names.includes(name));
}
