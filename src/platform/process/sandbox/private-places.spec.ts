import { describe, expect, it } from '@jest/globals';
import { loadConfig } from '#platform/config/load-config.js';
import { privatePlaces } from './private-places.js';

describe('what no command of an employee may read', () => {
  it.each(['/data/office.sqlite', './office.sqlite'])(
    'is a key that was pasted, wherever the store is, as with %s',
    (OFFICE_DB) => {
      const config = loadConfig({ env: { OFFICE_DB }, cwd: '/srv/office' });
      const folder = OFFICE_DB.startsWith('/') ? '/data' : '/srv/office';
      expect(privatePlaces(config)).toEqual(
        expect.arrayContaining([
          `${folder}/provider-keys.json`,
          `${folder}/provider-keys.json.draft`,
        ]),
      );
    },
  );
});
