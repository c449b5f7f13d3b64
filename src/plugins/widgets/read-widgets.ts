import type { Widget } from '../../protocol/records/widgets.js';
import { readWidget } from './read-widget.js';
import { widgetLimits } from './widget-limits.js';

interface ReadWidgets {
  readonly widgets: readonly Widget[];
  /** Invalid entries, not counting those beyond the limit. */
  readonly dropped: number;
}

/**
 * The widgets of a plugin's or endpoint's list: a closed set of plain values, without markup,
 * addresses or code. Never throws.
 */
export function readWidgets(entries: readonly unknown[]): ReadWidgets {
  const widgets: Widget[] = [];
  let dropped = 0;
  for (const entry of entries) {
    if (widgets.length === widgetLimits.widgets) break;
    const widget = readWidget(entry);
    if (widget === null) dropped += 1;
    else widgets.push(widget);
  }
  return { widgets, dropped };
}
