import { Injectable } from '@nestjs/common';
import { OfficeConfig } from '../platform/config/office-config.js';
import { NotFoundError } from '../platform/errors/office-error.js';
import { EventLog } from '../platform/events/event-log.js';
import type { DiscoveryAnswer } from '../protocol/records/models.js';
import { lookupTexts, providerTexts } from '../protocol/texts/models.js';
import { ModelDiscovery } from './catalogue/discovery/model-discovery.js';
import { ModelsService } from './models.service.js';
import { ProviderRegistry } from './providers/provider-registry.js';

/** Fetches providers' model lists on request. Mock mode fetches none. */
@Injectable()
export class ModelListsService {
  constructor(
    private readonly config: OfficeConfig,
    private readonly models: ModelsService,
    private readonly registry: ProviderRegistry,
    private readonly discovery: ModelDiscovery,
    private readonly events: EventLog,
  ) {}

  /**
   * Asks one provider, or all, for its models.
   * @throws NotFoundError for an unknown provider
   */
  async discover(providerId: string | undefined, force: boolean): Promise<DiscoveryAnswer> {
    if (this.config.llm.mode === 'mock') return this.answer([], providerTexts.mockNoDiscovery);
    const providers = this.providersNamed(providerId);
    if (!this.discovery.enabled) return this.answer([], lookupTexts.discoveryOff);
    const reports = await this.discovery.discover(providers, force);
    // A report that was not kept belongs to a provider that was not asked.
    const kept = reports.filter((report) => this.discovery.report(report.providerId) === report);
    await this.events.append({ type: 'internal.models.discovered', reports: kept });
    return this.answer(reports);
  }

  /** An empty id means all providers. */
  private providersNamed(providerId: string | undefined) {
    if (providerId === undefined || providerId === '') return this.registry.all();
    const provider = this.registry.find(providerId);
    if (provider === undefined) throw new NotFoundError(providerTexts.noProvider(providerId));
    return [provider];
  }

  private answer(reports: DiscoveryAnswer['reports'], note?: string): DiscoveryAnswer {
    const { models } = this;
    return {
      reports,
      providers: models.providers(),
      models: models.list(),
      ...(note !== undefined && { note }),
    };
  }
}
