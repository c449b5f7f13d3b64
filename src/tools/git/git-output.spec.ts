import { beforeEach, describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import type { ToolResult } from '../tool.js';
import { gitTool } from './git.tool.js';

const root = temporaryDirectory();
const at = (name: string): string => root('repo', name);
const tool = gitTool(fakeEnvironments({ GIT_CONFIG_GLOBAL: '/dev/null' }));

function run(line: string): Promise<ToolResult> {
  const [command = '', ...args] = line.split(' ');
  return tool.run({ command, args }, fakeContext({ workspaceRoot: root('repo') }));
}

describe('what git prints', () => {
  beforeEach(async () => {
    await rm(root('repo'), { recursive: true, force: true });
    await mkdir(root('repo'));
    execFileSync('git', ['init', '-q'], { cwd: root('repo') });
  });

  it.each([
    ['übergröße.txt', '?? übergröße.txt'],
    ['日本語/ファイル.md', '?? 日本語/'],
    ['emoji 🎉.txt', '?? "emoji 🎉.txt"'],
    ['two\tparts\n.txt', String.raw`?? "two\tparts\n.txt"`],
    ['bell\u0007.txt', String.raw`?? "bell\a.txt"`],
    ['left\u200eright.txt', String.raw`?? left\u{200e}right.txt`],
    ['next\u0085line.txt', String.raw`?? next\u{85}line.txt`],
    ['gpj.\u202eexe', String.raw`?? gpj.\u{202e}exe`],
    ['n\u0303.txt', '?? n\u0303.txt'],
  ])('prints the name %j so that it can be read', async (name, printed) => {
    await mkdir(path.dirname(at(name)), { recursive: true });
    await writeFile(at(name), 'x\n');
    expect((await run('status --short')).content).toBe(printed);
  });

  it('prints such names in diffs and lists, and content that cannot be seen', async () => {
    await writeFile(at('größe.txt'), 'joined\u200dwords\r\nback\rspace\n');
    execFileSync('git', ['add', '.'], { cwd: root('repo') });
    expect((await run('ls-files')).content).toContain('größe.txt');
    const { content } = await run('diff --cached');
    expect(content).toContain('diff --git a/größe.txt b/größe.txt');
    expect(content).toContain('+joined\\u{200d}words\n+back\\u{d}space');
  });

  it('asks nobody for an argument that is over the limit of the system', async () => {
    const context = fakeContext({ workspaceRoot: root('repo') });
    const long = ['-m', 'ü'.repeat(70_000)];
    const { ok, content } = await tool.run({ command: 'commit', args: long }, context);
    expect(ok).toBe(false);
    expect(content).toBe(
      'Nothing was run: one argument has 140000 bytes, and the system takes at most 131071.',
    );
    expect(context.asked).toEqual([]);
  });
});
