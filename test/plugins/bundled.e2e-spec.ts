import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../src/app.module.js';
import type { PluginSystemState } from '../../src/protocol/records/plugins.js';
import { repositoryRoot } from '../support/run-program.js';
import { startOffice } from '../support/start-office.js';
import type { RunningOffice } from '../support/start-office.js';

describe('the plugins that ship with the office', () => {
  let office: RunningOffice;
  beforeAll(async () => {
    office = await startOffice({
      root: (foundations) => AppModule.on(foundations),
      env: {
        OFFICE_PLUGINS_DIR: `${repositoryRoot}plugins`,
        OFFICE_SKILLS_DIR: `${repositoryRoot}skills`,
      },
    });
  });
  afterAll(() => office.close());

  it('are all loaded, without a warning', async () => {
    const { body } = await office.client.get<PluginSystemState>('/api/plugins');
    expect(body.records.map(({ manifest, status, error }) => [manifest.id, status, error])).toEqual(
      [
        ['office.cost-guard', 'loaded', null],
        ['office.local-coder', 'loaded', null],
        ['office.office-echo', 'loaded', null],
      ],
    );
    expect(office.log.filter((line) => line.includes('WARN [plugin'))).toEqual([]);
  });
});
