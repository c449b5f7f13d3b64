import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Run } from '../../src/protocol/records/work.js';
import { deliveryTexts } from '../../src/protocol/texts/delivery.js';
import { forgeTexts } from '../../src/protocol/texts/forges.js';
import { CommandLine } from './support/command-line.js';

describe('office deliver, revert and discard', () => {
  let at: CommandLine;
  beforeAll(async () => {
    at = await CommandLine.start({ OFFICE_API_TOKEN: 's3cret' });
  }, 60_000);
  afterAll(() => at.close());

  const office = (...of: Parameters<CommandLine['office']>) => at.office(...of);
  const records = <T>(...args: readonly string[]) => at.records<T>(...args);
  const followed = (...of: Parameters<CommandLine['followed']>) => at.followed(...of);
  const answerNext = (...answer: readonly string[]) => at.answerNext(...answer);

  it('shows, delivers and takes back what a run changed, and says why not', async () => {
    const workspace = join(at.folder, 'workspace');
    const git = (...args: string[]): string =>
      execFileSync('git', ['-C', workspace, ...args]).toString();
    git('init', '-q', '-b', 'main');
    git('-c', 'user.name=U', '-c', 'user.email=u@e', 'commit', '-qm', 'first', '--allow-empty');
    const brief = 'Use write_file {"path": "greeting.txt", "content": "hello-there"} and tell me';
    const [begun] = await records<Run>('submit', brief, '--pipeline', 'code-change');
    const id = begun?.id ?? '';
    await followed(id, []);
    const whole = await office(['diff', id]);
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    expect(whole.stdout).toContain('+hello-there');
    expect((await office(['diff', id, '--turns'])).stdout).toContain('+hello-there');
    expect(await office(['diff', 'run_none'])).toMatchObject({ code: 1 });
    const refused = await office(['deliver', id, 'no..branch']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    const answered = answerNext();
    const delivered = await office(['deliver', id, 'office/greeting']);
    expect(delivered).toMatchObject({ code: 0, stderr: '' });
    expect(delivered.stdout).toMatch(/^Waits for a person\. .* asks \(shell\): git branch /m);
    expect(delivered.stdout).toMatch(/^ {2}Answer here, at \S+ or with: .* approve appr_\w+$/m);
    expect(delivered.stdout).toMatch(
      /^run run_\w+ was delivered: branch office\/greeting, \d commit/m,
    );
    expect((await answered).stdout).toMatch(/^git branch office\/greeting, .*: approved\.$/m);
    expect(git('show', 'office/greeting:greeting.txt')).toContain('hello-there');
    const declined = answerNext('--refuse');
    expect(await office(['deliver', id, 'office/unwanted'])).toMatchObject({
      code: 1,
      stderr: `Run "${id}" is not delivered: the human declined.\n`,
    });
    await declined;
    expect(git('branch', '--list', 'office/*').trim()).toBe('office/greeting');
    for (const [input, code] of [
      ['n\n', 1],
      ['what?\ny\n', 0],
    ] as const) {
      expect(await office(['deliver', id, 'office/typed'], { input })).toMatchObject({ code });
    }
    expect(git('show', 'office/typed:greeting.txt')).toContain('hello-there');
    const message = 'Say hello\n\nTo whoever reads it.';
    const told = ['deliver', id, 'office/told', '--message', message];
    expect(await office(told, { input: 'y\n' })).toMatchObject({ code: 0 });
    expect(git('log', '-1', '--format=%B', 'office/told').trim()).toContain(message);
    expect(git('rev-list', '--count', 'main..office/told').trim()).toBe('1');
    expect(await office(['deliver', id, '--patch', '--message', 'Say hello'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--message is that of the commit on a branch.'),
    });
    const reverted = await office(['revert', id]);
    expect(reverted).toMatchObject({ code: 0, stderr: '' });
    expect(reverted.stdout).toContain(`run ${id} was reverted`);
    expect(existsSync(join(workspace, 'greeting.txt'))).toBe(false);
    const redone = await office(['revert', id, '--redo']);
    expect(redone).toMatchObject({ code: 0, stderr: '' });
    expect(redone.stdout).toContain(`run ${id} was redone`);
    expect(existsSync(join(workspace, 'greeting.txt'))).toBe(true);
    expect(await office(['revert', id, '--redo'])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`Run "${id}" is not redone: `),
    });
    expect(await office(['revert', id, '--redo', '--turn', 'turn_none'])).toMatchObject({
      code: 2,
    });
    const missing = await office(['revert', id, '--turn', 'turn_none']);
    expect(missing).toMatchObject({ code: 1, stderr: `Run "${id}" has no turn "turn_none".\n` });
  }, 120_000);

  it('merges what was done in a worktree, hands it over as a patch, or discards it', async () => {
    const inWorktree = async (name: string): Promise<string> => {
      const brief = `Use write_file {"path": "${name}", "content": "from afar"} and tell me`;
      const where = ['--pipeline', 'code-change', '--isolation', 'worktree'];
      const [begun] = await records<Run>('submit', brief, ...where);
      const id = begun?.id ?? '';
      await followed(id, []);
      return id;
    };
    const id = await inWorktree('merged.txt');
    expect(existsSync(join(at.folder, 'workspace', 'merged.txt'))).toBe(false);
    const patch = await office(['deliver', id, '--patch']);
    expect(patch).toMatchObject({ code: 0, stderr: '' });
    expect(patch.stdout).toContain('+from afar');
    expect(await office(['deliver', id, '--request', '--message', 'From afar'])).toMatchObject({
      code: 1,
      stderr: `${deliveryTexts.notDelivered(id, forgeTexts.noForge)}\n`,
    });
    const merged = await office(['deliver', id, '--into', 'workspace']);
    expect(merged).toMatchObject({ code: 0, stderr: '' });
    expect(merged.stdout).toContain(`run ${id} was delivered: `);
    expect(existsSync(join(at.folder, 'workspace', 'merged.txt'))).toBe(true);
    const other = await inWorktree('dropped.txt');
    expect((await office(['discard', other])).stdout).toBe(
      `run ${other} was discarded: its worktree is removed.\n`,
    );
    expect(await office(['discard', other])).toMatchObject({ code: 1 });
    expect(await office(['deliver', other])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Name a branch, or give --request, --into or --patch.'),
    });
  }, 120_000);
});
