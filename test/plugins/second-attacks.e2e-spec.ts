import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { pluginTrials } from '../support/plugins/run-plugin.js';
import { toolModule } from '../support/plugins/plugin-workshop.js';
import { temporaryDirectory } from '../support/temporary-directory.js';

/** Attacks by an independent author; each succeeded against an earlier version. */

const start = pluginTrials();
const inDir = temporaryDirectory();

async function workspace(): Promise<string> {
  const root = inDir(randomUUID());
  await mkdir(root);
  return root;
}

describe('a plugin whose file is named like a module of the service', () => {
  it('does not get that module', async () => {
    const trial = await start(
      `export async function activate(api) {
        const found = await import('./office:plugins/isolation/guest/host.js')
          .then(({ host }) => typeof host.post, () => 'nothing');
        api.log('info', found);
      }`,
      { files: { 'office:plugins/isolation/guest/host.js': 'export const host = {};' } },
    );
    await trial.logged('info nothing');
  });
});

describe('a tool that writes a file', () => {
  it('without waiting for it, is said to have written it', async () => {
    const workspaceRoot = await workspace();
    const trial = await start(
      toolModule(
        'w',
        `context.files.write('a.txt', 'x'); return { ok: true, content: 'nothing' };`,
      ),
    );
    const { affectsPaths } = await trial.run({}, { workspaceRoot });
    expect(affectsPaths).toEqual(['a.txt']);
    expect(await readFile(path.join(workspaceRoot, 'a.txt'), 'utf8')).toBe('x');
  });

  it('and throws, is said to have written it', async () => {
    const workspaceRoot = await workspace();
    const trial = await start(
      toolModule('w', `await context.files.write('a.txt', 'x'); throw new Error('no');`),
    );
    const result = await trial.run({}, { workspaceRoot });
    expect(result).toMatchObject({ ok: false, affectsPaths: ['a.txt'] });
    expect(result.content).toContain('crashed: no.');
  });

  it('and is broken off, is said to have written it', async () => {
    const workspaceRoot = await workspace();
    const trial = await start(
      toolModule('w', `await context.files.write('a.txt', 'x'); for (;;);`),
      { limits: { toolCallMs: 1000 } },
    );
    const result = await trial.run({}, { workspaceRoot });
    expect(result).toMatchObject({ ok: false, affectsPaths: ['a.txt'] });
    expect(trial.log.some((line) => line.startsWith('warn '))).toBe(true);
  });
});

describe('a tool that asks for hundreds of files at once', () => {
  it('gets them, a few at a time', async () => {
    const workspaceRoot = await workspace();
    const trial = await start(
      toolModule(
        'r',
        `await context.files.write('big.txt', 'x'.repeat(120000));
         const all = Array.from({ length: 200 }, () => context.files.read('big.txt'));
         const lengths = (await Promise.all(all)).map((text) => text.length);
         return { ok: true, content: String(lengths.every((each) => each === 120000)) };`,
      ),
    );
    const before = process.memoryUsage().rss;
    expect(await trial.run({}, { workspaceRoot })).toMatchObject({ ok: true, content: 'true' });
    expect(process.memoryUsage().rss - before).toBeLessThan(60 * 1024 * 1024);
  });
});
