import { cp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { loadScript } from '../support/load-script.js';
import { repositoryRoot } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

const packageDirectory = join(repositoryRoot, 'dist/client');

/** What a user of the package writes without Node's types. */
const program = `
import { Office } from '${packageDirectory}/office.js';
import { OfficeRefusal } from '${packageDirectory}/errors.js';
const office = await Office.connect('http://127.0.0.1:8787');
const spent: number = office.state.budget.spentUsd;
office.on('approval.requested', ({ approval }) => void office.approve(approval.id, spent < 1));
for await (const event of office.followRun('run')) {
  // @ts-expect-error only text has a text
  const text: string = event.text;
}
// @ts-expect-error there is no such command
office.send('dance', {});
// @ts-expect-error it needs a brief
office.send('submit', {});
throw new OfficeRefusal('no', 400);
`;

interface ClientChecks {
  checkClient(folder?: string): readonly { name: string; passed: boolean; output: string }[];
}

describe('the package of the client', () => {
  const inDirectory = temporaryDirectory();

  it('has nothing of the server, and leaves itself by no import', async () => {
    const entries = await readdir(packageDirectory, { recursive: true });
    const tops = new Set(entries.map((entry) => entry.split('/')[0]?.replace(/\..*/, '')));
    expect([...tops].toSorted()).toEqual(
      [
        ...['LICENSE', 'address', 'command-options', 'diagnose', 'errors', 'http', 'known-again'],
        ...['office', 'office-commands', 'organisation', 'package', 'protocol', 'request-id'],
        ...['runs', 'socket', 'state', 'until'],
      ].toSorted(),
    );
    for (const entry of entries.filter((each) => each.endsWith('.js'))) {
      const text = await readFile(join(packageDirectory, entry), 'utf8');
      for (const [, specifier = ''] of text.matchAll(/from '([^']+)'/g)) {
        const target = join('/', entry, '..', specifier);
        expect({ entry, specifier, known: entries.includes(target.slice(1)) }).toMatchObject({
          known: true,
        });
        expect(specifier.split('../').length - 1).toBeLessThan(entry.split('/').length);
      }
    }
  });

  it('names itself, and needs no other package', async () => {
    const text = await readFile(join(packageDirectory, 'package.json'), 'utf8');
    const manifest = JSON.parse(text) as Record<string, unknown>;
    expect(manifest).toMatchObject({ type: 'module', license: 'MIT' });
    expect(manifest).not.toHaveProperty('dependencies');
  });

  it('is found by Node, bundlers and TypeScript, at every file that can be imported', async () => {
    const { checkClient } = await loadScript<ClientChecks>('release/check-client.mjs');
    expect(checkClient()).toEqual(
      ['publint', 'attw'].map((name) => ({ name, passed: true, output: expect.any(String) })),
    );
    const broken = inDirectory('broken');
    await cp(packageDirectory, broken, { recursive: true });
    await rm(join(broken, 'office.d.ts'));
    expect(checkClient(broken).map(({ passed }) => passed)).toEqual([false, false]);
  }, 120_000);

  it('has types that a program in a browser compiles with', () => {
    const file = inDirectory('program.mts');
    ts.sys.writeFile(file, program);
    expect(problemsOf([file])).toEqual([]);
  }, 60_000);

  it('uses nothing that browsers do not have', () => {
    const { config } = ts.readConfigFile(
      join(repositoryRoot, 'config/tsconfig.client.json'),
      (path) => ts.sys.readFile(path),
    );
    const { fileNames } = ts.parseJsonConfigFileContent(
      config,
      ts.sys,
      join(repositoryRoot, 'config'),
    );
    expect(fileNames.length).toBeGreaterThan(10);
    expect(problemsOf(fileNames)).toEqual([]);
  }, 60_000);
});

function problemsOf(files: readonly string[]): readonly string[] {
  const host = ts.createProgram(files, {
    target: ts.ScriptTarget.ES2024,
    lib: ['lib.es2024.d.ts', 'lib.esnext.disposable.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    moduleDetection: ts.ModuleDetectionKind.Force,
    strict: true,
    noEmit: true,
    // The compiler's own are not ours to check, and take most of the time.
    skipDefaultLibCheck: true,
    types: [],
  });
  return ts
    .getPreEmitDiagnostics(host)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}
