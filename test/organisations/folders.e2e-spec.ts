import { lstat, mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import type { FolderList } from '../../src/protocol/records/folders.js';
import { type RunningOffice, startOffice } from '../support/start-office.js';

interface Refusal {
  readonly error: string;
}

describe('the directories among which that of a floor is chosen', () => {
  let office: RunningOffice;
  let root: string;

  const start = async (external = 'false'): Promise<void> => {
    office = await startOffice({
      root: (bootContext) => AppModule.on(bootContext),
      env: {
        OFFICE_WORKSPACES_ROOT: './floors',
        OFFICE_ALLOW_EXTERNAL_WORKSPACES: external,
      },
    });
    root = join(office.directory, 'floors');
    for (const name of ['site/src', 'repo/.git', 'repo/docs', '.hidden/inside']) {
      await mkdir(join(root, name), { recursive: true });
    }
    await mkdir(join(office.directory, 'outside/secret'), { recursive: true });
    await writeFile(join(root, 'file.txt'), '');
    await symlink(join(office.directory, 'outside'), join(root, 'link'));
  };
  beforeEach(() => start());
  afterEach(() => office.close());

  const list = (body: object = {}) => office.client.post<FolderList & Refusal>('/folders', body);
  const make = (path: string) =>
    office.client.post<FolderList & Refusal>('/folders/repository', { path });

  it('are those in the folder of workspaces, without files, links and hidden ones', async () => {
    const { status, body } = await list();
    expect(status).toBe(200);
    expect(body).toMatchObject({ path: root, parent: null, roots: [root], more: false });
    const names = body.folders.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['repo', 'site']));
    for (const name of ['file.txt', 'link', '.hidden']) expect(names).not.toContain(name);
    expect(body.folders.find(({ name }) => name === 'repo')).toEqual({
      name: 'repo',
      path: join(root, 'repo'),
      repository: true,
    });
  });

  it('lead down and up again', async () => {
    const { body } = await list({ path: join(root, 'site') });
    expect(body).toMatchObject({ parent: root, repository: false, refusal: null });
    expect(body.folders.map(({ name }) => name)).toEqual(['src']);
    expect((await list({ path: join(root, 'repo') })).body.repository).toBe(true);
  });

  it('say where no floor can be', async () => {
    const path = join(root, 'site');
    await office.client.post('/api/workspaces', { name: 'Site', folder: 'site' });
    expect((await list({ path })).body.refusal).toBe(`An office already works in ${path}.`);
  });

  it.each([
    ['a directory outside', () => '/etc', /outside the permitted root/],
    ['the way out by ..', () => `${root}/../outside`, /outside the permitted root/],
    ['a link', () => join(root, 'link'), /link/],
    ['what is behind a link', () => join(root, 'link/secret'), /link/],
    ['a hidden directory', () => join(root, '.hidden'), /is hidden or in a hidden directory/],
    ['what is in one', () => join(root, '.hidden/inside'), /is hidden or in a hidden directory/],
    ['the inside of a repository', () => join(root, 'repo/.git'), /is hidden/],
    ['a file', () => join(root, 'file.txt'), /There is no directory/],
    ['nothing', () => join(root, 'nowhere'), /There is no directory/],
    ['a relative path', () => 'site', /absolute/],
    ['a byte that ends names', () => `${root}/a\0b`, /./],
  ])('are not told of %s', async (_name, path, refusal) => {
    const { status, body } = await list({ path: path() });
    expect(status).toBe(400);
    expect(body.error).toMatch(refusal);
    expect((await make(path())).status).toBe(400);
  });

  it('are none before the folder of workspaces is made, and nothing is made there', async () => {
    await rm(root, { recursive: true });
    expect((await list()).body).toMatchObject({ path: root, folders: [] });
    const { status, body } = await make(root);
    expect([status, body.error]).toEqual([400, `There is no directory ${root}.`]);
  });

  it('are cut where there are many', async () => {
    await Promise.all(
      Array.from({ length: 510 }, (_, index) => mkdir(join(root, 'site', `f${index}`))),
    );
    const { body } = await list({ path: join(root, 'site') });
    expect(body.folders).toHaveLength(500);
    expect(body.more).toBe(true);
  });

  it('are anywhere where external workspaces are allowed, but not for a floor of the system', async () => {
    await office.close();
    await start('true');
    const { body } = await list({ path: join(office.directory, 'outside') });
    expect(body.folders.map(({ name }) => name)).toEqual(['secret']);
    expect(body.roots).toEqual([root, '/']);
    expect((await list({ path: '/' })).body.refusal).toMatch(/place of the system/);
    expect((await make('/etc')).status).toBe(400);
  });

  it('become repositories on request, where that makes sense', async () => {
    const path = join(root, 'site');
    const { status, body } = await make(path);
    expect(status).toBe(200);
    expect(body).toMatchObject({ path, repository: true });
    expect((await lstat(join(path, '.git/HEAD'))).isFile()).toBe(true);
    expect((await make(path)).body.error).toBe(`${path} is a git repository already.`);
    const inside = join(root, 'repo/docs');
    expect((await make(inside)).body.error).toBe(
      `${inside} is in the git repository ${join(root, 'repo')}, and one repository in another hides its files.`,
    );
    expect((await office.client.post<Refusal>('/folders/repository', {})).body.error).toBe(
      'A repository needs a "path".',
    );
  });
});
