import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/protocol/records/work.js';
import { freePort } from '../support/free-port.js';
import { CommandLine, eventsIn } from './support/command-line.js';

const asksFirst = 'Use run_shell {"command": "echo hi"} and tell me';

/** The built command line, as a child process, at the built service. */
describe('office', () => {
  let at: CommandLine;
  beforeAll(async () => {
    at = await CommandLine.start({ OFFICE_API_TOKEN: 's3cret' });
  }, 60_000);
  afterAll(() => at.close());

  const office = (...of: Parameters<CommandLine['office']>) => at.office(...of);
  const records = <T>(...args: readonly string[]) => at.records<T>(...args);
  const followed = (...of: Parameters<CommandLine['followed']>) => at.followed(...of);

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
      await at.kill();
      await at.begin();
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

  it('keeps floors, memory, plugins and models', async () => {
    expect(await records('floors', 'open', 'Garden')).toMatchObject([{ id: 'garden' }]);
    expect(await records('floors', 'trust', 'garden')).toMatchObject([{ trusted: true }]);
    expect(await records('floors', 'select', 'garden')).toEqual([{ activeWorkspaceId: 'garden' }]);
    expect(await office(['floors', 'select', 'cellar'])).toMatchObject({ code: 1 });
    expect((await records<{ id: string }>('floors')).map(({ id }) => id)).toContain('garden');
    const [file] = await records<{ name: string }>('floors', 'export', 'garden');
    expect(file).toMatchObject({ format: 'office-floor', name: 'Garden' });
    expect(await records('floors', 'templates')).toHaveLength(4);
    const template = ['floors', 'import', '--template', 'writing'];
    expect(await records(...template, '--dry-run')).toMatchObject([{ name: 'Writing' }]);
    expect(await records(...template, '--name', 'Press')).toMatchObject([{ id: 'press' }]);
    expect(await office(['floors', 'import'])).toMatchObject({ code: 2 });
    expect(await records('floors', 'offers', 'garden')).toMatchObject([{ roles: [], briefs: [] }]);
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
    const painted = await office(['doctor'], { env: { ...at.env, FORCE_COLOR: '1' } });
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
      env: { ...at.env, OFFICE_DB: ':memory:' },
      onOutput: (printed, signal) => {
        if (printed.includes(`:${port} `)) signal('SIGTERM');
      },
    });
    expect(result.code).toBe(0);
  }, 60_000);

  it('says that the token is wrong', async () => {
    const result = await office(['runs'], { env: { ...at.env, OFFICE_API_TOKEN: 'wrong' } });
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/token/i);
  });
});
