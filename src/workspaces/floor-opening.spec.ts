import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { openOrganisations } from '../../test/support/organisations/open-organisations.js';
import { temporaryDirectory } from '../../test/support/temporary-directory.js';
import { FloorEditor } from './floor-editor.js';
import { ShownFloors } from './shown-floors.js';

describe('FloorOpening', () => {
  const inDirectory = temporaryDirectory();

  it('opens the default floor, fully staffed, with its directory on a first boot', async () => {
    const office = await openOrganisations({ directory: inDirectory('first') });
    const [floor, ...others] = office.get(ShownFloors).list();
    expect(others).toEqual([]);
    expect(floor).toMatchObject({
      id: 'default',
      name: 'Default project',
      floor: 1,
      color: '#38bdf8',
      isDefault: true,
      path: inDirectory('first', 'workspace'),
      budget: { defaultRunUsd: 5, spentUsd: 0 },
    });
    expect(floor?.org.roles).toHaveLength(13);
    expect(existsSync(inDirectory('first', 'workspace'))).toBe(true);
    await office.close();
  });

  it('opens what was stored on a later boot', async () => {
    const options = { directory: inDirectory('later'), env: { OFFICE_DB: 'office.sqlite' } };
    const first = await openOrganisations(options);
    await first.get(FloorEditor).edit('default', (floor) => ({ ...floor, description: 'kept' }));
    const before = first.get(ShownFloors).list();
    await first.close();

    const second = await openOrganisations(options);
    expect(JSON.stringify(second.get(ShownFloors).list())).toBe(JSON.stringify(before));
    await second.close();
  });
});
