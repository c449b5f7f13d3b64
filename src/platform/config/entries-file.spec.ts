import { beforeAll, describe, expect, it } from '@jest/globals';
import { writeFile } from 'node:fs/promises';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { readEntriesFile } from './entries-file.js';

const at = temporaryDirectory();

function read(path: string | null, named = false) {
  return readEntriesFile({ path, key: 'servers', variable: 'OFFICE_MCP_CONFIG', named });
}

describe('readEntriesFile', () => {
  beforeAll(async () => {
    await writeFile(at('good.json'), '{ "servers": [1, {}] }');
    await writeFile(at('broken.json'), '{ "servers": [');
    await writeFile(at('list.json'), '[]');
    await writeFile(at('other.json'), '{ "servers": {} }');
  });

  it('gives the entries as they stand', async () => {
    expect(await read(at('good.json'))).toEqual({
      path: at('good.json'),
      entries: [1, {}],
      problems: [],
    });
  });

  it('reads nothing where there is nothing to read', async () => {
    const nothing = { path: null, entries: [], problems: [] };
    expect(await read(null)).toEqual(nothing);
    expect(await read(at('missing.json'))).toEqual(nothing);
  });

  it('misses a file that the operator named', async () => {
    expect((await read(at('missing.json'), true)).problems).toEqual([
      `OFFICE_MCP_CONFIG points at ${at('missing.json')}, which does not exist.`,
    ]);
  });

  it('says what is wrong with a file', async () => {
    expect(await read(at('broken.json'))).toMatchObject({
      path: at('broken.json'),
      problems: [expect.stringContaining('broken.json is not valid JSON: ')],
    });
    const notAList = (name: string) => `${at(name)} must be an object with a "servers" array.`;
    expect((await read(at('list.json'))).problems).toEqual([notAList('list.json')]);
    expect((await read(at('other.json'))).problems).toEqual([notAList('other.json')]);
    expect(await read(at())).toMatchObject({
      path: null,
      problems: [expect.stringMatching(/^Could not read .*EISDIR/)],
    });
  });
});
