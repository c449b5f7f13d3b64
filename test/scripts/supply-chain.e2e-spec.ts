import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Cron } from 'croner';
import { parse } from 'yaml';
import { z } from 'zod';
import { repositoryRoot } from '../support/run-program.js';

const read = (file: string): string => readFileSync(join(repositoryRoot, file), 'utf8');

/** Licences that ask for no more than being named; of a choice, one of them is enough. */
const accepted = new Set([
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'ISC',
  'MIT',
  'Python-2.0',
  'Unlicense',
]);

/** Their package.json names no licence as npm reads it; the file LICENSE beside it does. */
const readByHand = JSON.parse(read('scripts/image/licences.json')) as Record<string, string>;

/** MPL-2.0 asks for the source of the files themselves, unchanged here; these compile CSS and are not shipped. */
const buildTools = /^(?:lightningcss|axe-core)/;

interface LockedPackage {
  readonly version: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly license?: string;
  readonly integrity?: string;
}

function packagesOf(lock: string): readonly (readonly [name: string, LockedPackage])[] {
  const { packages } = JSON.parse(read(lock)) as { packages: Record<string, LockedPackage> };
  return Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, entry]) => [path.slice(path.lastIndexOf('node_modules/') + 13), entry]);
}

const isAccepted = (licence: string): boolean =>
  licence
    .replace(/^\(|\)$/g, '')
    .split(' OR ')
    .some((each) => each.split(' AND ').every((part) => accepted.has(part)));

describe('packages of others', () => {
  it.each([
    'package-lock.json',
    'console/package-lock.json',
    'bench/peers/package-lock.json',
    'test/fuzz/portman/package-lock.json',
    'test/container/helm/package-lock.json',
  ])('are held to a hash in %s', (lock) => {
    const packages = packagesOf(lock);
    expect(packages.length).toBeGreaterThan(1);
    const loose = packages.filter(([, entry]) => !entry.integrity?.startsWith('sha512-'));
    expect(loose.map(([name]) => name)).toEqual([]);
  });

  it('that are shipped have licences that ask for no more than being named', () => {
    const shipped = packagesOf('package-lock.json').filter(([, { dev }]) => !dev);
    const bundled = packagesOf('console/package-lock.json');
    expect(shipped.length).toBeGreaterThan(100);
    const refused = [...shipped, ...bundled].filter(([name, { license }]) => {
      const licence = license ?? readByHand[name];
      return !(licence && isAccepted(licence)) && !buildTools.test(name);
    });
    expect(refused.map(([name, { license }]) => `${name}: ${license}`)).toEqual([]);
  });
});

describe('the page', () => {
  it('comes with the licences of the packages that are in it', () => {
    const locked = packagesOf('console/package-lock.json');
    const known = new Set(locked.map(([name, { version }]) => `${name} ${version}`));
    const listed = [...read('dist/console/licences.txt').matchAll(/^-{80}\n(\S+ \S+) \(/gm)];
    const names = listed.map(([, name]) => name ?? '');
    expect(names.filter((name) => !known.has(name))).toEqual([]);
    expect(names.map((name) => name.split(' ')[0])).toEqual(
      expect.arrayContaining(['react', 'react-dom']),
    );
  });
});

describe('the jobs of the hosted CI', () => {
  const step = z.union([
    z.strictObject({ name: z.string().optional(), run: z.string() }),
    z.strictObject({
      uses: z.string().regex(/@[0-9a-f]{40}$/),
      with: z.record(z.string(), z.unknown()).optional(),
    }),
  ]);
  const runOf = (each: z.infer<typeof step>): string => ('run' in each ? each.run : '');
  const job = z.strictObject({
    'runs-on': z.string(),
    'timeout-minutes': z.int().optional(),
    container: z.string().optional(),
    services: z.record(z.string(), z.object({ image: z.string() })).optional(),
    env: z.record(z.string(), z.string()).optional(),
    steps: z.array(step).min(1),
  });
  const workflow = z.strictObject({
    name: z.string(),
    on: z.union([
      z.array(z.enum(['push', 'pull_request'])),
      z.strictObject({
        schedule: z.array(z.strictObject({ cron: z.string() })),
        workflow_dispatch: z.null(),
      }),
    ]),
    permissions: z.strictObject({ contents: z.literal('read') }),
    concurrency: z.object({ group: z.string(), 'cancel-in-progress': z.boolean() }).optional(),
    jobs: z.record(z.string(), job),
  });

  it('have pinned actions and the right to read, and run known tasks', () => {
    const tasks = read('scripts/run.mjs');
    for (const name of readdirSync(join(repositoryRoot, '.github/workflows'))) {
      const { jobs } = workflow.parse(parse(read(`.github/workflows/${name}`)));
      const commands = Object.values(jobs).flatMap(({ steps }) => steps.map(runOf));
      for (const [, task = ''] of commands.join('\n').matchAll(/scripts\/run\.mjs (\S+)/g)) {
        expect(tasks).toMatch(new RegExp(`^  '?${task}'?: \\{`, 'm'));
      }
    }
  });

  it('carry out new seeds each night, of other numbers each time', () => {
    const { on, jobs } = workflow.parse(parse(read('.github/workflows/seeds.yml')));
    const [{ cron } = { cron: '' }] = Array.isArray(on) ? [] : on.schedule;
    const [first, second] = new Cron(cron, { timezone: 'UTC' }).nextRuns(2);
    expect(Number(second) - Number(first)).toBe(86_400_000);
    const command = jobs['seeds']?.steps.map(runOf).find((run) => run.includes('seeds')) ?? '';
    const [, count, zeros = ''] =
      /--count (\d+) --from "\$\{GITHUB_RUN_NUMBER\}(0+)"/.exec(command) ?? [];
    expect(Number(count)).toBeGreaterThan(0);
    expect(Number(count)).toBeLessThanOrEqual(Number(`1${zeros}`));
  });

  it('run what CI runs anywhere, on the images that the project names elsewhere', () => {
    const { jobs } = workflow.parse(parse(read('.github/workflows/ci.yml')));
    const { container = '', services = {}, steps = [], env = {} } = jobs['ci'] ?? {};
    expect(steps.map(runOf)).toContain('.ci/run');
    expect(existsSync(join(repositoryRoot, '.ci/run'))).toBe(true);
    expect(read('Dockerfile')).toContain(`FROM ${container} AS base`);
    for (const name of ['postgres', 'redis']) {
      expect(services[name]?.image).toMatch(/@sha256:[0-9a-f]{64}$/);
      expect(read('compose.yaml')).toContain(`image: ${services[name]?.image}`);
    }
    const hosts = Object.values(env).map((address) => new URL(address).hostname);
    expect(hosts).toEqual(Object.keys(services));
  });
});
