import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import { OfficeConfig } from '../../platform/config/office-config.js';
import { messageOf } from '../../platform/errors/error-text.js';
import { OfficeLogger } from '../../platform/logging/office-logger.js';
import { FetchRefusedError } from '../../platform/net/fetch-errors.js';
import { type FetchedPage, GuardedFetch } from '../../platform/net/guarded-fetch.js';
import { privateNetworksToo, publicInternet } from '../../platform/net/network-access.js';
import { limits } from '../../protocol/limits.js';
import type { PanelContribution, PanelResult } from '../../protocol/records/plugins.js';
import type { Widget } from '../../protocol/records/widgets.js';
import { panelTexts } from '../../protocol/texts/plugins.js';
import { PluginAnnouncer } from '../host/plugin-announcer.js';
import { jsonOf } from '../json-of.js';
import { objectOf } from '../manifest/json-values.js';
import { pluginLimits } from '../plugin-limits.js';
import { readWidgets } from '../widgets/read-widgets.js';
import { PanelPlaces } from './panel-places.js';

interface Cached {
  /** Null: the panel got no place elsewhere. */
  readonly result: Promise<PanelResult | null>;
  /** Infinity while the answer is awaited. */
  freshUntil: number;
}

/**
 * Answers of live panels, including failures, each for its panel's refresh time. Concurrent readers
 * share one request. A place is taken when the first read begins, so the limit holds. Not
 * `lru-cache`, which evicts the oldest: here the newest is refused, and a place is kept during its
 * first read.
 */
export class PanelCache {
  private readonly entries = new Map<string, Cached>();

  constructor(private readonly now: () => number) {}

  /**
   * The answer, or null if other panels have all places.
   * @param read null: the panel may have no place here either
   */
  async get(
    key: string,
    refreshMs: number,
    read: () => Promise<PanelResult | null>,
  ): Promise<PanelResult | null> {
    const known = this.entries.get(key);
    if (known !== undefined && known.freshUntil > this.now()) return known.result;
    if (known === undefined && this.entries.size >= limits.livePanels) return null;
    const cached: Cached = { result: read(), freshUntil: Infinity };
    this.entries.set(key, cached);
    let result: PanelResult | null = null;
    try {
      result = await cached.result;
    } finally {
      cached.freshUntil = this.now() + refreshMs;
      if (result === null && this.entries.get(key) === cached) this.entries.delete(key);
    }
    return result;
  }

  /** Frees places of panels that are gone. */
  keepOnly(isThere: (key: string) => boolean): void {
    for (const key of this.entries.keys()) if (!isThere(key)) this.entries.delete(key);
  }

  clear(): void {
    this.entries.clear();
  }
}

interface FoundPanel {
  readonly pluginId: string;
  readonly panel: PanelContribution;
}

/**
 * Reads panels for clients: from the manifest or an endpoint, always as validated widgets. The
 * address never leaves the service.
 */
@Injectable()
export class PanelsService {
  private readonly cache: PanelCache;
  private readonly hosts = new Set<string>();

  constructor(
    private readonly announcer: PluginAnnouncer,
    private readonly fetch: GuardedFetch,
    private readonly config: OfficeConfig,
    private readonly clock: Clock,
    private readonly logger: OfficeLogger,
    private readonly places: PanelPlaces,
  ) {
    this.cache = new PanelCache(() => clock.elapsed());
  }

  /** Never throws: an unreadable panel gives a result with the reason. */
  async read(pluginId: string, panelId: string): Promise<PanelResult> {
    const panel = this.find(pluginId, panelId);
    if (panel === undefined) {
      const error = panelTexts.noPanel(panelId, pluginId);
      return this.failed({ pluginId, panelId, title: panelId, live: false }, error);
    }
    const found: FoundPanel = { pluginId, panel };
    if (panel.source === undefined) return this.shown(found, false, panel.body ?? []);
    this.cache.keepOnly((key) => this.isInForce(key));
    const { refreshMs } = panel.source;
    const result = await this.cache.get(keyOf(found), refreshMs, () => this.readLive(found));
    return result ?? this.failed(identityOf(found, true), panelTexts.cap);
  }

  /** Forgets all answers, for a refresh of the plugins. */
  async forget(): Promise<void> {
    this.cache.clear();
    await this.places.clear();
  }

