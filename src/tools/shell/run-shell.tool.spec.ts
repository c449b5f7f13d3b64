import { describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { fakeEnvironments } from '#test/support/fake-environments.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { fakeContext } from '#test/support/tool-context.js';
import type { FakeContextOptions } from '#test/support/tool-context.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import type { ToolArguments, ToolResult } from '../tool.js';
import { BackgroundCommands } from './background-commands.js';
import { runShellTool } from './run-shell.tool.js';

const at = temporaryDirectory();
const tool = runShellTool(fakeEnvironments(), new BackgroundCommands());

const run = (args: ToolArguments, options: FakeContextOptions = {}): Promise<ToolResult> =>
  tool.run(args, fakeContext({ workspaceRoot: at(), autoApproveShell: true, ...options }));

describe('run_shell', () => {
  it('tells the exit code and both streams, and is ok for zero only', async () => {
    expect(await run({ command: 'pwd; echo oops >&2' })).toEqual({
      ok: true,
      content: `exit code: 0\n${at()}\n[stderr]\noops`,
      preview: 'exit code: 0',
      command: {
        exitCode: 0,
        succeeded: null,
        tail: `${at()}\n[stderr]\noops`,
        confinement: 'none',
      },
    });
    expect(await run({ command: 'exit 3' })).toEqual({
      ok: false,
      content: 'exit code: 3\n(no output)',
      preview: 'exit code: 3',
      command: { exitCode: 3, succeeded: false, tail: '', confinement: 'none' },
    });
    expect((await run({ command: 'kill -KILL $$' })).content).toMatch(
      /^exit code: 1 \(signal SIGKILL\)\n/,
    );
  });

  it('marks output that was cut, counting both streams', async () => {
    const { content } = await run({ command: 'yes x | head -c 15000; yes y | head -c 15000 >&2' });
    expect(content).toContain('\n(output truncated)\n');
    expect(content.length).toBeLessThanOrEqual(8000);
  });

  it('keeps the end of the output, and standard error whatever standard output says', async () => {
    const { content } = await run({
      command: 'echo first; yes middle | head -n 300000; echo FAILED; echo broke >&2',
    });
    expect(content.length).toBeLessThanOrEqual(8000);
    expect(content).toMatch(/^exit code: 0\nfirst\n/);
    expect(content).toMatch(/\[\d+ characters left out here\]/);
    expect(content).toMatch(/\nFAILED\n\[stderr\]\nbroke\n\(output truncated\)/);
  });

  it('keeps all of an output that is shown in part, under the id of its call', async () => {
    const command = 'seq 1 5000';
    const { content, whole = '' } = await run({ command }, { callId: 'call_7_1_0' });
    expect(content).toContain('read_document with id "call_7_1_0"');
    expect(content).not.toContain('\n2000\n');
    expect(whole).toMatch(/^exit code: 0\n1\n2\n[^]*\n2000\n[^]*\n5000$/);
    expect((await run({ command: 'echo short' })).whole).toBeUndefined();
  });

  it('names its shell, in which a pipeline fails where a part of it does', async () => {
    expect(tool.description).toContain('bash with pipefail');
    const failing = await run({ command: '(exit 4) | cat' });
    expect(failing.content).toMatch(/^exit code: 4\n/);
    expect(await run({ command: 'false | cat' })).toMatchObject({
      ok: false,
      command: { exitCode: 1, succeeded: false },
    });
    // A reader that stops early is no failure of the writer, and hides no other failure.
    expect(await run({ command: 'yes | head -n 1' })).toMatchObject({
      ok: true,
      command: { exitCode: 0, succeeded: true, tail: 'y' },
    });
    expect(await run({ command: 'false | yes | head -n 1' })).toMatchObject({
      ok: false,
      command: { exitCode: 1, succeeded: false },
    });
    expect(await run({ command: 'yes | head -n 1 && echo next' })).toMatchObject({
      ok: false,
      command: { exitCode: 141, succeeded: false },
    });
  });

  it('is the shell of the platform where there is no bash', async () => {
    const plain = runShellTool(fakeEnvironments({ PATH: at() }), new BackgroundCommands());
    expect(plain.description).toContain('Run a command (sh)');
    const context = fakeContext({ workspaceRoot: at(), autoApproveShell: true });
    expect(await plain.run({ command: 'false | :' }, context)).toMatchObject({
      ok: true,
      command: { exitCode: 0, succeeded: null },
    });
  });

  it('kills what takes too long and says how long that was', async () => {
    const result = await run({ command: 'echo begun; sleep 60', timeoutMs: 200 });
    expect(result).toEqual({
      ok: false,
      content: 'Command timed out after 200 ms and was killed.\nbegun',
      preview: 'Command timed out after 200 ms and was killed.',
      command: { exitCode: null, succeeded: false, tail: 'begun', confinement: 'none' },
    });
  });

  it('kills what its run has no more use for', async () => {
    const result = await run({ command: 'sleep 60' }, { signal: AbortSignal.timeout(200) });
    expect(result).toMatchObject({
      ok: false,
      content: expect.stringContaining('The run was cancelled'),
    });
  });

  it('ends what was left in the background', async () => {
    const { content } = await run({ command: 'sleep 60 & echo done' });
    expect(content).toBe('exit code: 0\ndone\n(background processes it left were ended)');
  });

  it('needs a command', async () => {
    for (const command of ['', '  \n', undefined]) {
      expect((await run({ command })).content).toBe(
        'run_shell requires a non-empty "command" string.',
      );
    }
  });

  it('says why what no system would start was not run', async () => {
    expect((await run({ command: 'echo \0' })).content).toBe(
      'Nothing was run: a command, its directory and its variables cannot hold the character NUL.',
    );
    for (const background of [false, true]) {
      const lost = await run({ command: 'true', background }, { workspaceRoot: at('missing') });
      expect(lost).toEqual({
        ok: false,
        content: `Nothing was run: the directory ${at('missing')} does not exist (ENOENT).`,
      });
    }
    const vast = runShellTool(
      fakeEnvironments({ VAST: 'x'.repeat(200_000) }),
      new BackgroundCommands(),
    );
    const context = fakeContext({ workspaceRoot: at(), autoApproveShell: true });
    expect((await vast.run({ command: 'true' }, context)).content).toMatch(
      /^Nothing was run: the variable VAST has 200005 bytes/,
    );
  });

  it('asks nobody for a command that is over the limit of the system', async () => {
    const largest = `: ${'x'.repeat(131_069)}`;
    expect(await run({ command: largest })).toMatchObject({ ok: true });
    for (const command of [`${largest}x`, `: ${'ü'.repeat(70_000)}`]) {
      for (const background of [false, true]) {
        const context = fakeContext({ workspaceRoot: at() });
        const { ok, content } = await tool.run({ command, background }, context);
        expect(ok).toBe(false);
        expect(content).toMatch(
          /^Nothing was run: the command has \d+ bytes, and the system takes at most 131071\. Write it into a file/,
        );
        expect(context.asked).toEqual([]);
      }
    }
  });
});

describe('run_shell and approval', () => {
  it('asks with the first and last line and the whole command, and runs nothing without a yes', async () => {
    const context = fakeContext({ workspaceRoot: at() });
    const result = await tool.run({ command: 'touch made\necho second' }, context);
    expect(context.asked).toEqual([
      {
        kind: 'shell',
        summary: 'touch made … echo second (2 lines)',
        detail: `touch made\necho second\n\nin ${at()}`,
        covers: `touch made\necho second\n\nin ${at()}`,
        command: 'touch made\necho second',
        touches: toolTexts.shellTouches(at()),
      },
    ]);
    expect(result).toEqual({
      ok: false,
      content:
        'The human declined to run this shell command. Do not retry the same command; ask for ' +
        'clarification or propose a non-shell alternative.',
    });
    expect(existsSync(at('made'))).toBe(false);
  });

  it('shows the model what the person said, with a no and with a yes', async () => {
    const answer = (approved: boolean, reason: string) =>
      run({ command: 'echo hi' }, { autoApproveShell: false, answer: { approved, reason } });
    expect((await answer(false, 'use npm')).content).toMatch(
      /alternative\.\nThe human said: use npm$/,
    );
    expect((await answer(true, 'once')).content).toBe('exit code: 0\nThe human said: once\nhi');
  });

  it('offers to allow a command whatever filters of its output follow, one of git too', async () => {
    const context = fakeContext({ workspaceRoot: at() });
    for (const command of ['git status | head -5', 'git status 2>&1 | grep -c new', 'git status']) {
      await tool.run({ command }, context);
    }
    const covers = `git status\n\nin ${at()}`;
    expect(context.asked.map((ask) => ask.covers)).toEqual([covers, covers, covers]);
  });

  it('shortens a long first line', async () => {
    const context = fakeContext({ workspaceRoot: at() });
    await tool.run({ command: `echo ${'x'.repeat(300)}` }, context);
    expect(context.asked[0]?.summary).toHaveLength(201);
  });

  it('asks nobody where the run approves for them', async () => {
    const context = fakeContext({ workspaceRoot: at(), autoApproveShell: true });
    expect((await tool.run({ command: 'true' }, context)).ok).toBe(true);
    expect(context.asked).toEqual([]);
  });
});
