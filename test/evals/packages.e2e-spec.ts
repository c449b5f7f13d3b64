import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '#test/support/run-program.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { carryOut } from '../../bench/evals/harness/carry-out.js';
import { loadPackageTasks } from '../../bench/evals/harness/eval-task.js';
import type { EvalTask } from '../../bench/evals/harness/eval-task.js';
import { InstalledPackages } from '../../bench/evals/harness/installed-packages.js';
import { TaskRepository } from '../../bench/evals/harness/task-repository.js';
import { packageEdits } from '../../bench/evals/solver/package-scripts.js';
import { startSimulatedProvider } from '../../bench/evals/solver/simulated-providers.js';

const tasks = loadPackageTasks(join(repositoryRoot, 'bench', 'evals', 'packages'));
const versions = tasks.flatMap(({ origin: { faulty } }) => [
  faulty,
  { name: faulty.name, version: faulty.fixedIn },
]);
it('names package, licence and fault of each beside them', async () => {
  const page = await readFile(join(repositoryRoot, 'bench', 'evals', 'packages.md'), 'utf8');
  const rows = page.replaceAll(/ +\|/g, ' |').split('\n');
  expect(rows).toEqual(
    expect.arrayContaining(
      tasks.map(({ id, origin: { faulty } }) => {
        const { name, version, fixedIn, licence, fault } = faulty;
        return `| \`${id}\` | ${name} ${version}, fixed in ${fixedIn} | ${licence} | ${fault} |`;
      }),
    ),
  );
});

const installed = await InstalledPackages.fetch(versions).catch((error: unknown) => {
  const words = String(error);
  // A version that the registry does not have is our mistake.
  if (/\bE(?:404|TARGET)\b/.test(words)) throw error;
  return words;
});

it('has twelve packages or more, each with a way to mend it', () => {
  expect(tasks.length).toBeGreaterThanOrEqual(12);
  expect(Object.keys(packageEdits).toSorted()).toEqual(tasks.map(({ id }) => id));
});

if (typeof installed === 'string') {
  const [reason = ''] = installed.split('\n');
  it.skip(`the registry was not reached: ${reason}`, () => undefined);
} else {
  describe('the packages with known faults', () => proveTasks(installed));
}

function proveTasks(packages: InstalledPackages): void {
  const directory = temporaryDirectory();
  afterAll(async () => packages[Symbol.asyncDispose]());

  it.each(tasks)(
    '$id fails its checks until it is mended or of the fixed version',
    async (task) => {
      const { name, version, fixedIn, licence } = task.origin.faulty;
      const path = await mkdtemp(directory('package-'));
      expect(await packages.licenceOf({ name, version })).toBe(licence);
      await packages.copy({ name, version }, path);
      const local: EvalTask = { ...task, origin: { kind: 'folder', path } };
      await using repository = await TaskRepository.create(local);
      const passes = async () => (await repository.check('')).passed;
      const faulty = await passes();
      await mend(task.id, repository.workspace);
      const mended = await passes();
      await empty(repository.workspace);
      await packages.copy({ name, version: fixedIn }, repository.workspace);
      expect({ faulty, mended, fixed: await passes() }).toEqual({
        faulty: false,
        mended: true,
        fixed: true,
      });
    },
  );

  it('two are mended by the office with the scripted solver', async () => {
    const ids = ['minimist-constructor', 'range-parser-partial'];
    const some = tasks.filter(({ id }) => ids.includes(id));
    await using provider = await startSimulatedProvider('anthropic', some);
    for (const task of some) {
      const result = await carryOut(task, { env: provider.env, budgetUsd: 20 });
      expect(result).toMatchObject({ solved: true, failure: null, failedTurns: 0 });
    }
    expect(provider.simulator.refusals).toEqual([]);
  }, 120_000);
}

async function mend(id: string, folder: string): Promise<void> {
  for (const { path, from, to, all } of packageEdits[id] ?? []) {
    const text = await readFile(join(folder, path), 'utf8');
    const places = text.split(from);
    expect(places.length > 1 && (all === true || places.length === 2)).toBe(true);
    await writeFile(join(folder, path), places.join(to));
  }
}

async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name !== '.git') await rm(join(folder, name), { recursive: true });
  }
}