  private find(pluginId: string, panelId: string): PanelContribution | undefined {
    const plugin = this.announcer.inForce().find(({ manifest }) => manifest.id === pluginId);
    return plugin?.manifest.contributes?.uiPanels?.find(({ id }) => id === panelId);
  }

  private isInForce(key: string): boolean {
    return this.announcer
      .inForce()
      .some(({ manifest: { id, contributes } }) =>
        contributes?.uiPanels?.some((panel) => keyOf({ pluginId: id, panel }) === key),
      );
  }

  /** Null: the panel gets no place. */
  private async readLive(found: FoundPanel): Promise<PanelResult | null> {
    const { panel, pluginId } = found;
    try {
      if (!(await this.places.take(keyOf(found), (key) => this.isInForce(key)))) return null;
    } catch (thrown) {
      return this.failed(identityOf(found, true), panelTexts.unreachable(messageOf(thrown)));
    }
    const reading = await this.fetchWidgets(panel, pluginId);
    if (!reading.ok) return this.failed(identityOf(found, true), reading.error);
    if (reading.dropped > 0) {
      this.logger
        .scope(`plugin:${pluginId}`)
        .warn(panelTexts.partialLoss(panel.id, reading.dropped));
    }
    return this.shown(found, true, reading.widgets);
  }

  private async fetchWidgets(panel: PanelContribution, pluginId: string): Promise<PanelReading> {
    const address = panel.source?.url ?? '';
    if (!URL.canParse(address)) return { ok: false, error: panelTexts.notAUrl };
    this.nameHost(panel, pluginId, new URL(address).host);
    try {
      return readPanelDocument(
        await this.fetch.get(address, {
          access: this.config.plugins.allowPrivatePanelHosts ? privateNetworksToo : publicInternet,
          timeoutMs: pluginLimits.panelTimeoutMs,
          maxRedirects: 0,
          maxBytes: pluginLimits.panelBytes,
          headers: { accept: 'application/json' },
        }),
      );
    } catch (error) {
      const refused = error instanceof FetchRefusedError;
      const inWords = refused ? panelTexts.refused : panelTexts.unreachable;
      return { ok: false, error: inWords(messageOf(error)) };
    }
  }

  /** Logs which host a panel contacts. */
  private nameHost(panel: PanelContribution, pluginId: string, host: string): void {
    if (this.hosts.has(host)) return;
    this.hosts.add(host);
    this.logger.scope(`plugin:${pluginId}`).info(panelTexts.servedBy(panel.id, host));
  }

  private shown(found: FoundPanel, live: boolean, widgets: PanelResult['widgets']): PanelResult {
    return { ok: true, ...identityOf(found, live), widgets, fetchedAt: this.clock.now() };
  }

  private failed(
    identity: Pick<PanelResult, 'pluginId' | 'panelId' | 'title' | 'live'>,
    error: string,
  ): PanelResult {
    return { ok: false, ...identity, widgets: [], fetchedAt: this.clock.now(), error };
  }
}

function identityOf({ pluginId, panel }: FoundPanel, live: boolean) {
  return { pluginId, panelId: panel.id, title: panel.title, live };
}

/** A panel whose address changes in an upgrade is a new one. */
function keyOf({ pluginId, panel }: FoundPanel): string {
  return JSON.stringify([pluginId, panel.id, panel.source?.url]);
}

type PanelReading =
  | { readonly ok: true; readonly widgets: readonly Widget[]; readonly dropped: number }
  | { readonly ok: false; readonly error: string };

/** An endpoint's answer as widgets. Never throws. */
export function readPanelDocument(page: FetchedPage): PanelReading {
  if (page.status < 200 || page.status > 299) {
    return { ok: false, error: panelTexts.status(page.status) };
  }
  if (page.truncated) {
    const reason = panelTexts.tooLarge(pluginLimits.panelBytes);
    return { ok: false, error: panelTexts.unreachable(reason) };
  }
  const document = jsonOf(page.body);
  if (document === undefined) {
    return { ok: false, error: panelTexts.unreachable(panelTexts.notJson) };
  }
  const list = Array.isArray(document) ? document : objectOf(document)?.widgets;
  const { widgets, dropped } = readWidgets(Array.isArray(list) ? list : []);
  return widgets.length === 0
    ? { ok: false, error: panelTexts.nothingRenderable }
    : { ok: true, widgets, dropped };
}
