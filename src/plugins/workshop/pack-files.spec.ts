import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RefusedError } from '../../platform/errors/office-error.js';
import { readBundle } from '../bundle/read-bundle.js';
import { packFiles } from './pack-files.js';

const files = (entries: Record<string, string>) =>
  new Map(Object.entries(entries).map(([name, text]) => [name, Buffer.from(text)]));

describe('packFiles', () => {
  it('makes what the office unpacks, and the same each time', async () => {
    const plugin = files({ 'plugin.json': '{}', 'lib/a.mjs': 'export {}', empty: '' });
    const bundle = await packFiles(plugin);
    expect(await readBundle(bundle)).toEqual(plugin);
    expect(await packFiles(plugin)).toEqual(bundle);
  });

  it('uses both fields of a long name', async () => {
    const name = `${'d'.repeat(150)}/${'f'.repeat(100)}`;
    expect([...(await readBundle(await packFiles(files({ [name]: 'x' })))).keys()]).toEqual([name]);
  });

  it.each([
    `${'d'.repeat(100)}/${'f'.repeat(101)}`,
    'f'.repeat(101),
    `${'d'.repeat(156)}/f`,
    'grüße.txt',
    'a\nb',
  ])('refuses %j', async (name) => {
    await expect(packFiles(files({ [name]: '' }))).rejects.toThrow(
      `"${name}" cannot be stored in a plain ustar archive: use a shorter name of plain characters.`,
    );
  });

  it('refuses what the office would refuse', async () => {
    await expect(packFiles(files({}))).rejects.toThrow('the bundle contained no files.');
    await expect(packFiles(files({ nul: '' }))).rejects.toThrow('has a name that not every system');
  });

  it('packs whatever it takes so that it comes back', async () => {
    const names = fc.stringMatching(/^[a-z]{1,40}(?:\/[a-z]{1,90}){0,3}$/);
    await fc.assert(
      fc.asyncProperty(fc.dictionary(names, fc.string(), { minKeys: 1 }), async (entries) => {
        const plugin = files(entries);
        const bundle = await packFiles(plugin).catch((error: unknown) => error);
        if (Buffer.isBuffer(bundle)) expect(await readBundle(bundle)).toEqual(plugin);
        else expect(bundle).toBeInstanceOf(RefusedError);
      }),
      { numRuns: 50 },
    );
  });
});
