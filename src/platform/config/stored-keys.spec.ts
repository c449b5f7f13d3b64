import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { loadConfig } from './load-config.js';
import { StoredKeys, withStoredKeys } from './stored-keys.js';

describe('keys that are kept in a file', () => {
  const directory = temporaryDirectory();
  let rounds = 0;
  let folder: string;
  let file: string;

  beforeEach(async () => {
    folder = directory(`${(rounds += 1)}`);
    file = `${folder}/provider-keys.json`;
    await mkdir(folder);
  });

  it('stay hidden after they were replaced or removed, as late answers may hold them', async () => {
    const keys = new StoredKeys(file);
    const loaded = loadConfig({ env: { OFFICE_DB: `${folder}/o.sqlite` }, cwd: folder });
    const config = withStoredKeys(loaded, keys);
    await keys.set('OPENAI_API_KEY', 'sk-first-1234');
    await keys.set('OPENAI_API_KEY', 'sk-second-1234');
    await keys.set('OPENAI_API_KEY', null);
    expect(config.secrets).toEqual(expect.arrayContaining(['sk-first-1234', 'sk-second-1234']));
    expect(config.providers.find(({ id }) => id === 'openai')?.configured).toBe(false);
  });

  it('are in no draft that an ended process left, and reach no file behind a link', async () => {
    await writeFile(`${folder}/other`, 'mine');
    for (const name of ['provider-keys.json', 'provider-keys.json.draft']) {
      await symlink(`${folder}/other`, `${folder}/${name}`);
    }
    const keys = new StoredKeys(file);
    await keys.set('OPENAI_API_KEY', 'sk-first-1234');
    expect(await readFile(`${folder}/other`, 'utf8')).toBe('mine');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(new StoredKeys(file).all()).toEqual(new Map([['OPENAI_API_KEY', 'sk-first-1234']]));
    await writeFile(`${file}.draft`, 'sk-left');
    await keys.set('OPENAI_API_KEY', null);
    expect(await readdir(folder)).toEqual(['other']);
  });

  it.each(['', '{', '[]', '7', '{"OPENAI_API_KEY":7}', '{"OPENAI_API_KEY":"a\\nb"}'])(
    'are none where the file holds %j',
    async (text) => {
      await writeFile(file, text);
      expect(new StoredKeys(file).all()).toEqual(new Map());
      await rm(file);
    },
  );
});
