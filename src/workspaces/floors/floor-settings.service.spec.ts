import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  openOrganisations,
  type Organisations,
} from '#test/support/organisations/open-organisations.js';
import { temporaryDirectory } from '#test/support/temporary-directory.js';
import type { Workspace } from '../../protocol/records/organisation.js';
import { ShownFloors } from '../shown-floors.js';
import { FloorSettingsService } from './floor-settings.service.js';

type FloorPatch = Parameters<FloorSettingsService['update']>[1];

describe('FloorSettingsService', () => {
  const inDirectory = temporaryDirectory();
  let office: Organisations;
  let settings: FloorSettingsService;
  const update = (patch: FloorPatch) => settings.update('default', patch);
  const floor = () => office.get(ShownFloors).find('default') as Workspace;

  beforeAll(async () => {
    office = await openOrganisations({ directory: inDirectory() });
    settings = office.get(FloorSettingsService);
  });
  afterAll(() => office.close());

  it('applies every field that is present in one change, and tells once', async () => {
    const from = office.events.length;
    office.clock.advance();
    await update({
      skillIds: ['debugging', 'debugging', 'flying', 'code-review'],
      budget: { defaultRunUsd: 2, totalUsd: 50 },
      name: ' Renamed ',
      description: 'All new',
      color: '#ABCDEF',
      style: { preset: 'noir', nonsense: 1, materials: { wall: { color: '#FFFFFF' } } },
    });
    expect(floor()).toMatchObject({
      skillIds: ['debugging', 'code-review'],
      budget: { defaultRunUsd: 2, totalUsd: 50, spentUsd: 0 },
      name: 'Renamed',
      description: 'All new',
      color: '#ABCDEF',
      style: { preset: 'noir', materials: { wall: { color: '#ffffff' } } },
      org: { company: { name: 'Renamed' }, updatedAt: office.clock.now() },
    });
    expect(office.events.slice(from)).toEqual([
      expect.objectContaining({ type: 'org.updated', workspaceId: 'default', org: floor().org }),
    ]);
  });

  it('leaves each role the skills that are still enabled, or the first one', () => {
    const skillsOf = (id: string) => floor().org.roles.find((role) => role.id === id)?.skillIds;
    expect(skillsOf('backend-lead')).toEqual(['code-review', 'debugging']);
    expect(skillsOf('researcher')).toEqual(['debugging']);
  });

  it('takes a blank description and null ceilings and styles away; a blank colour changes nothing', async () => {
    await update({ description: ' ', color: ' ', style: null, budget: { totalUsd: null } });
    expect(floor()).not.toHaveProperty('description');
    expect(floor()).not.toHaveProperty('style');
    expect(floor().budget).toEqual({ defaultRunUsd: 2, spentUsd: 0 });
    expect(floor().color).toBe('#ABCDEF');
  });

  it('keeps its own account of the spend', async () => {
    await update({ budget: { defaultRunUsd: 3, spentUsd: 99 } as FloorPatch['budget'] });
    expect(floor().budget).toEqual({ defaultRunUsd: 3, spentUsd: 0 });
  });

  it.each<[string, FloorPatch, string]>([
    ['nothing', {}, 'Nothing to update: send skillIds, budget, name, description, color or style.'],
    ['no known skill', { skillIds: ['flying'] }, 'An organisation needs at least one skill'],
    [
      'a negative run budget',
      { budget: { defaultRunUsd: -1 } },
      'A default run budget must be zero or more.',
    ],
    [
      'a run budget in words',
      { budget: { defaultRunUsd: '5' } },
      'A default run budget must be zero or more.',
    ],
    [
      'an endless total',
      { budget: { totalUsd: Infinity } },
      'A total budget must be zero or more.',
    ],
    ['a blank name', { name: '' }, 'A workspace needs a name.'],
    ['a long name', { name: 'y'.repeat(61) }, 'Workspace names are limited to 60 characters.'],
    ['an odd colour', { color: '#12345' }, '"color" must be a colour written as #rrggbb.'],
    ['a style in a word', { style: 'noir' }, 'That is not a style this build can apply.'],
    [
      'an unknown preset',
      { style: { preset: 'disco' } },
      'There is no style preset called "disco".',
    ],
  ])('refuses %s', async (_case, patch, message) => {
    await expect(update(patch)).rejects.toThrow(message);
  });

  it('changes nothing when the last of several fields is refused', async () => {
    const before = floor();
    const refused = update({ skillIds: ['debugging'], name: 'Half', style: { preset: 'disco' } });
    await expect(refused).rejects.toThrow('disco');
    expect(floor()).toBe(before);
  });

  it('refuses a floor that does not exist', async () => {
    await expect(settings.setDetails('ghost', { name: 'x' })).rejects.toThrow(
      'No workspace "ghost".',
    );
  });
});
