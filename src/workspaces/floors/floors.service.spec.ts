import { existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { Global, Module } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import {
  openOrganisations,
  type Organisations,
} from '#test/support/organisations/open-organisations.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import { SettingsService } from '../../settings/settings.service.js';
import { ActiveFloor } from '../active-floor.service.js';
import { RunFigures } from '../run-figures.js';
import { ShownFloors } from '../shown-floors.js';
import { FloorDirectories } from './floor-directories.js';
import { FloorClosingService } from './floor-closing.service.js';
import { FloorsService } from './floors.service.js';

/** Figures set by a test. */
class SetFigures extends RunFigures {
  running = 0;
  override countActive = async (): Promise<number> => this.running;
}
const figures = new SetFigures();

@Global()
@Module({
  providers: [{ provide: RunFigures, useValue: figures }],
  exports: [RunFigures],
})
class FiguresModule {}

describe('FloorsService', () => {
  const inDirectory = temporaryDirectory();
  let office: Organisations;
  let floors: FloorsService;
  let closing: FloorClosingService;
  let workspaces: ShownFloors;

  beforeAll(async () => {
    office = await openOrganisations({ directory: inDirectory(), imports: [FiguresModule] });
    floors = office.get(FloorsService);
    closing = office.get(FloorClosingService);
    workspaces = office.get(ShownFloors);
  });
  afterAll(() => office.close());

  describe('opening', () => {
    it('puts a fully staffed floor on top, in a folder under the root, and tells', async () => {
      const from = office.events.length;
      const floor = await floors.open({ name: '  Todo list ', description: ' plain ' });
      expect(floor).toMatchObject({
        id: 'todo-list',
        name: 'Todo list',
        description: 'plain',
        floor: 2,
        color: '#a78bfa',
        path: inDirectory('workspaces', 'todo-list'),
        budget: { defaultRunUsd: 5, spentUsd: 0 },
        org: { company: { name: 'Todo list' } },
      });
      expect(floor.org.roles).toHaveLength(13);
      expect(floor.isDefault).toBeUndefined();
      expect(existsSync(floor.path)).toBe(true);
      expect(office.events.slice(from)).toMatchObject([
        { type: 'org.updated', workspaceId: 'todo-list', org: floor.org },
        {
          type: 'log',
          level: 'info',
          scope: 'workspaces',
          message: expect.stringContaining(floor.path),
        },
      ]);
      expect(workspaces.find('todo-list')).toEqual(floor);
    });

    it('and closing read no other floor, however many there are', async () => {
      const parse = jest.spyOn(JSON, 'parse');
      const readFloors = (): number =>
        parse.mock.calls.filter(([text]) => text.length > 10_000).length;
      const { id } = await floors.open({ name: 'Unread' });
      expect(readFloors()).toBe(0);
      await closing.close(id);
      expect(readFloors()).toBe(1);
      const names = Array.from({ length: 8 }, (_, number) => `Together ${number}`);
      const together = await Promise.all(names.map((name) => floors.open({ name })));
      // Each concurrent request reads the floors opened before it once.
      expect(readFloors()).toBeLessThanOrEqual(1 + (8 * 7) / 2);
      parse.mockRestore();
      for (const floor of together) await closing.close(floor.id);
    });

    it('takes another id when the first is taken', async () => {
      const floor = await floors.open({ name: 'Todo, list!', folder: 'second' });
      expect(floor.id).toBe('todo-list-2');
      expect(floor.path).toBe(inDirectory('workspaces', 'second'));
    });

    it('follows the posture of the installation', async () => {
      await office.get(SettingsService).update({ defaultRoutingPosture: 'cheap' });
      const floor = await floors.open({ name: 'Cheap' });
      expect(workspaces.postureOf(floor)).toBe('cheap');
    });

    it('takes an absolute path in place of a folder', async () => {
      const floor = await floors.open({
        name: 'Elsewhere',
        folder: 'ignored',
        path: inDirectory('elsewhere'),
      });
      expect(floor.path).toBe(inDirectory('elsewhere'));
    });

    it.each([
      ['a blank name', { name: '  ' }, 'A workspace needs a name.'],
      ['a long name', { name: 'x'.repeat(61) }, 'Workspace names are limited to 60 characters.'],
      ['a relative path', { path: 'here' }, '"here" is not an absolute path.'],
      ['a folder of two parts', { folder: 'a/b' }, 'A folder name cannot be empty or contain'],
      ['a folder by backslash', { folder: 'a\\b' }, 'A folder name cannot be empty or contain'],
      ['a folder above', { folder: '..' }, 'A folder name cannot be empty or contain'],
      ['the root itself', { folder: '.' }, 'A folder name cannot be empty or contain'],
      ['an empty folder', { folder: ' // ' }, 'A folder name cannot be empty or contain'],
      ['a colour in words', { color: 'red' }, '"color" must be a colour written as #rrggbb.'],
      ['a name the disk cannot hold', { folder: 'a\0b' }, 'Could not create'],
      ['unknown skills only', { skillIds: ['flying'] }, 'needs at least one skill'],
    ])('refuses %s and changes nothing', async (_case, wrong, message) => {
      const before = workspaces.list();
      await expect(floors.open({ name: 'Refused', ...wrong })).rejects.toThrow(message);
      expect(workspaces.list()).toBe(before);
      expect(existsSync(inDirectory('workspaces', 'refused'))).toBe(false);
    });

    it('refuses a directory that another floor works in, through a link too', async () => {
      const path = inDirectory('workspace');
      symlinkSync(path, inDirectory('alias'));
      for (const taken of [path, inDirectory('alias')]) {
        await expect(floors.open({ name: 'Second', path: taken })).rejects.toThrow(
          `An office already works in ${taken}.`,
        );
      }
    });

    it('refuses a folder that leads out of the root', async () => {
      mkdirSync(inDirectory('outside'));
      symlinkSync(inDirectory('outside'), inDirectory('workspaces', 'way-out'));
      await expect(floors.open({ name: 'Out', folder: 'way-out' })).rejects.toThrow(
        `"way-out" escapes the workspaces root ${inDirectory('workspaces')}.`,
      );
    });

    it('refuses paths outside the root while external workspaces are off', async () => {
      const settings = office.get(SettingsService);
      await settings.update({ allowExternalWorkspaces: false });
      const path = inDirectory('external');
      const neighbour = inDirectory('workspaces-too');
      for (const outside of [path, neighbour, inDirectory('workspaces', 'way-out', 'x')]) {
        await expect(floors.open({ name: 'External', path: outside })).rejects.toThrow(
          `External workspaces are disabled, so "${outside}" is outside the permitted root`,
        );
        expect(existsSync(outside)).toBe(false);
      }
      const inside = await floors.open({ name: 'Inside', path: inDirectory('workspaces', 'in') });
      expect(inside.path).toBe(inDirectory('workspaces', 'in'));
      await settings.update({ allowExternalWorkspaces: true });
    });

    it('lets others write while the disk of a new floor does not answer', async () => {
      let answer = (): void => {};
      const answered = new Promise<void>((resolve) => (answer = resolve));
      const directories = office.get(FloorDirectories);
      const prepare = directories.prepare.bind(directories);
      const hanging = jest
        .spyOn(directories, 'prepare')
        .mockImplementationOnce(async (...asked) => {
          await answered;
          return prepare(...asked);
        });
      const opening = floors.open({ name: 'Slow disk' });
      await office.get(SettingsService).update({ maxConcurrency: 3 });
      answer();
      expect((await opening).id).toBe('slow-disk');
      hanging.mockRestore();
    });

    it('gives one directory to one of those who want it at the same moment', async () => {
      const wants = ['One', 'Other'].map((name) => floors.open({ name, folder: 'wanted' }));
      const outcomes = await Promise.allSettled(wants);
      const refused = outcomes.filter(({ status }) => status === 'rejected');
      expect(refused).toMatchObject([
        {
          reason: { message: `An office already works in ${inDirectory('workspaces', 'wanted')}.` },
        },
      ]);
    });

    it('gives floors that are opened at the same moment different ids and numbers', async () => {
      const names = ['a', 'b', 'c', 'd'];
      const opened = await Promise.all(
        names.map((folder) => floors.open({ name: 'Twin', folder: `twin-${folder}` })),
      );
      expect(new Set(opened.map(({ id }) => id)).size).toBe(4);
      expect(new Set(opened.map(({ floor }) => floor)).size).toBe(4);
    });
  });

  describe('closing', () => {
    it('takes the floor out of the list and leaves its directory alone', async () => {
      const { id, path } = await floors.open({ name: 'Short-lived' });
      await closing.close(id);
      expect(workspaces.find(id)).toBeUndefined();
      expect(existsSync(path)).toBe(true);
    });

    it('shows the default floor when the closed one was shown', async () => {
      const active = office.get(ActiveFloor);
      const { id } = await floors.open({ name: 'Shown' });
      await active.select(id);
      expect(office.get(ShownFloors).active().id).toBe(id);
      await closing.close(id);
      expect(office.get(ShownFloors).active().id).toBe('default');
    });

    it('refuses the default floor', async () => {
      await expect(closing.close('default')).rejects.toThrow(
        'The first organisation cannot be closed: it is the fallback when nothing else is selected.',
      );
    });

    it('refuses a floor that does not exist', async () => {
      await expect(closing.close('ghost')).rejects.toThrow('No workspace "ghost".');
    });

    it('refuses a floor with active runs', async () => {
      const { id, name } = await floors.open({ name: 'Busy' });
      figures.running = 2;
      await expect(closing.close(id)).rejects.toThrow(
        `"${name}" has 2 active run(s). Cancel them or wait before closing the floor.`,
      );
      figures.running = 0;
      await closing.close(id);
    });
  });

  describe('ActiveFloor', () => {
    it('refuses to show a floor that does not exist', async () => {
      await expect(office.get(ActiveFloor).select('ghost')).rejects.toThrow(
        'There is no workspace "ghost".',
      );
    });

    it('shows the same floor after a restart', async () => {
      const options = { directory: inDirectory('again'), env: { OFFICE_DB: 'office.sqlite' } };
      const first = await openOrganisations(options);
      const { id } = await first.get(FloorsService).open({ name: 'Kept' });
      await first.get(ActiveFloor).select(id);
      await first.close();

      const second = await openOrganisations(options);
      expect(second.get(ShownFloors).active().id).toBe(id);
      await second.close();
    });
  });
});
