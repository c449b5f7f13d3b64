import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  openOrganisations,
  type Organisations,
} from '../../test/support/organisations/open-organisations.js';
import { temporaryDirectory } from '../../test/support/temporary-directory.js';
import { ModelsService } from '../models/models.service.js';
import { OfficeLogger } from '../platform/logging/office-logger.js';
import { SettingsProjection } from './settings-projection.js';
import { SettingsService } from './settings.service.js';

describe('SettingsService', () => {
  const inDirectory = temporaryDirectory();
  let office: Organisations;
  let settings: SettingsService;
  const shown = () => office.get(SettingsProjection).current();

  beforeAll(async () => {
    office = await openOrganisations({
      directory: inDirectory(),
      env: { OFFICE_MAX_CONCURRENCY: '3', OFFICE_ROUTING: 'quality' },
    });
    settings = office.get(SettingsService);
  });
  afterAll(() => office.close());

  it('copies eight values from the environment on a first boot', () => {
    expect(shown()).toEqual({
      workspacesRoot: inDirectory('workspaces'),
      allowExternalWorkspaces: true,
      defaultRoutingPosture: 'quality',
      maxConcurrency: 3,
      softSpendApprovalUsd: 1.5,
      autoApproveShell: false,
      approvalTimeoutMs: 600_000,
      logLevel: 'info',
      disabledModelIds: [],
      modelOverrides: {},
      updatedAt: 1_000,
    });
  });

  it('changes what a patch names, drops what it does not know, and tells', async () => {
    office.clock.advance(5);
    const answer = await settings.update({ maxConcurrency: 5, updatedAt: 1, nonsense: true });
    expect(answer).toMatchObject({
      maxConcurrency: 5,
      softSpendApprovalUsd: 1.5,
      updatedAt: 1_005,
    });
    expect(answer).not.toHaveProperty('nonsense');
    expect(shown()).toEqual(answer);
    expect(office.events.at(-1)).toMatchObject({ type: 'settings.updated', settings: answer });
  });

  it('changes nothing when one value of the patch is refused', async () => {
    const before = shown();
    const refused = settings.update({ autoApproveShell: true, maxConcurrency: 17 });
    await expect(refused).rejects.toThrow('Concurrency must be between 1 and 16.');
    expect(shown()).toBe(before);
  });

  it('applies the log level at once', async () => {
    const log = office.get(OfficeLogger).scope('test');
    log.debug('unheard');
    await settings.update({ logLevel: 'debug' });
    log.debug('heard');
    expect(office.lines.filter((line) => line.includes('[test]'))).toEqual([
      expect.stringContaining('DEBUG [test] heard'),
    ]);
  });

  it('hands decisions about models to the catalogue', async () => {
    const [model] = office.get(ModelsService).list();
    const id = model?.id ?? '';
    await settings.update({ disabledModelIds: [id], modelOverrides: { [id]: { tier: 'nano' } } });
    expect(
      office
        .get(ModelsService)
        .list()
        .find((other) => other.id === id),
    ).toMatchObject({
      disabled: true,
      tier: 'nano',
    });
  });

  it('drops overrides of unknown models, with one warning', async () => {
    await settings.update({ modelOverrides: { 'no-such-model': { tier: 'max' } } });
    expect(shown().modelOverrides).toEqual({});
    expect(office.lines.filter((line) => line.includes('no-such-model'))).toEqual([
      expect.stringContaining('WARN [settings]'),
    ]);
  });

  it('never loses one of two patches that come at the same moment', async () => {
    await Promise.all([
      settings.update({ approvalTimeoutMs: 5_000 }),
      settings.update({ softSpendApprovalUsd: 9 }),
    ]);
    expect(shown()).toMatchObject({ approvalTimeoutMs: 5_000, softSpendApprovalUsd: 9 });
  });

  it('keeps what was saved over a restart, whatever the environment says by then', async () => {
    const directory = inDirectory('restart');
    const env = { OFFICE_DB: 'office.sqlite' };
    const first = await openOrganisations({ directory, env });
    const saved = await first.get(SettingsService).update({ maxConcurrency: 2 });
    await first.close();

    const second = await openOrganisations({
      directory,
      env: { ...env, OFFICE_MAX_CONCURRENCY: '9' },
    });
    expect(second.get(SettingsProjection).current()).toEqual(saved);
    await second.close();
  });
});
