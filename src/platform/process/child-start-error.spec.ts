import { describe, expect, it } from '@jest/globals';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import {
  ChildStartError,
  childStartError,
  maxArgumentBytes,
  sandboxError,
} from './child-start-error.js';
import { PipedChild, type PipedCommand } from './piped-child.js';

const at = temporaryDirectory();
const line = (file: string, more: Partial<PipedCommand> = {}): PipedCommand => ({
  file,
  args: [],
  shell: true,
  cwd: tmpdir(),
  environment: { PATH: process.env.PATH ?? '' },
  ...more,
});
const program = (file: string, more: Partial<PipedCommand> = {}): PipedCommand =>
  line(file, { shell: false, ...more });

/** The message for a command that cannot be started. */
async function said(command: PipedCommand): Promise<string> {
  const failed = await PipedChild.start(command).then(
    async (child) => {
      await child.kill();
      return undefined;
    },
    (thrown: unknown) => thrown,
  );
  if (!(failed instanceof ChildStartError)) throw new Error(`it was started: ${String(failed)}`);
  return failed.message;
}

const filled = (bytes: number): string => 'x'.repeat(bytes);

describe('a child that cannot be started', () => {
  it.each([
    [
      'a long line for the shell',
      line(`true ${filled(200_000)}`),
      /^one argument has 200005 bytes/,
    ],
    [
      'a line of wide characters',
      line(`true ${'ü'.repeat(70_000)}`),
      /^one argument has 140005 bytes/,
    ],
    [
      'a long argument',
      program('true', { args: ['a', filled(131_072)] }),
      /^one argument has 131072 bytes, and the system takes at most 131071 \(E2BIG\)/,
    ],
    [
      'a long variable',
      line('true', { environment: { LONG: filled(131_072) } }),
      /^the variable LONG has 131077 bytes/,
    ],
    [
      'many arguments',
      program('true', { args: Array.from({ length: 100 }, () => filled(100_000)) }),
      /^its arguments and variables have 10\d+ bytes together/,
    ],
  ])('is told to be too large for %s', async (_kind, command, expected) => {
    expect(await said(command)).toMatch(expected);
  });

  it('is started up to the very limit', async () => {
    const child = await PipedChild.start(line(`true ${filled(maxArgumentBytes - 5)}`));
    expect(await child.ended).toMatchObject({ code: 0 });
  });

  it('says which directory or program is missing, and which is none', async () => {
    await writeFile(at('text'), 'no program\n');
    await mkdir(at('directory'));
    expect(await said(line('true', { cwd: at('gone') }))).toBe(
      `the directory ${at('gone')} does not exist (ENOENT)`,
    );
    expect(await said(line('true', { cwd: at('text') }))).toBe(
      `${at('text')} is no directory (ENOTDIR)`,
    );
    expect(await said(program('no-such-program'))).toMatch(/^no-such-program was not found: /);
    for (const name of ['text', 'directory']) {
      expect(await said(program(at(name)))).toBe(
        `${at(name)} is no program that this account may run (EACCES)`,
      );
    }
    expect(await said(line('true', { cwd: `/${filled(5000)}` }))).toContain('(ENAMETOOLONG)');
  });

  it('says why its sandbox could not be made', () => {
    const said = (text: string) => sandboxError(text);
    expect(said("bwrap: Can't find source path /x: No such file or directory\n").message).toBe(
      "the sandbox could not be made: Can't find source path /x: No such file or directory",
    );
    expect(said('bwrap: execvp none: No such file or directory').isMissingProgram).toBe(true);
  });

  it('says that NUL stands in it, wherever', async () => {
    const nul = 'a command, its directory and its variables cannot hold the character NUL';
    expect(await said(line('echo \0'))).toBe(nul);
    expect(await said(program('echo', { args: ['\0'] }))).toBe(nul);
    expect(await said(line('true', { cwd: '/\0' }))).toBe(nul);
    expect(await said(line('true', { environment: { A: 'x\0' } }))).toBe(nul);
  });

  it.each([
    ['EAGAIN', 'start no more processes now'],
    ['ENOMEM', 'no memory for another process'],
    ['EMFILE', 'too many files are open for another process (EMFILE)'],
    ['ENFILE', 'too many files are open for another process (ENFILE)'],
    ['EPERM', 'the shell is no program that this account may run (EPERM)'],
    ['ENOEXEC', 'the shell is no program that this system can run'],
    ['EIO', 'spawn EIO'],
  ])('says what %s means', async (code, words) => {
    const thrown = Object.assign(new Error(`spawn ${code}`), { code });
    const error = await childStartError(thrown, line('true'));
    expect(error.message).toContain(words);
    expect(error).toMatchObject({ code, cause: thrown, isMissingProgram: false });
  });
});
