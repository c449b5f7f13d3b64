import { existsSync, readdirSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { repositoryRoot, runProgram } from '../support/run-program.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

describe('scripts/one-at-a-time.mjs', () => {
  const path = temporaryDirectory();

  /** A process that writes `begin` and `end` into the log around its work. */
  async function work(name: string): Promise<void> {
    const script = pathToFileURL(join(repositoryRoot, 'scripts/one-at-a-time.mjs')).href;
    const code = `
      import { appendFileSync } from 'node:fs';
      import { oneAtATime } from ${JSON.stringify(script)};
      const write = (word) => appendFileSync(${JSON.stringify(path('log'))}, word + ' ');
      oneAtATime(${JSON.stringify(path('lock'))}, () => {
        write('begin-${name}');
        for (let n = 0; n < 1e7; n += 1) Math.sqrt(n);
        write('end-${name}');
      });`;
    const result = await runProgram('node', ['--input-type=module', '--eval', code]);
    expect(result.code).toBe(0);
  }

  it('lets one process at a time do its work', async () => {
    await Promise.all(['a', 'b', 'c'].map(work));
    const words = (await readFile(path('log'), 'utf8')).trim().split(' ');
    expect(words).toHaveLength(6);
    for (let index = 0; index < words.length; index += 2) {
      expect(words[index + 1]).toBe(words[index]?.replace('begin', 'end'));
    }
    expect(existsSync(path('lock'))).toBe(false);
  });

  it('takes over from a process that died', async () => {
    const { stdout } = await runProgram('node', ['--eval', 'console.log(process.pid)']);
    await writeFile(path('lock'), stdout.trim());
    await writeFile(path('log'), '');
    await Promise.all(['heir', 'second', 'third'].map(work));
    expect(await readFile(path('log'), 'utf8')).toMatch(/^(begin-(\w+) end-\2 ){3}$/);
    expect(readdirSync(path('.')).sort()).toEqual(['log']);
  });
});
