import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import { completeRun, startService } from '../container/support/service-process.js';
import { type ProgramResult, repositoryRoot, runProgram } from '../support/run-program.js';
import { startOffice } from '../support/start-office.js';
import { temporaryDirectory } from '../support/temporary-directory.js';
import { makeCheckout } from './support/checkout.js';

const decorated = globSync('**/*.ts', {
  cwd: join(repositoryRoot, 'src'),
  exclude: ['**/*.spec.ts'],
}).filter((name) =>
  /^\s*@[A-Z]\w*\(/m.test(readFileSync(join(repositoryRoot, 'src', name), 'utf8')),
);

/**
 * Prints what the decorators of a build were told, by class and member; of a class, its dependencies.
 * To SWC a `readonly T[]` is an Object instead of an Array, and the types Request and Response of
 * Express are the globals of these names. Whoever reads metadata here takes all of them for no class.
 */
const tellMetadata = `
  import 'reflect-metadata';
  import * as validator from 'class-validator';
  import * as orm from 'typeorm';
  import { join } from 'node:path';
  const alike = new Set([Array, Request, Response]);
  const nameOf = (type) => Array.isArray(type) ? type.map(nameOf) : alike.has(type) ? 'Object' : (type?.name ?? String(type));
  const told = {};
  for (const file of JSON.parse(process.env.FILES)) {
    const module = await import(join(process.cwd(), 'dist', file));
    for (const [name, value] of Object.entries(module)) {
      if (typeof value !== 'function' || value.prototype === undefined) continue;
      for (const member of [undefined, ...Reflect.ownKeys(value.prototype), ...membersOf(value)]) {
        const target = member === undefined ? value : value.prototype;
        for (const key of Reflect.getOwnMetadataKeys(target, member)) {
          if (!key.startsWith('design:') || (member === undefined && key === 'design:type')) continue;
          told[[file, name, String(member), key]] = nameOf(Reflect.getOwnMetadata(key, target, member));
        }
      }
    }
  }
  function membersOf(type) {
    const { getMetadataStorage } = validator;
    const rules = getMetadataStorage().getTargetValidationMetadatas(type, '', false, false);
    const columns = orm.getMetadataArgsStorage().columns.filter(({ target }) => target === type);
    return [...new Set([...rules, ...columns].map(({ propertyName }) => propertyName))];
  }
  process.stdout.write(JSON.stringify(told));`;

describe('nest-cli.json', () => {
  const inDirectory = temporaryDirectory();
  let checkout: string;

  beforeAll(async () => {
    checkout = inDirectory('checkout');
    await makeCheckout(checkout);
  });

  const nest = (...args: readonly string[]): Promise<ProgramResult> =>
    runProgram(process.execPath, [join(repositoryRoot, 'node_modules/.bin/nest'), ...args], {
      cwd: checkout,
    });

  it('makes a build that starts, and describes the API like the sources', async () => {
    await mkdir(join(checkout, 'dist'));
    // Without this mark `npm start` builds anew.
    await writeFile(join(checkout, 'dist/.built'), '');
    expect(await nest('build')).toMatchObject({ code: 0 });
    expect(existsSync(join(checkout, 'dist/.built'))).toBe(false);
    const sources = globSync('**/*.{ts,json,md}', {
      cwd: join(checkout, 'src'),
      exclude: ['**/*.d.ts'],
    }).map((name) => name.replace(/\.ts$/, '.js'));
    const built = globSync('**/*.{js,json,md}', { cwd: join(checkout, 'dist') });
    expect(built.toSorted()).toEqual(sources.toSorted());

    const [service, office] = await Promise.all([
      startService({ app: checkout }),
      startOffice({ root: (foundations) => AppModule.on(foundations) }),
    ]);
    const [ofBuild, ofSources] = await Promise.all(
      [service, office].map(({ client }) => client.get('/openapi.json')),
    );
    expect(ofBuild?.text).toBe(ofSources?.text);
    expect((await completeRun(service, 'What is a build?')).status).toBe('done');
    expect(service.warnings()).toEqual([]);
    await Promise.all([service.stop(), office.close()]);
  }, 180_000);

  it('tells decorators what the build of npm start tells them', async () => {
    const [ofNest, ofStart] = await Promise.all(
      [checkout, repositoryRoot].map(async (cwd) => {
        const env = { FILES: JSON.stringify(decorated.map((name) => name.replace(/ts$/, 'js'))) };
        const args = ['--input-type=module', '-e', tellMetadata];
        const { stdout, stderr } = await runProgram(process.execPath, args, { cwd, env });
        expect(stderr).toBe('');
        return JSON.parse(stdout) as Readonly<Record<string, unknown>>;
      }),
    );
    expect(ofNest).toEqual(ofStart);
    const told = Object.keys(ofStart ?? {});
    for (const key of ['paramtypes', 'type', 'returntype']) {
      expect(told.filter((name) => name.endsWith(`design:${key}`)).length).toBeGreaterThan(30);
    }
  }, 120_000);

  it('generates files where ours are, and enters them in the nearest module', async () => {
    const { code, stdout } = await nest('generate', 'service', 'settings/example', '--no-spec');
    expect(code).toBe(0);
    expect(stdout).toContain('CREATE src/settings/example.service.ts');
    const module = await readFile(join(checkout, 'src/settings/settings.module.ts'), 'utf8');
    expect(module).toContain("import { ExampleService } from './example.service.js';");
  }, 60_000);
});
