import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModelSettings } from '../models/model-settings.js';
import { ModelsService } from '../models/models.service.js';
import { validateModelOverrides } from '../models/validate-model-overrides.js';
import { Clock } from '../platform/clock.js';
import { OfficeConfig } from '../platform/config/office-config.js';
import { OfficeDocuments } from '../platform/database/office-documents.js';
import { Transactions } from '../platform/database/transactions.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import type { ModelOverride } from '../protocol/records/models.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { settingsTexts } from '../protocol/texts.js';
import { acceptPlainSettings, type SettingsPatch } from './accept-settings.js';
import { firstSettings, restoreSettings } from './restore-settings.js';

const documentKey = 'settings';

/**
 * The settings of the installation (records.md 2.4). On a first boot they are copied from the
 * environment; from then on what is saved wins. Log level and decisions about models take effect
 * with the commit, everything else where it is asked for next.
 */
@Injectable()
export class SettingsService implements OnModuleInit {
  private readonly log: ScopedLogger;
  private settings: OfficeSettings;

  constructor(
    private readonly documents: OfficeDocuments,
    private readonly transactions: Transactions,
    private readonly models: ModelsService,
    private readonly modelSettings: ModelSettings,
    private readonly clock: Clock,
    private readonly logger: OfficeLogger,
    config: OfficeConfig,
  ) {
    this.log = logger.scope('settings');
    this.settings = firstSettings(config.seeds, clock.now());
  }

  async onModuleInit(): Promise<void> {
    await this.transactions.run(async (tx) => {
      const saved = await this.documents.lock(tx, documentKey);
      const { settings, problems } = restoreSettings(saved, this.settings);
      await this.documents.write(tx, documentKey, settings);
      tx.afterCommit(() => this.adopt(settings));
      for (const problem of problems) this.log.warn(problem);
      if (settings.autoApproveShell) this.log.warn(settingsTexts.gatesOpen);
    });
  }

  /** The settings as they now stand, an immutable snapshot. */
  current(): OfficeSettings {
    return this.settings;
  }

  /**
   * Lays a patch over the settings and answers the result; all of it, or nothing.
   * @throws RefusedError in the words of behaviour-server.md 6.4
   */
  async update(patch: SettingsPatch): Promise<OfficeSettings> {
    const plain = acceptPlainSettings(patch);
    const overrides = this.acceptOverrides(patch.modelOverrides);
    return this.transactions.run(async (tx) => {
      const saved = await this.documents.lock(tx, documentKey);
      const settings: OfficeSettings = {
        ...restoreSettings(saved, this.settings).settings,
        ...plain,
        ...overrides,
        updatedAt: this.clock.now(),
      };
      await this.documents.write(tx, documentKey, settings);
      tx.publish({ type: 'settings.updated', settings });
      const opensGates = settings.autoApproveShell && !this.settings.autoApproveShell;
      tx.afterCommit(() => this.adopt(settings));
      if (opensGates) tx.afterCommit(() => this.log.warn(settingsTexts.gatesOpen));
      return settings;
    });
  }

  /**
   * Overrides that are kept: of models in the catalogue, and of those that had one already, since
   * a model may be missing for a while only, with its plugin or its vendor's list.
   */
  private acceptOverrides(
    given: unknown,
  ): { modelOverrides: Readonly<Record<string, ModelOverride>> } | undefined {
    if (given === undefined) return undefined;
    const known = new Set([
      ...this.models.list().map((model) => model.id),
      ...Object.keys(this.settings.modelOverrides),
    ]);
    const { overrides, unknownIds } = validateModelOverrides(given, known);
    if (unknownIds.length > 0) this.log.warn(settingsTexts.unknownModels(unknownIds));
    return { modelOverrides: overrides };
  }

  private adopt(settings: OfficeSettings): void {
    this.settings = settings;
    this.logger.setLevel(settings.logLevel);
    this.modelSettings.apply(settings);
  }
}
