import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { homedir } from 'node:os';
import { repositoryRoot } from '../support/run-program.js';
import type { OrganisationDetail } from '../../src/protocol/records/organisation-detail.js';
import type { OfficeState } from '../../src/protocol/records/office.js';
import type { WorkspaceSummary } from '../../src/protocol/records/organisation.js';
import {
  eventsAfter,
  refusalOf,
  selectFloor,
  stateAfter,
} from '../support/organisations/ask-socket.js';
import { startRealOffice } from '../support/organisations/start-real-office.js';
import type { RunningOffice } from '../support/start-office.js';

describe('floors', () => {
  let office: RunningOffice;
  const summaries = async () =>
    (await office.client.get<readonly WorkspaceSummary[]>('/api/workspaces')).body;
  const has = ({ workspaces }: OfficeState, floor: string) =>
    workspaces.some(({ id }) => id === floor);

  beforeAll(async () => {
    office = await startRealOffice();
  });
  afterAll(() => office.close());

  describe('reading', () => {
    it('lists the default floor on a fresh machine', async () => {
      expect(await summaries()).toEqual([
        {
          id: 'default',
          name: 'Default project',
          path: `${office.directory}/workspace`,
          color: '#38bdf8',
          style: { preset: 'studio' },
          isDefault: true,
          floor: 1,
          roleCount: 13,
          skillCount: 15,
          activeRuns: 0,
          spentUsd: 0,
          layout: { blocks: [] },
          capacity: 21,
          createdAt: expect.any(Number),
        },
      ]);
    });

    it('answers one floor with everything on it', async () => {
      const [summary] = await summaries();
      const { status, body } =
        await office.client.get<OrganisationDetail>('/api/workspaces/default');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        ...summary,
        company: { name: 'Default project' },
        budget: { defaultRunUsd: 5, spentUsd: 0 },
        floorState: { coreSeats: 21, capacity: 21, describe: 'core only', problem: null },
        routingPosture: 'balanced',
      });
      expect(body.departments).toHaveLength(8);
      expect(body.roles).toHaveLength(13);
      expect(body.employees).toHaveLength(13);
      expect(body.skillIds).toHaveLength(15);
      expect(body.pipelines.map(({ id }) => id)).toEqual([
        'product-build',
        'code-change',
        'quick-answer',
      ]);
    });

    it('does not know a floor that is not there', async () => {
      const { status, body } = await office.client.get('/api/workspaces/ghost');
      expect({ status, body }).toEqual({ status: 404, body: { error: 'No workspace "ghost".' } });
    });
  });

  describe('opening', () => {
    it('answers 201 with the summary', async () => {
      const { status, body } = await office.client.post('/api/workspaces', {
        name: 'Garden',
        description: 'Plants',
        color: '#00ff00',
        skillIds: ['debugging'],
      });
      expect(status).toBe(201);
      expect(body).toMatchObject({
        id: 'garden',
        name: 'Garden',
        description: 'Plants',
        color: '#00ff00',
        path: `${office.directory}/workspaces/garden`,
        floor: 2,
        roleCount: 13,
        skillCount: 1,
      });
    });

    it('tells the chart and the log, in this order, and the state that has it', async () => {
      const watcher = await office.client.connect();
      const events = await eventsAfter(office, { type: 'createWorkspace', name: 'Kitchen' }, 'log');
      expect(events).toMatchObject([
        { type: 'org.updated', workspaceId: 'kitchen' },
        { type: 'log', level: 'info', scope: 'workspaces' },
      ]);
      await watcher.waitFor('office.updated', ({ state }) => has(state, 'kitchen'));
    });

    it.each([
      ['no name', {}, 'A non-empty "name" is required.', 'A workspace needs a name.'],
      [
        'a blank name',
        { name: ' ' },
        'A non-empty "name" is required.',
        'A workspace needs a name.',
      ],
      [
        'a name of the wrong type',
        { name: 7 },
        'A non-empty "name" is required.',
        'A workspace needs a name.',
      ],
      ['a long name', { name: 'x'.repeat(61) }, 'Workspace names are limited to 60 characters.'],
      [
        'a relative path',
        { name: 'X', path: 'x' },
        '"x" is not an absolute path. Give the whole path, or a folder name to work under the workspaces root.',
      ],
      [
        'a folder that is a path',
        { name: 'X', folder: '../x' },
        'A folder name cannot be empty or contain a path separator.',
      ],
      ['a folder of the wrong type', { name: 'X', folder: 1 }, '"folder" must be a string.'],
      [
        'skills of the wrong type',
        { name: 'X', skillIds: 'all' },
        '"skillIds" must be an array of strings.',
      ],
    ])('refuses %s at both doors', async (_case, fields, overHttp, overSocket = overHttp) => {
      const before = await summaries();
      const { status, body } = await office.client.post('/api/workspaces', fields);
      expect({ status, body }).toEqual({ status: 400, body: { error: overHttp } });
      expect(await refusalOf(office, { type: 'createWorkspace', ...fields })).toBe(overSocket);
      expect(await summaries()).toEqual(before);
    });

    const onLinux = process.platform === 'linux' ? it : it.skip;
    onLinux('refuses a directory in a place where none can be made', async () => {
      await writeFile(`${office.directory}/a-file`, '');
      const path = `${office.directory}/a-file/floor`;
      const { status, body } = await office.client.post('/api/workspaces', { name: 'X', path });
      expect(status).toBe(400);
      expect(body).toEqual({ error: expect.stringMatching(`^Could not create ${path}: ENOTDIR`) });
    });

    onLinux('refuses places of the system, of the office and of git at both doors', async () => {
      const ofSystem =
        'is a place of the system or a whole home directory, so no floor may work in it. Choose a folder of its own.';
      const ofOffice =
        'holds the office itself or its data, or is inside them, so no floor may work in it. Choose another folder.';
      const ofGit =
        'is a git directory or inside one, so no floor may work in it. Choose the folder of the repository.';
      const bare = `${office.directory}/bare`;
      for (const part of ['objects', 'refs']) await mkdir(`${bare}/${part}`, { recursive: true });
      await writeFile(`${bare}/HEAD`, 'ref: refs/heads/main\n');
      await symlink('/etc', `${office.directory}/linked`);
      const places = [
        ...['/', '/etc', '/proc/office/floor', '/dev', '/sys/x', homedir()].map((path) => [
          path,
          ofSystem,
        ]),
        [`${office.directory}/linked/floor`, ofSystem],
        [repositoryRoot.replace(/\/$/, ''), ofOffice],
        [`${office.directory}/p/.git/hooks`, ofGit],
        [bare, ofGit],
      ] as const;
      for (const [path = '', text] of places) {
        const fields = { name: 'Special', path };
        const { body } = await office.client.post<{ error: string }>('/api/workspaces', fields);
        expect(body.error).toMatch(new RegExp(`^/\\S* ${text}$`));
        expect(await refusalOf(office, { type: 'createWorkspace', ...fields })).toBe(body.error);
      }
    });

    it('refuses a taken directory and an external one at both doors', async () => {
      const taken = `${office.directory}/workspace`;
      const expected = [
        [taken, `An office already works in ${taken}.`],
        [
          '/nowhere/at/all',
          `External workspaces are disabled, so "/nowhere/at/all" is outside the permitted root ${office.directory}/workspaces. ` +
            'Choose a folder under it, or allow external workspaces in the settings.',
        ],
      ];
      for (const [path, error] of expected) {
        const fields = { name: 'Second', path };
        expect((await office.client.post('/api/workspaces', fields)).body).toEqual({ error });
        expect(await refusalOf(office, { type: 'createWorkspace', ...fields })).toBe(error);
        await office.client.put('/api/settings', { allowExternalWorkspaces: false });
      }
      await office.client.put('/api/settings', { allowExternalWorkspaces: true });
    });
  });

  describe('selecting', () => {
    it('shows another floor to every client', async () => {
      const watcher = await office.client.connect();
      await selectFloor(office, 'garden');
      await watcher.waitFor('office.updated', ({ state: now }) => now.company.name === 'Garden');
      await office.client
        .connect()
        .then((socket) => socket.send({ type: 'selectWorkspace', workspaceId: 'default' }));
      await watcher.waitFor(
        'office.updated',
        ({ state: now }) => now.activeWorkspaceId === 'default',
      );
    });

    it('refuses a floor that is not there', async () => {
      expect(await refusalOf(office, { type: 'selectWorkspace', workspaceId: 'ghost' })).toBe(
        'There is no workspace "ghost".',
      );
    });
  });

  describe('closing', () => {
    it('answers ok, and tells the state', async () => {
      await office.client.post('/api/workspaces', { name: 'Brief' });
      const socket = await office.client.connect();
      const { status, body } = await office.client.delete('/api/workspaces/brief');
      expect({ status, body }).toEqual({ status: 200, body: { ok: true } });
      const { state } = await socket.waitFor('office.updated');
      expect(state.workspaces.map(({ id }) => id)).not.toContain('brief');
    });

    it('tells the state when it was a command, too', async () => {
      const command = { type: 'removeWorkspace', workspaceId: 'kitchen' } as const;
      const state = await stateAfter(office, command, (now) => !has(now, 'kitchen'));
      expect(has(state, 'garden')).toBe(true);
    });

    it.each([
      [
        'default',
        'The first organisation cannot be closed: it is the fallback when nothing else is selected.',
      ],
      ['ghost', 'No workspace "ghost".'],
    ])('refuses %s at both doors', async (id, error) => {
      const answer = await office.client.delete(`/api/workspaces/${id}`);
      expect(answer).toMatchObject({ status: 400, body: { error } });
      expect(await refusalOf(office, { type: 'removeWorkspace', workspaceId: id })).toBe(error);
    });
  });

  describe('names that leave no letter of an id', () => {
    const open = async (fields: object) => {
      const { status, body } = await office.client.post<WorkspaceSummary>(
        '/api/workspaces',
        fields,
      );
      expect(status).toBe(201);
      return body;
    };

    it('get an id and an empty directory each, at both doors', async () => {
      const names = ['日本', 'Привет', '🚀', 'C#', 'C++', '…', '...', 'Cafe\u0301', 'Caf\u00e9'];
      const opened = [];
      for (const name of names) opened.push(await open({ name }));
      expect(opened.map(({ id }) => id)).toEqual([
        ...['office', 'office-2', 'office-3', 'c', 'c-2', 'office-4', 'office-5'],
        ...['cafe', 'caf'],
      ]);
      expect(opened.map(({ name }) => name)).toEqual(names);
      expect(new Set(opened.map(({ path }) => path)).size).toBe(names.length);
      const told = await eventsAfter(office, { type: 'createWorkspace', name: '한국' }, 'log');
      expect(told).toMatchObject([{ workspaceId: 'office-6' }, { type: 'log' }]);
      expect((await open({ name: 'CON' })).path).toBe(`${office.directory}/workspaces/con-2`);
    });

    it('get no directory that a closed floor has left its files in, and not its id', async () => {
      const closed = (await summaries()).find(({ id }) => id === 'office');
      const path = closed?.path ?? '';
      await writeFile(join(path, 'plan.md'), 'of another floor');
      expect((await office.client.delete('/api/workspaces/office')).status).toBe(200);
      const next = await open({ name: 'مرحبا' });
      expect(next.id).toBe('office-7');
      expect(next.path).not.toBe(path);
      expect(await readdir(next.path)).toEqual([]);
      expect(await readdir(path)).toEqual(['plan.md']);
    });

    it('get it where it is asked for, which is told', async () => {
      const socket = await office.client.connect();
      const { path } = await open({ name: '北京', folder: 'office' });
      const { message } = await socket.waitFor('log', (event) => event.message.includes('before'));
      expect(message).toBe(`"北京" works on the files that ${path} held before.`);
      expect(path).toBe(`${office.directory}/workspaces/office`);
    });

    it('are told apart when they come at once', async () => {
      const names = ['α', 'β', 'γ', 'δ'];
      const opened = await Promise.all(names.map((name) => open({ name })));
      expect(new Set(opened.map(({ path }) => path)).size).toBe(names.length);
      expect(new Set(opened.map(({ id }) => id)).size).toBe(names.length);
    });
  });
});
