import { present } from '../../platform/text/foreign-fields.js';
import { panelPlacements } from '../../protocol/records/enums.js';
import type { PanelContribution } from '../../protocol/records/plugins.js';
import type { Widget } from '../../protocol/records/widgets.js';
import { manifestTexts } from '../../protocol/texts/manifest.js';
import { readWidgets } from '../widgets/read-widgets.js';
import { finiteOf, type JsonObject, memberOf, objectOf, textOf, type Warn } from './json-values.js';

const refreshMinMs = 5000;
const refreshMaxMs = 3_600_000;
const refreshDefaultMs = 30_000;
const knownTokens = ['accent', 'surface', 'text'] as const;

/** A plugin's panel; one without an id, a title or a known placement is dropped. */
export function readPanel(item: JsonObject, at: string, warn: Warn): PanelContribution | null {
  const id = textOf(item.id);
  const title = textOf(item.title);
  const placement = memberOf(panelPlacements, item.placement);
  if (id === undefined || title === undefined || placement === undefined) {
    warn(manifestTexts.panelIncomplete(at));
    return null;
  }
  const body = readBody(item.body, at, warn);
  const source = readSource(item.source, at, warn);
  if (body === undefined && source === undefined) warn(manifestTexts.panelNothing(at));
  const tokens = readTokens(item.tokens, at, warn);
  const summary = textOf(item.summary) ?? '';
  return { id, title, placement, summary, ...present({ body, source, tokens }) };
}

function readBody(value: unknown, at: string, warn: Warn): readonly Widget[] | undefined {
  if (value === undefined) return undefined;
  const { widgets, dropped } = readWidgets(Array.isArray(value) ? value : []);
  if (dropped > 0) warn(manifestTexts.panelWidgets(at, dropped));
  if (widgets.length === 0) warn(manifestTexts.panelBodyEmpty(at));
  return widgets;
}

function readSource(value: unknown, at: string, warn: Warn): PanelContribution['source'] {
  if (value === undefined) return undefined;
  const source = objectOf(value);
  if (source === null) {
    warn(manifestTexts.panelSourceNotObject(at));
    return undefined;
  }
  const url = textOf(source.url);
  if (url === undefined || !isHttp(url)) {
    warn(manifestTexts.panelSourceUrl(at));
    return undefined;
  }
  return { url, refreshMs: refreshOf(source.refreshMs) };
}

function isHttp(url: string): boolean {
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol);
}

function refreshOf(value: unknown): number {
  const ms = Math.round(finiteOf(value) ?? refreshDefaultMs);
  return Math.min(Math.max(ms, refreshMinMs), refreshMaxMs);
}

function readTokens(value: unknown, at: string, warn: Warn): PanelContribution['tokens'] {
  if (value === undefined) return undefined;
  const declared = objectOf(value);
  if (declared === null) {
    warn(manifestTexts.tokensNotObject(at));
    return undefined;
  }
  const tokens = Object.entries(declared).flatMap(([key, colour]) => {
    const token = memberOf(knownTokens, key);
    const text = textOf(colour);
    if (token === undefined) warn(manifestTexts.tokenUnknown(at, key));
    else if (text === undefined || !isColour(text)) warn(manifestTexts.tokenNotColour(at, key));
    else return [[token, text]];
    return [];
  });
  return tokens.length > 0
    ? (Object.fromEntries(tokens) as PanelContribution['tokens'])
    : undefined;
}

const maxCharacters = 64;

/** The accepted forms of panel colours; nothing else reaches a style. */
const forms = [
  /^#[0-9a-f]{3,8}$/i,
  /^(?:rgb|hsl)a?\([\d.,%/ +-]+\)$/i,
  /^[a-z\d-]{1,32}$/i,
  /^var\(--[\w-]{1,40}\)$/i,
];

export function isColour(text: string): boolean {
  return text.length <= maxCharacters && forms.some((form) => form.test(text));
}
