import type { FetchedPage } from '../../platform/net/guarded-fetch.js';
import type { Widget } from '../../protocol/records/widgets.js';
import { panelTexts } from '../../protocol/texts/plugins.js';
import { objectOf } from '../manifest/json-values.js';
import { jsonOf } from '../json-of.js';
import { pluginLimits } from '../plugin-limits.js';
import { readWidgets } from '../widgets/read-widgets.js';

export type PanelReading =
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
