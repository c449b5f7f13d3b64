import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadScript } from '../support/load-script.js';
import { repositoryRoot, runProgram } from '../support/run-program.js';

interface NodeFirst {
  nodeFirst(path: string, node: string): string;
}

describe('scripts/run.mjs', () => {
  it('is what every script of package.json goes through', async () => {
    const text = await readFile(join(repositoryRoot, 'package.json'), 'utf8');
    const { scripts } = JSON.parse(text) as { scripts: Record<string, string> };
    for (const [name, command] of Object.entries(scripts)) {
      expect(command).toBe(`node scripts/run.mjs ${name}`);
    }
    const { code, stderr } = await runProgram('node', ['scripts/run.mjs', 'toString']);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^There is no command "toString"\. There is: /);
    for (const name of Object.keys(scripts)) expect(stderr).toMatch(new RegExp(`[ ,]${name}[,.]`));
  });

  it('passes arguments and the exit code through', async () => {
    const { code, stdout } = await runProgram('node', ['scripts/run.mjs', 'brief', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('npm run brief');
  }, 60_000);

  it('passes a failure through', async () => {
    const typo = await runProgram('node', ['scripts/run.mjs', 'brief', '--no-such-option']);
    expect(typo.code).not.toBe(0);
  }, 60_000);
});

describe('scripts/node-first.mjs', () => {
  let script: NodeFirst;

  beforeAll(async () => {
    script = await loadScript('node-first.mjs');
  });

  it('puts a Node first that the path does not lead to', () => {
    const path = ['/nowhere', '/none'].join(delimiter);
    const ours = dirname(process.execPath);
    expect(script.nodeFirst(path, process.execPath)).toBe([ours, path].join(delimiter));
  });

  it('leaves a path alone that leads to it already', () => {
    const path = ['/nowhere', dirname(process.execPath), '/none'].join(delimiter);
    expect(script.nodeFirst(path, process.execPath)).toBe(path);
  });
});
