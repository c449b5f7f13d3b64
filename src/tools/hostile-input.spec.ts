import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { fakeEnvironments } from '../../test/support/fake-environments.js';
import { fuzzCases } from '../../test/support/held-loop.js';
import {
  backslashPaths,
  controlPaths,
  oddPaths,
  refusedPaths,
} from '../../test/support/hostile-paths.js';
import { temporaryDirectory } from '../../test/support/temporary-directory.js';
import { fakeContext } from '../../test/support/tool-context.js';
import { GuardedFetch } from '../platform/net/guarded-fetch.js';
import { BackgroundCommands } from './shell/background-commands.js';
import { builtInTools } from './built-in-tools.js';
import type { Tool, ToolArguments } from './tool.js';

/** Time limit of the long form. */
const patience = 60_000 + fuzzCases(20);

const at = temporaryDirectory();
const secret = 'the-secret-outside';

/** No name resolves here, and nothing is approved unless a test says so. */
const noNames = new GuardedFetch(() => Promise.reject(new Error('no such host')));
const background = new BackgroundCommands();
const builtIn = builtInTools(fakeEnvironments(), noNames, background);
const tools = new Map(builtIn.map((tool) => [tool.name, tool]));

function named(name: string): Tool {
  const tool = tools.get(name);
  if (!tool) throw new Error(`no tool ${name}`);
  return tool;
}

const patchOf = (path: string): string =>
  `*** Update File: ${path}\n*** Find:\n${secret}\n*** Replace:\nowned\n`;

/** Every tool that takes a path, with an attacker's arguments. */
const attacks: readonly (readonly [string, (path: string) => ToolArguments])[] = [
  ['list_dir', (path) => ({ path })],
  ['read_file', (path) => ({ path })],
  ['write_file', (path) => ({ path, content: 'owned' })],
  ['edit_file', (path) => ({ path, oldString: secret, newString: 'owned' })],
  ['apply_patch', (path) => ({ patch: patchOf(path) })],
  ['search_files', (path) => ({ path, pattern: secret })],
  ['grep', (path) => ({ path, pattern: secret })],
  ['glob', (path) => ({ path, pattern: '**' })],
];

const readers = ['list_dir', 'search_files', 'grep', 'glob'];

beforeEach(async () => {
  await rm(at('space'), { recursive: true, force: true });
  await rm(at('outside'), { recursive: true, force: true });
  await mkdir(at('space', 'sub'), { recursive: true });
  await mkdir(at('outside'));
  await writeFile(at('outside', 'secret.txt'), `${secret}\n`);
  await writeFile(at('space', 'sub', 'a.txt'), 'inside\n');
});

async function expectOutsideUntouched(): Promise<void> {
  expect((await readdir(at())).sort()).toEqual(['outside', 'space']);
  expect(await readdir(at('outside'))).toEqual(['secret.txt']);
  expect(await readFile(at('outside', 'secret.txt'), 'utf8')).toBe(`${secret}\n`);
}

async function attack(name: string, args: ToolArguments) {
  const result = await named(name).run(args, fakeContext({ workspaceRoot: at('space') }));
  const said = result.content.replaceAll(JSON.stringify(secret), '').replaceAll(`/${secret}/`, '');
  expect(said).not.toContain(secret);
  if (result.ok && readers.includes(name)) expect(said).not.toContain('secret.txt');
  return result;
}

const filled = (template: string): readonly string[] => [
  template.replace('{OUT}', at('outside', 'secret.txt').slice(1)),
  template.replace('{OUT}', 'outside/secret.txt'),
];

describe.each(attacks)('%s and hostile paths', (name, argumentsFor) => {
  it.each(Object.keys(refusedPaths))('refuses %s', async (kind) => {
    for (const path of (refusedPaths[kind] ?? []).flatMap(filled)) {
      const result = await attack(name, argumentsFor(path));
      expect([path, result.ok]).toEqual([path, false]);
    }
    await expectOutsideUntouched();
  });

  it('takes an odd name for a name', async () => {
    for (const path of [...oddPaths, ...backslashPaths].flatMap(filled)) {
      await attack(name, argumentsFor(path));
    }
    await expectOutsideUntouched();
  });

  it('follows no link, to a directory or a file, at the end or on the way', async () => {
    await symlink(at('outside'), at('space', 'way'));
    await symlink('../outside/secret.txt', at('space', 'file'));
    await symlink('way', at('space', 'again'));
    for (const path of [
      'way',
      'way/secret.txt',
      'way/new.txt',
      'file',
      'again/secret.txt',
      'sub/../way',
    ]) {
      expect([path, (await attack(name, argumentsFor(path))).ok]).toEqual([path, false]);
    }
    if (readers.includes(name)) await attack(name, argumentsFor('.'));
    await expectOutsideUntouched();
  });

  it(
    'leaves the workspace to no path that is generated',
    async () => {
      const names = ['outside', 'secret.txt', 'space', 'sub', 'a.txt', at()];
      const part = fc.constantFrom('..', '.', '/', '//', '\\', '~', '\0', ':', ...names);
      await fc.assert(
        fc.asyncProperty(fc.string({ unit: part, minLength: 1, maxLength: 12 }), async (path) => {
          await attack(name, argumentsFor(path));
          await expectOutsideUntouched();
        }),
        { numRuns: fuzzCases(0.007) },
      );
    },
    patience,
  );
});

