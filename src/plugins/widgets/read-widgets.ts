import { clip } from '../../platform/text/clip.js';
import { present } from '../../platform/text/foreign-fields.js';
import { sanitizeOutput } from '../../platform/text/sanitize-output.js';
import { type WidgetKind, widgetKinds } from '../../protocol/records/enums.js';
import type { Widget } from '../../protocol/records/widgets.js';
import { widgetTexts } from '../../protocol/texts/plugins.js';
import { finiteOf, type JsonObject, memberOf, objectOf } from '../manifest/json-values.js';

/** Limits of a panel; the excess is cut, never refused. */
const widgetLimits = {
  widgets: 24,
  /** Rows of a table or of keys and values. */
  rows: 60,
  /** Items of a list, or bars. */
  items: 60,
  columns: 8,
  textCharacters: 500,
  /** Labels, keys and column heads. */
  labelCharacters: 120,
  unitCharacters: 24,
} as const;

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

const ellipsis = '…';

/**
 * A widget's text: sanitised, trimmed, and cut to `max` characters with a mark. Undefined if it is
 * empty or not text.
 */
export function cleanText(value: unknown, max: number): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = sanitizeOutput(clip(value.trim(), 4 * max)).trim();
  if (text === '') return undefined;
  return text.length > max ? clip(text, max - ellipsis.length, ellipsis) : text;
}

/** The widget described by an entry, or null for an unknown kind. */
function readWidget(entry: unknown): Widget | null {
  const item = objectOf(entry);
  const kind = memberOf(widgetKinds, item?.kind);
  return item === null || kind === undefined ? null : readers[kind](item);
}

/** A reader for each kind; null = nothing to show. */
const readers: Readonly<Record<WidgetKind, (item: JsonObject) => Widget | null>> = {
  metric: (item) => {
    const value = textOf(item.value);
    if (value === undefined) return null;
    const unit = cleanText(item.unit, widgetLimits.unitCharacters);
    const hint = textOf(item.hint);
    const label = labelOf(item.label, widgetTexts.metricLabel);
    return { kind: 'metric', label, value, ...present({ unit, hint }) };
  },
  keyValue: (item) => {
    const rows = firstOf(item.rows, widgetLimits.rows, readRow);
    if (rows.length === 0) return null;
    return { kind: 'keyValue', label: labelOf(item.label, widgetTexts.keyValueLabel), rows };
  },
  table: (item) => {
    const columns = readColumns(item.columns);
    if (columns === null) return null;
    const rows = firstOf(item.rows, widgetLimits.rows, (row) => readCells(row, columns.length));
    return { kind: 'table', label: labelOf(item.label, widgetTexts.tableLabel), columns, rows };
  },
  list: (item) => {
    if (!Array.isArray(item.items)) return null;
    const items = firstOf(item.items, widgetLimits.items, (text) => textOf(text) ?? null);
    return { kind: 'list', label: labelOf(item.label, widgetTexts.listLabel), items };
  },
  bars: (item) => {
    const bars = firstOf(item.bars, widgetLimits.items, readBar);
    if (bars.length === 0) return null;
    return { kind: 'bars', label: labelOf(item.label, widgetTexts.barsLabel), bars };
  },
  note: (item) => {
    const text = textOf(item.text);
    return text === undefined ? null : { kind: 'note', text };
  },
};

/** A row needs a key; a missing or blank value becomes a dash. */
function readRow(entry: unknown): { key: string; value: string } | null {
  const row = objectOf(entry);
  const key = cleanText(row?.key, widgetLimits.labelCharacters);
  if (key === undefined) return null;
  if (row?.value !== undefined && typeof row.value !== 'string') return null;
  return { key, value: textOf(row?.value) ?? widgetTexts.blank };
}

/** Heads keep their positions, like the cells below; at least one must be non-empty. */
function readColumns(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  const heads = value
    .slice(0, widgetLimits.columns)
    .map((head: unknown) => cleanText(head, widgetLimits.labelCharacters));
  if (heads.every((head) => head === undefined)) return null;
  return heads.map((head) => head ?? widgetTexts.blank);
}

function readCells(value: unknown, columns: number): string[] | null {
  if (!Array.isArray(value)) return null;
  const cells: readonly unknown[] = value;
  return Array.from({ length: columns }, (_, index) => textOf(cells[index]) ?? widgetTexts.blank);
}

function readBar(entry: unknown): { label: string; value: number; max?: number } | null {
  const bar = objectOf(entry);
  const value = finiteOf(bar?.value);
  if (value === undefined) return null;
  const max = finiteOf(bar?.max);
  return {
    label: labelOf(bar?.label, widgetTexts.blank),
    value,
    ...present({ max: max !== undefined && max > 0 ? max : undefined }),
  };
}

/** At most `max` usable entries of a list. */
function firstOf<T>(value: unknown, max: number, read: (entry: unknown) => T | null): T[] {
  const usable: T[] = [];
  for (const entry of Array.isArray(value) ? (value as readonly unknown[]) : []) {
    if (usable.length === max) break;
    const item = read(entry);
    if (item !== null) usable.push(item);
  }
  return usable;
}

function textOf(value: unknown): string | undefined {
  return cleanText(value, widgetLimits.textCharacters);
}

function labelOf(value: unknown, otherwise: string): string {
  return cleanText(value, widgetLimits.labelCharacters) ?? otherwise;
}
