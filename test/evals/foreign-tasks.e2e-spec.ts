import { mkdir, mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { carryOut } from '../../bench/evals/harness/carry-out.js';
import { loadForeignTasks } from '../../bench/evals/harness/foreign-tasks.js';
import { TaskRepository } from '../../bench/evals/harness/task-repository.js';
import { startSimulatedProvider } from '../../bench/evals/solver/simulated-providers.js';
import type { SimulatedProvider } from '../../bench/evals/solver/simulated-providers.js';

// As it is typed: relative to where the command runs.
const typed = relative(process.cwd(), join(import.meta.dirname, 'foreign'));
const { tasks, refused } = loadForeignTasks(typed);
const [countWords, greeting] = tasks;
if (countWords === undefined || greeting === undefined) throw new Error('A task is missing.');

const complete = {
  'instruction.md': 'Write a file.',
  'setup.sh': 'touch a',
  'tests/test.sh': 'test -e a',
};

describe('a folder of tasks in the layouts of others', () => {
  const directory = temporaryDirectory();

  it('reads both layouts with their limits', () => {
    expect(refused).toEqual([]);
    expect(countWords).toMatchObject({
      id: 'count-words',
      brief: expect.stringMatching(/^The folder holds[^]*no heading\.$/),
      limitS: 120,
      checkLimitS: 30,
      check: ['bash', '.checks/run-tests.sh'],
    });
    expect(greeting).toMatchObject({
      id: 'greeting',
      brief: expect.stringMatching(/^bin\/greet\.sh greets[^]*there is none\.$/),
      limitS: 90,
      checkLimitS: 20,
      check: ['bash', '.checks/test.sh'],
    });
  });

  it.each<[string, Readonly<Record<string, string>>, string]>([
    [
      'an image and no set-up without it',
      { ...complete, 'setup.sh': '', 'environment/Dockerfile': 'FROM scratch' },
      'it needs a container: it has environment, and neither setup.sh nor repo',
    ],
    [
      'a path of a container in its instruction',
      { ...complete, 'instruction.md': 'Write /app/a.' },
      'it needs a container: the instruction has /app',
    ],
    [
      'a path of a container in its tests',
      { ...complete, 'tests/test.sh': 'echo 1 > /logs/verifier/reward.txt' },
      'it needs a container: tests/test.sh has /logs',
    ],
    [
      'packages of the system',
      { ...complete, 'tests/test.sh': 'apt-get -y install curl' },
      'it needs a container: tests/test.sh has apt-get -y install',
    ],
    ['no tests', { 'instruction.md': 'Write a file.' }, 'it has no tests/test.sh'],
    [
      'no script beside its tests',
      { 'task.yaml': 'instruction: Write a file.', 'tests/a.py': '' },
      'it has no run-tests.sh',
    ],
    ['no instruction', { 'tests/test.sh': '' }, 'it has neither task.yaml nor instruction.md'],
    ['an instruction that is none', { 'task.yaml': 'instruction: 1' }, 'task.yaml: '],
  ])('refuses a task with %s', async (_, files, reason) => {
    const folder = await mkdtemp(directory('tasks-'));
    await lay(join(folder, 'odd'), files);
    const read = loadForeignTasks(folder);
    expect(read.tasks).toEqual([]);
    expect(read.refused).toEqual([{ id: 'odd', reason: expect.stringContaining(reason) }]);
  });

  it('takes paths that only look like those of a container', async () => {
    const folder = await mkdtemp(directory('tasks-'));
    const files = { ...complete, 'instruction.md': 'See src/app/a, ./tests and x.com/app.' };
    await lay(join(folder, 'fine'), files);
    expect(loadForeignTasks(folder).refused).toEqual([]);
  });

  it('shows neither tests nor solution before the checks', async () => {
    await using repository = await TaskRepository.create(countWords);
    const names = ['.git', 'first.txt', 'second.txt', 'third.txt'];
    expect((await readdir(repository.workspace)).toSorted()).toEqual(names);
    expect(await repository.check('')).toMatchObject({ passed: false });
  });

  it('stops tests that take too long', async () => {
    const task = { ...greeting, check: ['sleep', '20'], checkLimitS: 0.2 };
    await using repository = await TaskRepository.create(task);
    expect(await repository.check('')).toEqual({
      passed: false,
      output: expect.stringContaining('stopped after 0.2 s'),
    });
  });
});

describe('the office at such tasks', () => {
  const wrong = { ...greeting, id: 'wrong', brief: 'Break the greeting.', solution: 'rm -r bin' };
  const slow = { ...greeting, id: 'slow', brief: 'Take long.', solution: 'sleep 20', limitS: 0.5 };
  let provider: SimulatedProvider;
  beforeAll(async () => {
    provider = await startSimulatedProvider('openai', [...tasks, wrong, slow]);
  });
  afterAll(async () => provider[Symbol.asyncDispose]());
  const attempt = (task: typeof greeting) => carryOut(task, { env: provider.env, budgetUsd: 20 });

  it.each(tasks)(
    'solves $id with its own solution',
    async (task) => {
      expect(await attempt(task)).toMatchObject({ solved: true, failure: null });
    },
    60_000,
  );

  it('is judged by the tests alone', async () => {
    expect(await attempt(wrong)).toMatchObject({
      solved: false,
      failure: expect.stringContaining('checks: '),
    });
  }, 60_000);

  it('does not begin what could not be set up', async () => {
    const script = join(import.meta.dirname, 'foreign', 'no-such.sh');
    const task = { ...greeting, origin: { kind: 'set-up' as const, script } };
    expect(await attempt(task)).toMatchObject({
      solved: false,
      failure: expect.stringMatching(/^set-up: .*no-such\.sh/),
      calls: 0,
    });
  });

  it('is stopped when its time is over', async () => {
    expect(await attempt(slow)).toMatchObject({
      solved: false,
      failure: 'not done within 0.5 s',
    });
  }, 60_000);
});

async function lay(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    // An empty set-up is none.
    if (name === 'setup.sh' && text === '') continue;
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}
