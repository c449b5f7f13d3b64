import {
  chmod,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Health } from '../../src/protocol/records/office.js';
import type { PluginSystemState } from '../../src/protocol/records/plugins.js';
import { repositoryRoot, runProgram } from '../support/run-program.js';
import { buildImage, type BuiltImage, type Substitutes } from './support/container-build.js';
import { completeRun, startService, type ServiceProcess } from './support/service-process.js';

/** Files of a working checkout that must not reach an image. */
const kept = [
  '.env',
  '.git/config',
  'data/office.sqlite',
  'dist/stale.js',
  'node_modules/stale/index.js',
  'secrets/office-api-token',
  'src/.env.local',
  'plugins/node_modules/stale/index.js',
  'workspace/notes.md',
];

const volumes = ['data', 'workspaces', 'workspace'];

/** What a checkout has and no step needs; not copied to the context, which takes the time. */
const notCopied = [
  ...['.git', 'node_modules', 'dist', 'coverage', 'data', 'workspace', 'workspaces'],
  ...[
    'config/runtime/lts/node_modules',
    'config/runtime/current/node_modules',
    'console/node_modules',
  ],
];

/**
 * Whether the image installs, builds and lists for itself (`node scripts/run.mjs test:image`). Otherwise it gets
 * what this checkout has, which takes seconds.
 */
const inFull = process.env['IMAGE_IN_FULL'] === 'true';

/** The account of the image. Only root can run something as another account. */
const uid = process.getuid?.() === 0 ? 1000 : undefined;

/** What is done in every run of this suite in the place of what takes long or changes the machine. */
const always: Substitutes = {
  // Its own tests are in image-scripts.e2e-spec.ts; this machine is left as it is.
  'scripts/image/packages.sh': async () => {},
  // This checkout has them, by the same lock file.
  'scripts/image/install.sh': (workdir) =>
    symlink(join(repositoryRoot, 'node_modules'), join(workdir, 'node_modules')),
  'scripts/image/install.sh --prefix console --include=dev': (workdir) =>
    symlink(join(repositoryRoot, 'console/node_modules'), join(workdir, 'console/node_modules')),
};

const ofThisCheckout: Substitutes = {
  'scripts/image/install.sh --omit=dev': linkPackages,
  'scripts/image/build.sh': (workdir) =>
    cp(join(repositoryRoot, 'dist'), join(workdir, 'dist'), { recursive: true }),
  'node scripts/image/sbom.mjs': async (workdir) => void (await mkdir(join(workdir, 'sbom'))),
};