describe.each(['write_file', 'edit_file', 'apply_patch'])('%s and .git', (name) => {
  it.each(controlPaths)('refuses %j', async (path) => {
    await mkdir(at('space', '.git', 'hooks'), { recursive: true });
    await writeFile(at('space', '.git', 'config'), secret);
    const [, argumentsFor] = attacks.find(([tool]) => tool === name) ?? [];
    expect(argumentsFor).toBeDefined();
    const result = await named(name).run(
      argumentsFor?.(path) ?? {},
      fakeContext({ workspaceRoot: at('space') }),
    );
    expect(result.ok).toBe(false);
    expect(await readFile(at('space', '.git', 'config'), 'utf8')).toBe(secret);
  });
});

describe('every tool', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer(),
    fc.double(),
    fc.boolean(),
    fc.constant(null),
    fc.array(fc.string()),
    fc.jsonValue(),
  );

  it.each([...tools.keys()])(
    '%s answers any arguments with a result',
    async (name) => {
      const tool = named(name);
      const keys = Object.keys(tool.parameters.properties ?? {});
      const some = fc.record(Object.fromEntries(keys.map((key) => [key, value])), {
        requiredKeys: [],
      });
      const any = fc.dictionary(fc.oneof(fc.constantFrom(...keys), fc.string()), value);
      await fc.assert(
        fc.asyncProperty(fc.oneof(some, any), async (args) => {
          const result = await tool.run(args, fakeContext({ workspaceRoot: at('space') }));
          expect(typeof result.ok).toBe('boolean');
          expect(typeof result.content).toBe('string');
        }),
        { numRuns: fuzzCases(0.015) },
      );
      await expectOutsideUntouched();
    },
    patience,
  );

  describe('once a person has approved', () => {
    const approving = () =>
      fakeContext({ workspaceRoot: at('space'), answer: { approved: true, reason: null } });

    it(
      'run_shell runs whatever text it is given, for whatever time',
      async () => {
        // A shell comment, so that generated text has no effect.
        const command = fc
          .string({ unit: 'binary' })
          .map((text) => `# ${text.replace(/[\r\n]/g, ' ')}`);
        let ran = 0;
        await fc.assert(
          fc.asyncProperty(
            command,
            fc.option(value, { nil: undefined }),
            async (text, timeoutMs) => {
              const context = approving();
              const args = { command: text, ...(timeoutMs !== undefined && { timeoutMs }) };
              const result = await named('run_shell').run(args, context);
              expect(typeof result.content).toBe('string');
              if (result.content.startsWith('exit code: 0')) ran += 1;
              expect(context.asked.length).toBeLessThanOrEqual(1);
            },
          ),
          {
            numRuns: fuzzCases(0.004),
            examples: [
              ['# plain', undefined],
              ['# plain', 10_000],
            ],
          },
        );
        expect(ran).toBeGreaterThanOrEqual(2);
        await expectOutsideUntouched();
      },
      patience,
    );

    it(
      'git writes inside the workspace alone, whatever it is asked',
      async () => {
        const git = (...args: string[]) =>
          execFileSync('git', args, { cwd: at('space') }).toString();
        git('init', '--quiet');
        git('config', 'user.name', 'Somebody');
        git('config', 'user.email', 'somebody@example.com');
        const config = await readFile(at('space', '.git', 'config'), 'utf8');
        const hooks = await readdir(at('space', '.git', 'hooks'));
        const commands = fc.constantFrom('add', 'commit', 'cherry-pick', 'stash', 'branch', 'tag');
        const outside = at('outside', 'secret.txt');
        const hostile = [
          ...['-m', 'x', '.', '-A', '--', 'HEAD', 'sub/a.txt', '-a', '--allow-empty', '-d', 'push'],
          ...['..', '../outside/secret.txt', outside, '-F', `--file=${outside}`, `-t${outside}`],
          ...[`--output=${at('outside', 'new.txt')}`, `--git-dir=${at('outside')}`, '-C', at()],
          ...[
            '-c',
            `core.editor=touch ${at('outside', 'new.txt')}`,
            '--edit',
            '--pathspec-from-file',
          ],
        ];
        const args = fc.array(fc.oneof(fc.constantFrom(...hostile), fc.string()), { maxLength: 4 });
        let approved = 0;
        await fc.assert(
          fc.asyncProperty(commands, args, async (command, given) => {
            const context = approving();
            const result = await named('git').run({ command, args: given }, context);
            expect(result.content).not.toContain(secret);
            approved += context.asked.length;
            await expectOutsideUntouched();
          }),
          // These are valid; their writes remain whatever follows.
          {
            numRuns: fuzzCases(0.005),
            examples: [
              ['add', ['.']],
              ['commit', ['-m', 'all of it']],
              ['tag', ['v1']],
            ],
          },
        );
        expect(approved).toBeGreaterThanOrEqual(3);
        expect(git('log', '-1', '--format=%s', 'v1')).toBe('all of it\n');
        expect(git('log', '--all', '--format=%B', '-p')).not.toContain(secret);
        expect(await readFile(at('space', '.git', 'config'), 'utf8')).toBe(config);
        expect(await readdir(at('space', '.git', 'hooks'))).toEqual(hooks);
      },
      patience,
    );
  });

  it('says what it takes, and takes nothing else', () => {
    for (const tool of tools.values()) {
      expect(tool.parameters).toMatchObject({ type: 'object', additionalProperties: false });
      expect(tool.description).not.toBe('');
      expect(tool.pluginId).toBeNull();
    }
    expect([...tools.keys()].join(' ')).toBe(
      'list_dir read_file search_files write_file edit_file glob grep apply_patch ' +
        'run_shell web_fetch web_search git todo_write recall think shell_output shell_stop',
    );
  });
});
