import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ServiceLife } from '../crash/support/service-life.js';
import { freePort } from '../support/free-port.js';
import { repositoryRoot } from '../support/run-program.js';
import { until } from '../support/until.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** Whoever reads has gone before the first line is printed, as `head -0` has. */
describe('output into a closed pipe', () => {
  const inDirectory = temporaryDirectory();
  let service: ServiceLife;
  let env: Record<string, string>;

  beforeAll(async () => {
    env = {
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      OFFICE_LLM_MODE: 'mock',
      OFFICE_MOCK_LATENCY_MS: '0',
      OFFICE_DB: inDirectory('office.sqlite'),
      OFFICE_WORKSPACE: inDirectory('workspace'),
      OFFICE_WORKSPACES_ROOT: inDirectory('workspaces'),
      OFFICE_SNAPSHOTS_DIR: inDirectory('snapshots'),
    };
    service = ServiceLife.start(env);
    await service.serving();
  }, 60_000);
  afterAll(() => service.kill());

  const office = 'dist/cli/office.js';
  const commands: readonly (readonly [args: readonly string[], code: number])[] = [
    [[office, '--help'], 0],
    [[office, 'submit', '--help'], 0],
    [[office, 'completion', 'bash'], 0],
    [[office, 'runs'], 0],
    [[office, 'models', '--json'], 0],
    [[office, 'plugins'], 0],
    [[office, 'floors', 'show', 'default'], 0],
    [[office, 'doctor'], 0],
    [[office, 'submit', '--follow', '--pipeline', 'quick-answer', 'What is new?'], 0],
    [['dist/cli/brief.js', '--help'], 0],
    [['dist/cli/brief.js', '--pipeline', 'product-build', 'Build a todo list'], 1],
    [['dist/cli/route.js', '--role', 'cto', '--task', 'coding'], 0],
    [['dist/cli/plugin.js', '--help'], 0],
    [['dist/cli/plugin.js', 'check', 'plugins/cost-guard'], 0],
    [['dist/cli/models.js', '--help'], 0],
    [['scripts/run.mjs', 'office', 'runs'], 0],
    [['--import', './scripts/closed-pipe.mjs', '-e', 'console.log("x".repeat(1e6))'], 0],
    [['dist/main.js', 'migrate'], 1],
  ];

  /** Ends with this code, and says nothing of the pipe. */
  const endsQuietly = async (args: readonly string[], code: number): Promise<void> => {
    const child = spawn('node', args, { cwd: repositoryRoot, env: { ...process.env, ...env } });
    child.stdout.destroy();
    child.stdin.end();
    const [stderr, [ended]] = await Promise.all([text(child.stderr), once(child, 'exit')]);
    expect(stderr).not.toMatch(/EPIPE|node:|unhandled|at .*\.js/i);
    expect(ended).toBe(code);
  };

  it.each(commands)('ends quietly: %j', endsQuietly, 60_000);

  it('ends quietly where a run is shown', async () => {
    const submitted = await fetch(`http://127.0.0.1:${env.PORT}/api/submit`, {
      method: 'POST',
      body: JSON.stringify({ brief: 'What is a todo list?', pipelineId: 'quick-answer' }),
    });
    const { id } = (await submitted.json()) as { id: string };
    await endsQuietly([office, 'show', id], 0);
    await endsQuietly([office, 'show', id, '--json'], 0);
  }, 60_000);

  it('ends quietly where results of evals are compared', async () => {
    const record = inDirectory('record.json');
    await writeFile(record, JSON.stringify({ begunAt: '2026-01-01', results: [] }));
    await endsQuietly(['scripts/run.mjs', 'eval', '--compare', record, record], 0);
  }, 60_000);

  it('leaves a service that is started at work without its log', async () => {
    const port = String(await freePort());
    const child = spawn('node', ['dist/main.js'], {
      cwd: repositoryRoot,
      env: { ...process.env, ...env, PORT: port, OFFICE_DB: ':memory:', OFFICE_LOG_LEVEL: 'debug' },
    });
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.stdout.destroy();
    child.stderr.destroy();
    await until(async () => {
      const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null);
      return ready?.ok === true;
    });
    const submitted = await fetch(`http://127.0.0.1:${port}/api/submit`, {
      method: 'POST',
      body: JSON.stringify({ brief: 'What is a todo list?', pipelineId: 'quick-answer' }),
    });
    expect(submitted.ok).toBe(true);
    expect((await fetch(`http://127.0.0.1:${port}/livez`)).status).toBe(200);
    child.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }, 60_000);
});
