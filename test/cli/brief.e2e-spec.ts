import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { freePort } from '../support/free-port.js';
import { runProgram } from '../support/run-program.js';
import type { ProgramOptions, ProgramResult } from '../support/run-program.js';

/** The built terminal client, as `npm run brief` starts it, with the built service. */
describe('npm run brief', () => {
  let folder: string;
  let env: Record<string, string>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'office-brief-'));
    env = {
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      OFFICE_LLM_MODE: 'mock',
      OFFICE_DB: join(folder, 'office.sqlite'),
      OFFICE_WORKSPACE: join(folder, 'workspace'),
      OFFICE_WORKSPACES_ROOT: join(folder, 'workspaces'),
      OFFICE_API_TOKEN: '',
    };
  });

  afterEach(() => rm(folder, { recursive: true }));

  function brief(args: string[], options: ProgramOptions = {}): Promise<ProgramResult> {
    return runProgram('node', ['dist/cli/brief.js', ...args], { env, ...options });
  }

  it('opens an office when there is none, and follows the run to the report', async () => {
    const { code, stdout, stderr } = await brief(['Build a todo list']);
    expect(stderr).toBe('');
    expect(stdout).toContain('opening one for this run');
    expect(stdout).toMatch(/^Run run_\w+: pipeline product-build, \d+ stages, at most \$5\.00\.$/m);
    expect(stdout).toMatch(/^\[1\/\d+\] /m);
    expect(stdout).toMatch(/^Run run_\w+ is done after .* of \$5\.00\.$/m);
    expect(code).toBe(0);
  }, 60_000);

  it('uses the office that is open', async () => {
    let submitted: Promise<ProgramResult> | undefined;
    const service = await runProgram('node', ['dist/main.js'], {
      env,
      onOutput: (printed, signal) => {
        if (submitted !== undefined || !printed.includes(`:${env.PORT}`)) return;
        submitted = brief(['What is a todo list?', '--pipeline', 'quick-answer']);
        void submitted.then(() => signal('SIGTERM'));
      },
    });
    const { code, stdout } = (await submitted) ?? {};
    expect(stdout).not.toContain('opening one');
    expect(stdout).toContain('pipeline quick-answer');
    expect(stdout).toContain(`In the browser: http://127.0.0.1:${env.PORT}/#/runs/run_`);
    expect(code).toBe(0);
    expect(service.code).toBe(0);
  }, 60_000);

  it('says why a brief was refused', async () => {
    const { code, stderr } = await brief(['Build it', '--workspace', 'nowhere']);
    expect(stderr).toBe('There is no workspace "nowhere" in this office.\n');
    expect(code).toBe(1);
  }, 60_000);

  it('does not call a run that failed a success', async () => {
    const { code, stdout } = await brief(['Build it', '--budget', '0']);
    expect(stdout).toMatch(/^Run run_\w+ is failed\b/m);
    expect(stdout).toContain('Run budget of $0.00 was exhausted before stage');
    expect(code).toBe(1);
  }, 60_000);

  it('cancels the run when the person stops it', async () => {
    let stopped = false;
    const { code, stdout } = await brief(['Build a todo list'], {
      env: { ...env, OFFICE_MOCK_LATENCY_MS: '2000' },
      onOutput: (printed, signal) => {
        if (stopped || !printed.includes('[1/')) return;
        stopped = true;
        signal('SIGINT');
      },
    });
    expect(stdout).toContain('Cancelling the run.');
    expect(stdout).toMatch(/^Run run_\w+ is cancelled /m);
    expect(code).toBe(1);
  }, 60_000);

  it('does not open an office in the place of one that was named', async () => {
    const url = `http://127.0.0.1:${env.PORT}`;
    const { code, stderr } = await brief(['Build it', '--url', url]);
    expect(stderr).toBe(`No office answers at ${url}.\n`);
    expect(code).toBe(1);
  });

  it('explains itself', async () => {
    await expect(brief(['--help'])).resolves.toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Usage: npm run brief'),
    });
    await expect(brief([])).resolves.toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Say what you want done.'),
    });
  });
});
