import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ServerEvent } from '../../src/protocol/events.js';
import type { Run } from '../../src/protocol/records/work.js';
import { ServiceLife } from '../crash/support/service-life.js';
import { freePort } from '../support/free-port.js';
import { OfficeClient } from '../support/office-client.js';
import { type ProgramOptions, type ProgramResult, runProgram } from '../support/run-program.js';

const asksFirst = 'Use run_shell {"command": "echo hi"} and tell me';

/** The whole lines of what `--json` has printed so far. */
function eventsIn(printed: string): readonly ServerEvent[] {
  const lines = printed.slice(0, printed.lastIndexOf('\n') + 1).split('\n');
  return lines.flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ServerEvent]));
}

/** The built command line, as a child process, at the built service. */
describe('office', () => {
  let folder: string;
  let env: Record<string, string>;
  let service: ServiceLife;

  const start = async (): Promise<void> => {
    service = ServiceLife.start(env);
    await service.serving();
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'office-cli-'));
    env = {
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
      OFFICE_LLM_MODE: 'mock',
      OFFICE_MOCK_LATENCY_MS: '0',
      OFFICE_LEASE_MS: '1000',
      OFFICE_DB: join(folder, 'office.sqlite'),
      OFFICE_WORKSPACE: join(folder, 'workspace'),
      OFFICE_SNAPSHOTS_DIR: join(folder, 'snapshots'),
      OFFICE_WORKSPACES_ROOT: join(folder, 'workspaces'),
      OFFICE_API_TOKEN: 's3cret',
    };
    await start();
  }, 60_000);
  afterAll(async () => {
    await service.kill();
    await rm(folder, { recursive: true });
  });

  function office(args: readonly string[], options: ProgramOptions = {}): Promise<ProgramResult> {
    return runProgram('node', ['dist/cli/office.js', ...args], { env, ...options });
  }

  /** The records of `--json`; fails when the command did. */
  async function records<T>(...args: readonly string[]): Promise<T[]> {
    const { code, stdout, stderr } = await office([...args, '--json']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as T]));
  }

  it('submits, follows and shows a run', async () => {
    const { code, stdout } = await office([
      'submit',
      '--follow',
      '--pipeline',
      'quick-answer',
      'What is a todo list?',
    ]);
    expect(stdout).toMatch(/^Run run_\w+: pipeline quick-answer, 2 stages, at most \$5\.00\.$/m);
    expect(stdout).toMatch(/^\[1\/2\] /m);
    expect(stdout).toMatch(/^Run run_\w+ is done after /m);
    expect(code).toBe(0);
    const [run] = await records<Run>('runs', '--limit', '1');
    expect(run?.status).toBe('done');
    expect((await office(['show', run?.id ?? ''])).stdout).toContain(`Run ${run?.id} is done`);
    const events = await records<{ type: string }>('follow', run?.id ?? '');
    expect(events[0]?.type).toBe('run.created');
    expect(events.at(-1)).toMatchObject({ type: 'run.updated', run: { status: 'done' } });
  }, 60_000);

  /** Follows a run, does something at its first question, and then answers every one. */
  const followed = async (
    id: string,
    answer: readonly string[],
    first: () => Promise<unknown> = () => Promise.resolve(),
  ) => {
    const answers = new Map<string, Promise<ProgramResult>>();
    let ready: Promise<unknown> | undefined;
    const result = await office(['follow', id, '--json'], {
      onOutput: (printed) => {
        for (const event of eventsIn(printed)) {
          if (event.type !== 'approval.requested' || answers.has(event.approval.id)) continue;
          ready ??= first();
          const told = ready.then(() => office(['approve', event.approval.id, ...answer]));
          answers.set(event.approval.id, told);
        }
      },
    });
    return { ...result, answers: await Promise.all(answers.values()) };
  };

  /** Answers what is asked next. */
  const answerNext = async (...answer: readonly string[]): Promise<ProgramResult> => {
    const headers = { authorization: `Bearer ${env.OFFICE_API_TOKEN}` };
    const socket = await new OfficeClient(Number(env.PORT)).connect({ headers });
    const { approval } = await socket.waitFor('approval.requested');
    await socket.close();
    return office(['approve', approval.id, ...answer]);
  };

  it('lists what waits for a person, and answers it', async () => {
    const [run] = await records<Run>('submit', asksFirst, '--pipeline', 'code-change');
    let waiting = '';
    const { stdout, answers } = await followed(
      run?.id ?? '',
      ['--refuse', '--reason', 'not today'],
      async () => (waiting = (await office(['approve'])).stdout),
    );
    expect(waiting).toContain('    | echo hi');
    expect(stdout).toContain('"reason":"not today"');
    expect(answers[0]).toMatchObject({ code: 0, stdout: 'echo hi: rejected.\n' });
  }, 120_000);

  it('goes on following when the service is killed and comes back', async () => {
    const [run] = await records<Run>('submit', asksFirst, '--pipeline', 'code-change');
    const { code, stdout } = await followed(run?.id ?? '', [], async () => {
      await service.kill();
      await start();
    });
    expect(code).toBe(0);
    const seqs = eventsIn(stdout).flatMap(({ seq }) => seq ?? []);
    expect(seqs).toEqual([...new Set(seqs)].toSorted((a, b) => a - b));
    expect(stdout).toContain('"status":"approved"');
  }, 120_000);

  it('cancels a run, and tells its follower', async () => {
    const [run] = await records<Run>('submit', asksFirst, '--pipeline', 'code-change');
    const id = run?.id ?? '';
    expect(await records('cancel', id)).toMatchObject([{ id, status: 'cancelled' }]);
    expect(await office(['cancel', id])).toMatchObject({
      code: 1,
      stderr: `Run "${id}" is not running.\n`,
    });
    expect((await office(['follow', id])).code).toBe(1);
  }, 60_000);

  it('retries, steers and continues runs, and says why not', async () => {
    const [begun] = await records<Run>('submit', asksFirst, '--pipeline', 'code-change');
    const id = begun?.id ?? '';
    expect(await office(['retry', id])).toMatchObject({ code: 1 });
    const [steered] = await records<Run>('steer', id, 'Use', 'SQLite');
    expect(steered?.instructions).toMatchObject([{ text: 'Use SQLite' }]);
    await office(['cancel', id]);
    const late = await office(['steer', id, 'Use SQLite']);
    expect(late).toMatchObject({ code: 1 });
    expect(late.stderr).toContain(`Run "${id}" cannot be steered: it is not at work.`);
    const [again] = await records<Run>('retry', id);
    expect(again).toMatchObject({ retryOf: id, brief: begun?.brief });
    await office(['cancel', again?.id ?? '']);
    const [next] = await records<Run>('submit', 'Go on', '--continue', id);
    expect(next).toMatchObject({ continues: id });
    await office(['cancel', next?.id ?? '']);
    expect(await office(['submit', 'Go on', '--continue', 'run_none'])).toMatchObject({
      code: 1,
      stderr: 'No run "run_none".\n',
    });
  }, 120_000);

  it('shows, delivers and takes back what a run changed, and says why not', async () => {
    const workspace = join(folder, 'workspace');
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', workspace, ...args]).toString();
    git('init', '-q', '-b', 'main');
    git('-c', 'user.name=U', '-c', 'user.email=u@e', 'commit', '-qm', 'first', '--allow-empty');
    const brief = 'Use write_file {"path": "greeting.txt", "content": "hello-there"} and tell me';
    const [begun] = await records<Run>('submit', brief, '--pipeline', 'code-change');
    const id = begun?.id ?? '';
    await followed(id, []);
    const whole = await office(['diff', id]);
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toContain('+hello-there');
    expect((await office(['diff', id, '--turns'])).stdout).toContain('+hello-there');
    expect(await office(['diff', 'run_none'])).toMatchObject({ code: 1 });
    const refused = await office(['deliver', id, 'no..branch']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    const answered = answerNext();
    const delivered = await office(['deliver', id, 'office/greeting']);
    expect(delivered).toMatchObject({ code: 0, stderr: '' });
    expect(delivered.stdout).toMatch(/^Waits for a person\. .* asks \(shell\): git branch /m);
    expect(delivered.stdout).toMatch(/^ {2}Answer here, at \S+ or with: .* approve appr_\w+$/m);
    expect(delivered.stdout).toMatch(
      /^run run_\w+ was delivered: branch office\/greeting, \d commit/m,
    );
    expect((await answered).stdout).toMatch(/^git branch office\/greeting, .*: approved\.$/m);
    expect(git('show', 'office/greeting:greeting.txt')).toContain('hello-there');
    const declined = answerNext('--refuse');
    expect(await office(['deliver', id, 'office/unwanted'])).toMatchObject({
      code: 1,
      stderr: `Run "${id}" is not delivered: the human declined.\n`,
    });
    await declined;
    expect(git('branch', '--list', 'office/*').trim()).toBe('office/greeting');
    for (const [input, code] of [
      ['n\n', 1],
      ['what?\ny\n', 0],
    ] as const) {
      expect(await office(['deliver', id, 'office/typed'], { input })).toMatchObject({ code });
    }
    expect(git('show', 'office/typed:greeting.txt')).toContain('hello-there');
    const reverted = await office(['revert', id]);
    expect(reverted).toMatchObject({ code: 0, stderr: '' });
    expect(reverted.stdout).toContain(`run ${id} was reverted`);
    expect(existsSync(join(workspace, 'greeting.txt'))).toBe(false);
    const missing = await office(['revert', id, '--turn', 'turn_none']);
    expect(missing).toMatchObject({ code: 1, stderr: `Run "${id}" has no turn "turn_none".\n` });
  }, 120_000);

  it('merges what was done in a worktree, hands it over as a patch, or discards it', async () => {
    const inWorktree = async (name: string): Promise<string> => {
      const brief = `Use write_file {"path": "${name}", "content": "from afar"} and tell me`;
      const where = ['--pipeline', 'code-change', '--isolation', 'worktree'];
      const [begun] = await records<Run>('submit', brief, ...where);
      const id = begun?.id ?? '';
      await followed(id, []);
      return id;
    };
    const id = await inWorktree('merged.txt');
    expect(existsSync(join(folder, 'workspace', 'merged.txt'))).toBe(false);
    const patch = await office(['deliver', id, '--patch']);
    expect(patch).toMatchObject({ code: 0, stderr: '' });
    expect(patch.stdout).toContain('+from afar');
    const merged = await office(['deliver', id, '--into', 'workspace']);
    expect(merged).toMatchObject({ code: 0, stderr: '' });
    expect(merged.stdout).toContain(`run ${id} was delivered: `);
    expect(existsSync(join(folder, 'workspace', 'merged.txt'))).toBe(true);
    const other = await inWorktree('dropped.txt');
    expect((await office(['discard', other])).stdout).toBe(
      `run ${other} was discarded: its worktree is removed.\n`,
    );
    expect(await office(['discard', other])).toMatchObject({ code: 1 });
    expect(await office(['deliver', other])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name a branch, or give --into or --patch.'),
    });
  }, 120_000);

  it('keeps floors, memory, plugins and models', async () => {
    expect(await records('floors', 'open', 'Garden')).toMatchObject([{ id: 'garden' }]);
    expect(await records('floors', 'trust', 'garden')).toMatchObject([{ trusted: true }]);
    expect(await records('floors', 'select', 'garden')).toEqual([{ activeWorkspaceId: 'garden' }]);
    expect(await office(['floors', 'select', 'cellar'])).toMatchObject({ code: 1 });
    expect((await records<{ id: string }>('floors')).map(({ id }) => id)).toContain('garden');
    const [fact] = await records<{ id: string }>('memory', 'add', 'Dates are UTC');
    expect(await records('memory', 'search', 'dates')).toMatchObject([{ id: fact?.id }]);
    expect(await records('memory', 'retract', fact?.id ?? '')).toMatchObject([{ ok: true }]);
    expect(await records('memory')).toEqual([]);
    const [plugin] = await records<{ manifest: { id: string } }>('plugins');
    const id = plugin?.manifest.id ?? '';
    expect(await records('plugins', 'disable', id)).toMatchObject([{ status: 'disabled' }]);
    const models = await records<{ tier: string }>('models', '--tier', 'strong');
    expect(new Set(models.map(({ tier }) => tier))).toEqual(new Set(['strong']));
    const [route] = await records<{ considered: [] }>('route', '--role', 'cto', '--task', 'coding');
    expect(route?.considered.length).toBeGreaterThan(3);
    const [message] = await records('chat', 'cto', 'Hello');
    expect(message).toMatchObject({ role: 'employee', employeeId: 'cto' });
  }, 120_000);

  it('examines the service', async () => {
    const findings = await records<{ what: string; level: string }>('doctor');
    expect(findings).toContainEqual(expect.objectContaining({ what: 'readiness', level: 'ok' }));
    expect(findings.filter(({ level }) => level === 'error')).toEqual([]);
  }, 60_000);

  it('paints where colours are wanted, and only there', async () => {
    const plain = await office(['doctor']);
    const painted = await office(['doctor'], { env: { ...env, FORCE_COLOR: '1' } });
    expect(plain.stdout).not.toContain('\u001b[');
    expect(painted.stdout).toContain('\u001b[32mok');
  }, 60_000);

  it('completes commands, options and ids', async () => {
    const complete = async (...words: string[]) =>
      (await office(['complete', '--', ...words])).stdout.trim().split('\n');
    expect(await complete('fl')).toEqual(['floors']);
    expect(await complete('floors', 'close', 'def')).toEqual(['default']);
    expect(await complete('submit', '--pi')).toEqual(['--pipeline']);
    expect((await office(['completion', 'bash'])).stdout).toContain('complete -o default');
  }, 60_000);

  it.each([
    [['--help'], 0, 'office submit "Build a todo list" --follow'],
    [['submit', '--help'], 0, 'office submit - < brief.md'],
    [['runs', '--limit', 'x'], 2, 'It must be a whole number above 0.'],
    [['sumbit'], 2, '(Did you mean submit?)'],
    [['submit', ''], 2, 'Say what you want done.'],
    [['show', 'run_none'], 1, 'No run "run_none".'],
    [['runs', '--url', 'http://127.0.0.1:9'], 3, 'No office answers at http://127.0.0.1:9.'],
    [['runs', '--url', 'nowhere'], 2, '--url must be an http:// or https:// address'],
  ])('%j ends with %d', async (args, code, text) => {
    const result = await office(args);
    expect(result.code).toBe(code);
    expect(result.stdout + result.stderr).toContain(text);
  });

  it('starts the service, and ends it when it is told to', async () => {
    const port = String(await freePort());
    const result = await office(['start', '--port', port], {
      env: { ...env, OFFICE_DB: ':memory:' },
      onOutput: (printed, signal) => {
        if (printed.includes(`:${port} `)) signal('SIGTERM');
      },
    });
    expect(result.code).toBe(0);
  }, 60_000);

  it('says that the token is wrong', async () => {
    const result = await office(['runs'], { env: { ...env, OFFICE_API_TOKEN: 'wrong' } });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/token/i);
  });
});
