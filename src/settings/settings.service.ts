import { Injectable, type OnModuleInit } from '@nestjs/common';
import { ModelsService } from '../models/models.service.js';
import { validateModelOverrides } from '../models/catalogue/validate-model-overrides.js';
import { Clock } from '../platform/clock.js';
import { Transactions } from '../platform/database/transactions.js';
import type { Tx } from '../platform/database/tx.js';
import { ReceivedEvents } from '../platform/fleet/received-events.js';
import { OfficeLogger, type ScopedLogger } from '../platform/logging/office-logger.js';
import type { ModelOverride } from '../protocol/records/models.js';
import type { OfficeSettings } from '../protocol/records/office.js';
import { settingsTexts } from '../protocol/texts/settings.js';
import { SettingsStore } from './settings-store.js';
import { RefusedError } from '../platform/errors/office-error.js';
import { plainSettingKeys, settingRules, type PlainSettings } from './setting-rules.js';

/**
 * The installation's settings. A first boot copies them from the environment; afterwards the saved
 * ones apply.
 */
@Injectable()
export class SettingsService implements OnModuleInit {
  private readonly log: ScopedLogger;

  constructor(
    private readonly store: SettingsStore,
    private readonly transactions: Transactions,
    private readonly models: ModelsService,
    private readonly heard: ReceivedEvents,
    private readonly clock: Clock,
    logger: OfficeLogger,
  ) {
    this.log = logger.scope('settings');
  }

  async onModuleInit(): Promise<void> {
    await this.transactions.run(async (tx) => {
      const saved = await this.store.lock(tx);
      const { settings, problems } = saved;
      await saved.write(settings);
      for (const problem of problems) this.log.warn(problem);
      if (settings.autoApproveShell) this.log.warn(settingsTexts.gatesOpen);
    });
  }

  /** The present settings, as the transaction sees them if there is one. */
  read(tx?: Tx): Promise<OfficeSettings> {
    return this.store.read(tx?.manager);
  }

  /**
   * Merges a patch into the settings and returns the result; all or nothing.
   * @throws RefusedError for the first invalid value
   */
  async update(patch: SettingsPatch): Promise<OfficeSettings> {
    const plain = acceptPlainSettings(patch);
    // Plugins' models are known from events only.
    if (patch.modelOverrides !== undefined) await this.heard.all();
    return this.transactions.run(async (tx) => {
      const saved = await this.store.lock(tx);
      const before = saved.settings;
      const settings: OfficeSettings = {
        ...before,
        ...plain,
        ...this.acceptOverrides(patch.modelOverrides, before),
        updatedAt: this.clock.now(),
      };
      await saved.write(settings);
      tx.publish({ type: 'settings.updated', settings });
      tx.conclude(settings);
      const opensGates = settings.autoApproveShell && !before.autoApproveShell;
      if (opensGates) tx.afterCommit(() => this.log.warn(settingsTexts.gatesOpen));
      return settings;
    });
  }

  /**
   * Accepts overrides of models in the catalogue, and of those that had one already, because a
   * model may be missing temporarily with its plugin or its provider's list.
   */
  private acceptOverrides(
    given: unknown,
    before: OfficeSettings,
  ): { modelOverrides: Readonly<Record<string, ModelOverride>> } | undefined {
    if (given === undefined) return undefined;
    const known = new Set([
      ...this.models.list().map((model) => model.id),
      ...Object.keys(before.modelOverrides),
    ]);
    const { overrides, unknownIds } = validateModelOverrides(given, known);
    if (unknownIds.length > 0) this.log.warn(settingsTexts.unknownModels(unknownIds));
    return { modelOverrides: overrides };
  }
}

/** A client's patch: any subset of the settings, possibly with other fields. */
type SettingsPatch = Readonly<Record<string, unknown>>;

/**
 * The valid plain settings of a patch, without unknown keys.
 *
 * @throws RefusedError for the first invalid value
 */
function acceptPlainSettings(patch: SettingsPatch): Partial<PlainSettings> {
  const accepted: Partial<Record<keyof PlainSettings, unknown>> = {};
  for (const key of plainSettingKeys) {
    const value = patch[key];
    if (value === undefined) continue;
    const { accepts, refusal } = settingRules[key];
    if (!accepts(value)) throw new RefusedError(refusal);
    accepted[key] = value;
  }
  return accepted as Partial<PlainSettings>;
}
