import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { type FakeContextOptions, fakeContext } from '#test/support/tool-context.js';
import { secretTexts } from '../../protocol/texts/secrets.js';
import { applyPatchTool } from '../files/apply-patch.tool.js';
import { editFileTool } from '../files/edit-file.tool.js';
import { grepTool } from '../files/grep.tool.js';
import { readFileTool } from '../files/read-file.tool.js';
import { searchFilesTool } from '../files/search-files.tool.js';
import { gitTool } from '../git/git.tool.js';
import type { Tool, ToolArguments, ToolResult } from '../tool.js';
import { HiddenFiles } from './hidden-files.js';

const at = temporaryDirectory();
const signal = new AbortController().signal;
const environment = { PATH: process.env.PATH ?? '', HOME: '/nonexistent' };

const git = (...args: string[]): void => {
  const env = { ...environment, GIT_CONFIG_GLOBAL: '/dev/null' };
  const identity = ['-c', 'user.name=A', '-c', 'user.email=a@example.org'];
  execFileSync('git', [...identity, ...args], { cwd: at('w'), env, stdio: 'pipe' });
};

const put = async (file: string, content: string): Promise<void> => {
  await mkdir(dirname(at('w', file)), { recursive: true });
  await writeFile(at('w', file), content);
};

const hiddenOf = (...visible: string[]): HiddenFiles =>
  new HiddenFiles(
    at('w'),
    () => environment,
    () => visible,
  );

beforeEach(async () => {
  await rm(at('w'), { recursive: true, force: true });
  await mkdir(at('w'));
});

describe('hidden files', () => {
  beforeEach(async () => {
    await put('.env', 'TOKEN=secret-1\n');
    await put('.env.example', 'TOKEN=\n');
    await put('api/.env.local', 'TOKEN=secret-2\n');
    await put('certs/a.pem', 'fixture\n');
    await put('node_modules/x/.npmrc', 'x');
    await put('a.ts', 'one\n');
  });

  it('are those whose name says so, wherever they lie', async () => {
    const hidden = hiddenOf();
    expect(await hidden.list(signal)).toEqual(['.env', 'api/.env.local', 'certs/a.pem']);
    expect(await hidden.hides('.env', signal)).toBe(true);
    expect(await hidden.hides('.env.example', signal)).toBe(false);
  });

  it('are also files that git ignores', async () => {
    git('init', '-q');
    await put('.gitignore', '.env\napi\n');
    expect(await hiddenOf().list(signal)).toEqual(['.env', 'api/.env.local', 'certs/a.pem']);
  });

  it('are not those that the floor shows', async () => {
    expect(await hiddenOf('certs/*.pem', 'api/**').list(signal)).toEqual(['.env']);
  });

  it.each(['sha1', 'sha256'])('are not those that the last commit holds, by %s', async (format) => {
    git('init', '-q', `--object-format=${format}`);
    git('add', '-f', 'certs', 'api');
    git('commit', '-qm', 'first');
    expect(await hiddenOf().list(signal)).toEqual(['.env']);
    await put('api/.env.local', 'TOKEN=secret-3\n');
    expect(await hiddenOf().list(signal)).toEqual(['.env', 'api/.env.local']);
  });

  it('stay hidden when only the index holds them', async () => {
    git('init', '-q');
    git('add', '-f', '.env');
    expect(await hiddenOf().hides('.env', signal)).toBe(true);
    git('commit', '-qm', 'first');
    await put('.env', 'TOKEN=other\n');
    git('update-index', '--assume-unchanged', '.env');
    expect(await hiddenOf().hides('.env', signal)).toBe(true);
  });

  it('are found below a repository whose root lies above', async () => {
    git('init', '-q');
    git('add', '-f', 'api');
    git('commit', '-qm', 'first');
    const below = new HiddenFiles(
      at('w', 'api'),
      () => environment,
      () => [],
    );
    expect(await below.hides('.env.local', signal)).toBe(false);
    await put('api/.env.local', 'TOKEN=secret-3\n');
    expect(await below.hides('.env.local', signal)).toBe(true);
  });

  it('are compared as files, not as what a link names', async () => {
    git('init', '-q');
    git('add', '-f', 'api/.env.local');
    git('commit', '-qm', 'first');
    await put('copy', 'TOKEN=secret-2\n');
    await rm(at('w', 'api/.env.local'));
    await symlink('../copy', at('w', 'api/.env.local'));
    expect(await hiddenOf().hides('api/.env.local', signal)).toBe(true);
  });
});

describe('tools that show the content of files', () => {
  beforeEach(async () => {
    await put('.env', 'TOKEN=secret-1\n');
    await put('a.ts', 'TOKEN\n');
  });

  const patch = '*** Update File: .env\n*** Find:\nsecret-1\n*** Replace:\nsecret-2';
  const named: readonly (readonly [Tool, ToolArguments])[] = [
    [readFileTool, { path: '.env' }],
    [readFileTool, { path: './x/../.env' }],
    [editFileTool, { path: '.env', oldString: 'secret-1', newString: 'secret-2' }],
    [applyPatchTool, { patch }],
    [grepTool, { path: '.env', pattern: 'TOKEN' }],
    [searchFilesTool, { path: '.env', pattern: 'TOKEN' }],
  ];

  const use = async (
    tool: Tool,
    args: ToolArguments,
    options: FakeContextOptions = {},
  ): Promise<{ readonly result: ToolResult; readonly asked: readonly string[] }> => {
    const context = fakeContext({ workspaceRoot: at('w'), hidden: hiddenOf(), ...options });
    const result = await tool.run(args, context);
    return { result, asked: context.asked.map(({ summary }) => summary) };
  };

  it.each(named)('%p asks a person with %j, and does nothing without a yes', async (tool, args) => {
    const { result, asked } = await use(tool, args);
    expect(asked).toEqual([secretTexts.summary('.env')]);
    expect(result.ok).toBe(false);
    expect(result.content).toContain('looks like a file with secrets');
    expect(result.content).not.toContain('secret-1');
  });

  it.each(named)('%p works with %j after a yes', async (tool, args) => {
    const { result } = await use(tool, args, { answer: { approved: true, reason: null } });
    expect(result).toMatchObject({ ok: true });
  });

  it.each(named)('%p asks nothing with %j where the floor shows it', async (tool, args) => {
    const { result, asked } = await use(tool, args, { hidden: hiddenOf('.env') });
    expect([result.ok, asked]).toEqual([true, []]);
  });

  it.each([grepTool, searchFilesTool])(
    '%p leaves it out of a search, and says so',
    async (tool) => {
      const { result, asked } = await use(tool, { pattern: 'TOKEN' });
      expect(asked).toEqual([]);
      expect(result.content).toContain('a.ts:1: TOKEN');
      expect(result.content).toContain('.env (looks like secrets; name it as path to ask for it)');
      expect(result.content).not.toContain('secret-1');
    },
  );

  it.each([
    ['diff'],
    ['diff', 'HEAD'],
    ['diff', '.env'],
    ['diff', '--', '.env'],
    ['diff', '--stat', '-p'],
  ])('git %s %s %s leaves it out of the difference', async (command, ...args) => {
    git('init', '-q');
    git('add', '-f', '.');
    git('commit', '-qm', 'first');
    await put('.env', 'TOKEN=secret-3\n');
    await put('a.ts', 'other\n');
    const tool = gitTool(fakeEnvironments(environment));
    const { result } = await use(tool, { command, args });
    expect(result.content).not.toContain('secret-3');
    expect(result.content.includes('other')).toBe(!args.includes('.env'));
  });
});
