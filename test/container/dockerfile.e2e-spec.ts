import { constants } from 'node:fs';
import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { repositoryRoot } from '../support/run-program.js';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** One entry for each instruction, continued lines joined, comments left out. */
function instructionsOf(dockerfile: string): Instruction[] {
  return dockerfile
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [name = '', ...rest] = line.split(' ');
      return { name, text: rest.join(' ') };
    });
}

describe('Dockerfile', () => {
  let all: Instruction[];
  let shipped: Instruction[];

  beforeAll(async () => {
    all = instructionsOf(await readFile(join(repositoryRoot, 'Dockerfile'), 'utf8'));
    const last = all.map(({ name }) => name).lastIndexOf('FROM');
    shipped = all.slice(last);
  });

  it('does nothing that is not a script which runs without an engine too', async () => {
    const scripts = all.filter(({ name }) => name === 'RUN').map(({ text }) => text.split(' ')[0]);
    expect(scripts).toEqual([
      'scripts/image/install.sh',
      'scripts/image/assemble.sh',
      'scripts/image/packages.sh',
      'scripts/image/volumes.sh',
    ]);
    for (const script of scripts) {
      await access(join(repositoryRoot, script ?? ''), constants.X_OK);
    }
  });

  it('hands over to an unprivileged user before it starts the service', () => {
    const names = shipped.map(({ name }) => name);
    expect(shipped).toContainEqual({ name: 'USER', text: 'node' });
    expect(names.indexOf('USER')).toBeGreaterThan(names.lastIndexOf('RUN'));
    expect(names.indexOf('USER')).toBeLessThan(names.indexOf('CMD'));
  });

  it('keeps data and workspaces out of the image', () => {
    expect(shipped).toContainEqual({
      name: 'VOLUME',
      text: '["/app/data", "/app/workspaces", "/app/workspace"]',
    });
  });

  it('tells the engine how to ask whether it is well', () => {
    const check = shipped.find(({ name }) => name === 'HEALTHCHECK');
    expect(check?.text).toMatch(/CMD \["node", "scripts\/image\/healthcheck.mjs"\]$/);
  });
});