/** The Dockerfile, carried out with folders in the place of images. */
describe('the image', () => {
  let directory: string;
  let image: BuiltImage;

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'office-image-'));
    await chmod(directory, 0o755);
    const context = join(directory, 'context');
    await makeContext(context);
    image = await buildImage(context, directory, {
      ...always,
      ...(!inFull && ofThisCheckout),
    });
    await withdrawWriting(image.workdir);
  }, 300_000);

  afterAll(async () => {
    await chmod(image.workdir, 0o755);
    await runProgram('chmod', ['-R', 'u+w', ...(await guarded(image.workdir))]);
    await rm(directory, { recursive: true });
  });

  const fully = inFull ? it : () => undefined;

  fully(
    'has the packages that running takes, at the versions of the lock file, and no other',
    async () => {
      const wanted = await packagesIn(join(repositoryRoot, 'package-lock.json'));
      const present = await packagesIn(join(image.workdir, 'node_modules/.package-lock.json'));
      const unexpected = [...present].filter(([path, { dev, version }]) => {
        return dev === true || wanted.get(path)?.version !== version;
      });
      expect(unexpected).toEqual([]);
      const { dependencies } = JSON.parse(
        await readFile(join(repositoryRoot, 'package.json'), 'utf8'),
      ) as { dependencies: Record<string, string> };
      for (const name of Object.keys(dependencies)) {
        expect(present.has(`node_modules/${name}`)).toBe(true);
        await stat(join(image.workdir, 'node_modules', name, 'package.json'));
      }
    },
  );

  fully('lists exactly these packages, each with its version and licence', async () => {
    const present = await packagesIn(join(image.workdir, 'node_modules/.package-lock.json'));
    const listed = await readFile(join(image.workdir, 'sbom/service.cdx.json'), 'utf8');
    const { bomFormat, components } = JSON.parse(listed) as {
      bomFormat: string;
      components: { name: string; version: string; licenses?: object[] }[];
    };
    expect(bomFormat).toBe('CycloneDX');
    const names = new Set(components.map(({ name, version }) => `${name}@${version}`));
    const missing = [...present].filter(([path, { version }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return !names.has(`${name}@${version}`);
    });
    expect(missing).toEqual([]);
    const console = await readFile(join(image.workdir, 'sbom/console.cdx.json'), 'utf8');
    expect(JSON.parse(console)).toMatchObject({ bomFormat: 'CycloneDX' });
  });

  it('has nothing of what a working checkout keeps to itself', async () => {
    const entries = await readdir(image.root, { recursive: true });
    const leaked = /(^|\/)(stale(\.js|$)|office-api-token$|notes\.md$|\.env)/;
    const own = entries.filter((path) => !path.startsWith('app/node_modules/'));
    expect(own.filter((path) => leaked.test(path))).toEqual([]);
    expect(entries).not.toContain('app/node_modules/stale');
    expect(await readdir(image.workdir)).toEqual([
      'data',
      'dist',
      'node_modules',
      'package.json',
      'plugins',
      'sbom',
      'scripts',
      'skills',
      'workspace',
      'workspaces',
    ]);
  });

  it.each([
    ['src/main.ts', ['scripts/image/build.sh']],
    ['skills/', ['scripts/image/build.sh']],
    ['plugins/', ['scripts/image/build.sh']],
    [
      'package-lock.json',
      [
        'scripts/image/install.sh --omit=dev',
        'node scripts/image/sbom.mjs',
        'scripts/image/install.sh',
        'scripts/image/install.sh --prefix console --include=dev',
        'scripts/image/build.sh',
      ],
    ],
    [
      'console/package-lock.json',
      [
        'node scripts/image/sbom.mjs',
        'scripts/image/install.sh --prefix console --include=dev',
        'scripts/image/build.sh',
      ],
    ],
    ['console/src/main.tsx', ['scripts/image/build.sh']],
    ['scripts/image/packages.sh', undefined],
  ])('is made again after a change of %s by the steps that need it', (changed, expected) => {
    const again = image.steps.filter(({ inputs }) =>
      [...inputs].some((input) => input.startsWith(changed)),
    );
    const commands = again.map(({ command }) => command);
    if (expected === undefined) expect(commands).toContain('scripts/image/packages.sh');
    else expect(commands).toEqual(expected);
  });

  describe('run by an account that may write to its volumes only', () => {
    let service: ServiceProcess;
    let env: Record<string, string>;

    beforeAll(async () => {
      const temporary = join(directory, 'tmp');
      await mkdir(temporary);
      await chmod(temporary, 0o1777);
      const home = join(directory, 'no-home');
      env = { ...image.env, HOST: '127.0.0.1', PORT: '0', TMPDIR: temporary, HOME: home };
      service = await startService({ app: image.workdir, env, ...(uid !== undefined && { uid }) });
    }, 60_000);

    it('keeps its database in the volume, and is well', async () => {
      const { body } = await service.client.get<Health>('/api/health');
      expect(body.store).toBe(`sqlite (${join(image.workdir, 'data/office.sqlite')})`);
      const check = await runProgram('node', ['scripts/image/healthcheck.mjs'], {
        cwd: image.workdir,
        env: { ...env, PORT: String(service.port) },
      });
      expect(check).toEqual({ code: 0, stdout: '', stderr: '' });
    });

    it('completes runs, whose employees write files', async () => {
      expect((await completeRun(service, 'What is a container?')).status).toBe('done');
      const built = await completeRun(service, 'Build a todo list', 'product-build');
      expect(built.status).toBe('done');
      const files = await readdir(join(image.workdir, 'workspace'), { recursive: true });
      expect(files).toContain('src/build-a-todo-list.ts');
    }, 60_000);

    it('has its console', async () => {
      const { status, text } = await service.client.get('/');
      expect(status).toBe(200);
      expect(text).toContain('/assets/index-');
    });

    it('has its skills and plugins', async () => {
      const { body } = await service.client.get<PluginSystemState>('/api/plugins');
      expect(body.records.length).toBeGreaterThan(0);
      expect(body.records.filter(({ status }) => status === 'error')).toEqual([]);
      const skills = (await service.client.get<readonly unknown[]>('/api/skills')).body;
      expect(skills.length).toBeGreaterThan(0);
    });

    it('ends cleanly when told to, having warned of nothing', async () => {
      expect(await service.stop()).toBe(0);
      expect(service.warnings()).toEqual([]);
    });
  });
});

/** A copy of this checkout, with what a working one has beside it. */
async function makeContext(context: string): Promise<void> {
  const left = new Set(notCopied);
  await cp(repositoryRoot, context, {
    recursive: true,
    filter: (path) => !left.has(relative(repositoryRoot, path)),
  });
  for (const path of kept) {
    await mkdir(dirname(join(context, path)), { recursive: true });
    await writeFile(join(context, path), 'stale');
  }
}

/** The packages that running takes, as this checkout has them; linked, or copied where links do not reach. */
async function linkPackages(workdir: string): Promise<void> {
  const locked = await packagesIn(join(repositoryRoot, 'package-lock.json'));
  const needed = [...locked].flatMap(([path, { dev }]) => (path === '' || dev ? [] : path));
  const present = needed.filter((path) => existsSync(join(repositoryRoot, path)));
  const outermost = present.filter((path) => path.lastIndexOf('node_modules/') === 0);
  const put = (how: string) =>
    runProgram('cp', [how, '--parents', ...outermost, workdir], { cwd: repositoryRoot });
  const linked = await put('-al');
  const { code, stderr } = linked.code === 0 ? linked : await put('-a');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
}

/** What nobody but root may write to. Linked packages share their modes with this checkout, which keeps them. */
async function guarded(workdir: string): Promise<readonly string[]> {
  const left = [...volumes, ...(inFull ? [] : ['node_modules'])];
  const names = (await readdir(workdir)).filter((name) => !left.includes(name));
  return names.map((name) => join(workdir, name));
}

/** Nobody but root may write outside of the volumes, whoever made the image. */
async function withdrawWriting(workdir: string): Promise<void> {
  await runProgram('chmod', ['-R', 'a-w', ...(await guarded(workdir))]);
  await chmod(workdir, 0o555);
  for (const name of volumes) {
    expect((await lstat(join(workdir, name))).uid).toBe(uid ?? process.getuid?.());
  }
}

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
}

async function packagesIn(lockFile: string): Promise<ReadonlyMap<string, LockedPackage>> {
  const { packages } = JSON.parse(await readFile(lockFile, 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  return new Map(Object.entries(packages));
}
