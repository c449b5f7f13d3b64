import type { Widget } from '../../protocol/records/widgets.js';
import { readWidget } from './read-widget.js';
import { widgetLimits } from './widget-limits.js';

interface ReadWidgets {
  readonly widgets: readonly Widget[];
  /** Entries that are no widget; those beyond the limit are not counted. */
  readonly dropped: number;
}

/**
 * The widgets of a list that a plugin or its endpoint wrote: a closed set of plain values. No
 * markup, no address and no code gets through. Never throws.
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
