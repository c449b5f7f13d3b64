import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { RefusedError } from '../../platform/errors/office-error.js';
import { ReceivedEvents } from '../../platform/fleet/received-events.js';
import { Ids } from '../../platform/ids.js';
import type { PluginSourceRecord } from '../../protocol/records/plugins.js';
import { marketplaceTexts } from '../../protocol/texts/marketplace.js';
import { PluginHost } from '../host/plugin-host.js';
import { PluginStore } from '../host/plugin-store.js';
import { EventLog } from '../../platform/events/event-log.js';
import { findUpdates, type SourceReading } from './plugin-upgrades.js';
import { MarketplaceClient } from './marketplace-client.js';

/** `src_` and eight characters. */
const idCharacters = 12;

/** The result of an update check. */
interface UpdateCheck {
  readonly ok: true;
  /** Marketplaces that could be read. */
  readonly checked: number;
  /** Plugins with an update. */
  readonly found: number;
  /** Errors of the others. */
  readonly error?: string;
}

/** Registered marketplaces and their updates. */
@Injectable()
export class Marketplaces {
  constructor(
    private readonly store: PluginStore,
    private readonly host: PluginHost,
    private readonly heard: ReceivedEvents,
    private readonly events: EventLog,
    private readonly client: MarketplaceClient,
    private readonly ids: Ids,
    private readonly clock: Clock,
  ) {}

  list(): readonly PluginSourceRecord[] {
    return this.store.decisions.sources;
  }

  /** @throws RefusedError for an address that is not an http(s) URL or is already registered. */
  async add(address: string, label: string | undefined): Promise<PluginSourceRecord> {
    const url = marketplaceUrl(address);
    const source: PluginSourceRecord = {
      id: this.ids.next('src').slice(0, idCharacters),
      label: label?.trim() || url.hostname,
      url: url.href,
      enabled: true,
      lastFetchedAt: null,
      lastError: null,
      pluginCount: 0,
    };
    await this.host.decide((decisions) => {
      if (decisions.sources.some(({ url: known }) => known === source.url)) {
        throw new RefusedError(marketplaceTexts.alreadyRegistered);
      }
      return { ...decisions, sources: [...decisions.sources, source] };
    });
    return source;
  }

  /** Installed plugins stay. */
  async remove(id: string): Promise<void> {
    await this.host.decide((decisions) => {
      const sources = decisions.sources.filter((source) => source.id !== id);
      if (sources.length === decisions.sources.length) {
        throw new RefusedError(marketplaceTexts.noMarketplace(id));
      }
      return { ...decisions, sources };
    });
  }

  /** Asks all enabled marketplaces; unreadable ones are reported without stopping the others. */
  async check(): Promise<UpdateCheck> {
    await this.heard.all();
    const asked = this.list().filter(({ enabled }) => enabled);
    const readings = await Promise.all(asked.map((source) => this.read(source)));
    const installedVersion = (id: string): string | undefined =>
      this.host.find(id)?.manifest.version;
    const found = findUpdates(readings, installedVersion);
    const updates = Object.fromEntries(found);
    const checkedAt = this.clock.now();
    await this.events.append({ type: 'internal.plugins.checked', updates, checkedAt });
    await this.host.decide((decisions) => ({
      ...decisions,
      sources: decisions.sources.map((source) => noted(source, readings)),
    }));
    const failures = readings.flatMap(({ source, error }) =>
      error === null ? [] : marketplaceTexts.sourceFailed(source.label, error),
    );
    return {
      ok: true,
      checked: readings.length - failures.length,
      found: found.size,
      ...(failures.length > 0 ? { error: failures.join('; ') } : {}),
    };
  }

  private async read(source: PluginSourceRecord): Promise<SourceReading> {
    try {
      const { plugins } = await this.client.catalog(source.url);
      return { source, at: this.clock.now(), entries: plugins, error: null };
    } catch (error) {
      return { source, at: this.clock.now(), entries: [], error: messageOf(error) };
    }
  }
}

/** The source with the check's result; sources added meanwhile are unchanged. */
function noted(source: PluginSourceRecord, readings: readonly SourceReading[]): PluginSourceRecord {
  const reading = readings.find(({ source: { id } }) => id === source.id);
  if (reading === undefined) return source;
  const { at, error, entries } = reading;
  const pluginCount = error === null ? entries.length : source.pluginCount;
  return { ...source, lastFetchedAt: at, lastError: error, pluginCount };
}

function marketplaceUrl(address: string): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url === null) throw new RefusedError(marketplaceTexts.urlNotAbsolute);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RefusedError(marketplaceTexts.urlScheme(url.protocol));
  }
  return url;
}
