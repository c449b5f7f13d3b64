import { innermostMessage } from '#platform/errors/error-text.js';
import { limits } from '#protocol/limits.js';
import type { DiscoveredModel, ModelCapabilities } from '#protocol/records/models.js';
import { providerTexts } from '#protocol/texts/models.js';
import type { ProviderDefinition } from '../../providers/provider-definition.js';
import { fetchText } from '../../signals/lookups/fetch-json.js';
import { isPlainObject } from '../plain-values.js';
import type { PlainObject } from '../plain-values.js';
import { errorDetail, messageIn } from '../../providers/error-detail.js';

const mostModels = 2000;
const mostCharacters = 256;

/**
 * A vendor's model list, whatever its shape. Every field is optional and untrusted: what is missing
 * or absurd stays unknown.
 * @throws Error with the vendor's own message, or because this is no list
 */
export function parseModelList(body: unknown): DiscoveredModel[] {
  const byId = new Map<string, DiscoveredModel>();
  for (const row of rowsOf(body).slice(0, mostModels)) {
    const model = parseModel(row);
    if (model !== null && !byId.has(model.id)) byId.set(model.id, model);
  }
  return [...byId.values()];
}

function rowsOf(body: unknown): readonly unknown[] {
  if (Array.isArray(body)) return body;
  if (isPlainObject(body)) {
    const list = [body['data'], body['models'], body['items']].find(Array.isArray);
    if (list !== undefined) return list as unknown[];
  }
  throw new Error(messageIn(body) ?? providerTexts.notAModelList);
}

function parseModel(row: unknown): DiscoveredModel | null {
  if (!isPlainObject(row)) return null;
  const id = firstText(row, 'id', 'model', 'name')?.replace(/^models\//, '');
  if (id === undefined || id === '') return null;
  const named = firstText(row, 'name', 'display_name', 'label', 'title');
  const alias = firstText(row, 'model');
  return withoutUnknown({
    id,
    label: named ?? (alias === id ? undefined : alias),
    contextWindow: contextWindowOf(row),
    maxOutputTokens: maxOutputOf(row),
    ...pricesIn(row),
    capabilities: capabilitiesOf(row),
    converses: conversesOf(row),
    created: createdOf(row),
    ownedBy: firstText(row, 'owned_by'),
  });
}

function contextWindowOf(row: PlainObject): number | undefined {
  const top = objectIn(row, 'top_provider');
  return (
    firstCount(
      row,
      'context_length',
      'context_window',
      'max_context_length',
      'max_input_tokens',
      'contextWindow',
    ) ?? firstCount(top, 'context_length')
  );
}

function maxOutputOf(row: PlainObject): number | undefined {
  const top = objectIn(row, 'top_provider');
  return (
    firstCount(
      row,
      'max_output_tokens',
      'max_completion_tokens',
      'max_tokens',
      'maxOutputTokens',
    ) ?? firstCount(top, 'max_completion_tokens')
  );
}

/** USD per million tokens; some vendors state them per token. */
function pricesIn(row: PlainObject): Partial<DiscoveredModel> {
  const pricing = objectIn(row, 'pricing');
  return {
    costPerMTokIn:
      firstPrice(row, 1, 'cost_per_mtok_in', 'price_1m_input_tokens') ??
      firstPrice(pricing, 1e6, 'prompt'),
    costPerMTokOut:
      firstPrice(row, 1, 'cost_per_mtok_out', 'price_1m_output_tokens') ??
      firstPrice(pricing, 1e6, 'completion'),
    costPerMTokCacheRead:
      firstPrice(row, 1, 'cost_per_mtok_cache_read') ??
      firstPrice(pricing, 1e6, 'input_cache_read'),
    costPerMTokCacheWrite:
      firstPrice(row, 1, 'cost_per_mtok_cache_write') ??
      firstPrice(pricing, 1e6, 'input_cache_write'),
  };
}

/** The capabilities by the names that vendors have for them, a flag or `{ supported }` each. */
const statedAs = {
  tools: ['tools', 'function_calling'],
  vision: ['vision', 'image_input'],
  reasoning: ['reasoning', 'thinking'],
  streaming: ['streaming'],
} as const;

/** The same beside the id, as Kimi has them. */
const flags = {
  tools: [],
  vision: ['supports_image_in'],
  reasoning: ['supports_reasoning'],
  streaming: [],
} as const;

/** Only what a field gives evidence of is claimed, for or against. */
function capabilitiesOf(row: PlainObject): Partial<ModelCapabilities> | undefined {
  const capabilities: Partial<Record<keyof ModelCapabilities, boolean>> = {};
  const parameters = row['supported_parameters'];
  if (Array.isArray(parameters)) {
    capabilities.tools = parameters.includes('tools') || parameters.includes('tool_choice');
    capabilities.reasoning =
      parameters.includes('reasoning') || parameters.includes('include_reasoning');
    if (parameters.includes('stream')) capabilities.streaming = true;
  }
  const vision = seesImages(objectIn(row, 'architecture'));
  if (vision !== undefined) capabilities.vision = vision;
  const stated = objectIn(row, 'capabilities');
  for (const name of ['tools', 'vision', 'reasoning', 'streaming'] as const) {
    const value = supportOf(stated, statedAs[name]) ?? firstFlag(row, flags[name]);
    if (value !== undefined) capabilities[name] = value;
  }
  return Object.keys(capabilities).length > 0 ? capabilities : undefined;
}

function supportOf(stated: PlainObject, names: readonly string[]): boolean | undefined {
  return firstFlag(stated, names) ?? firstFlag(objectIn(stated, names.at(-1) ?? ''), ['supported']);
}

function firstFlag(row: PlainObject, names: readonly string[]): boolean | undefined {
  return names.map((name) => row[name]).find((value) => typeof value === 'boolean');
}

/** False where the vendor says that a model does not chat, or answers without text. */
function conversesOf(row: PlainObject): false | undefined {
  const chats = firstFlag(objectIn(row, 'capabilities'), ['completion_chat']);
  const modalities = objectIn(row, 'architecture')['output_modalities'];
  const writes = !Array.isArray(modalities) || modalities.includes('text');
  return row['converses'] === false || chats === false || !writes ? false : undefined;
}

/** `input_modalities` lists them; `modality` reads like `text+image->text`. */
function seesImages(architecture: PlainObject): boolean | undefined {
  const modalities = architecture['input_modalities'];
  if (Array.isArray(modalities)) return modalities.includes('image');
  const modality = architecture['modality'];
  return typeof modality === 'string' ? modality.split('->')[0]?.includes('image') : undefined;
}

/** Seconds since the epoch; one vendor writes a date instead. */
function createdOf(row: PlainObject): number | undefined {
  const stated = row['created'] ?? row['created_at'];
  const seconds = typeof stated === 'string' ? Date.parse(stated) / 1000 : stated;
  return typeof seconds === 'number' && Number.isFinite(seconds) && seconds >= 0
    ? seconds
    : undefined;
}

function objectIn(row: PlainObject, key: string): PlainObject {
  const value = row[key];
  return isPlainObject(value) ? value : {};
}

function firstText(row: PlainObject, ...keys: string[]): string | undefined {
  const values = keys.map((key) => row[key]);
  return values.find(
    (value): value is string =>
      typeof value === 'string' &&
      value.length >= 1 &&
      value.length <= mostCharacters &&
      !/\p{Cc}/u.test(value),
  );
}

function firstCount(row: PlainObject, ...keys: string[]): number | undefined {
  const counts = keys.map((key) => numberIn(row[key]));
  return counts.find((count) => count !== undefined && count >= 1 && count <= 1e8);
}

function firstPrice(row: PlainObject, factor: number, ...keys: string[]): number | undefined {
  const prices = keys.map((key) => numberIn(row[key])).map((price) => rounded(price, factor));
  return prices.find((price) => price !== undefined && price >= 0 && price <= 10_000);
}

function rounded(price: number | undefined, factor: number): number | undefined {
  return price === undefined ? undefined : Math.round(price * factor * 1e6) / 1e6;
}

function numberIn(value: unknown): number | undefined {
  if (typeof value !== 'number' && (typeof value !== 'string' || value.trim() === '')) {
    return undefined;
  }
  const number = Number(value);
  return Number.isFinite(number) ? number : undefined;
}

function withoutUnknown(model: DiscoveredModel): DiscoveredModel {
  return Object.fromEntries(
    Object.entries(model).filter(([, value]) => value !== undefined),
  ) as unknown as DiscoveredModel;
}

const mostBytes = 20 * 1024 * 1024;

/**
 * Asks a vendor for its models.
 * @throws Error with the text that goes into the report
 */
export async function askForModels(
  provider: ProviderDefinition,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<DiscoveredModel[]> {
  const { id, key } = provider;
  const deadline = AbortSignal.timeout(timeoutMs);
  const request = {
    url: listAddress(provider),
    headers: listHeaders(provider),
    timeoutMs,
    maxBytes: mostBytes,
    signal: AbortSignal.any([signal, deadline]),
  };
  const { status, text } = await fetchText(request).catch((thrown: unknown) => {
    throw new Error(
      deadline.aborted ? providerTexts.listTimedOut(id, timeoutMs) : innermostMessage(thrown),
      { cause: thrown },
    );
  });
  if (status >= 400) {
    const detail = errorDetail(text, limits.modelListErrorCharacters, key);
    throw new Error(providerTexts.modelListError(status, id, detail));
  }
  return parseModelList(parse(text));
}

function listAddress({ kind, baseUrl }: ProviderDefinition): string {
  return kind === 'anthropic' ? `${baseUrl}/models?limit=1000` : `${baseUrl}/models`;
}

function listHeaders({ kind, key, headers }: ProviderDefinition): Record<string, string> {
  if (kind === 'anthropic') {
    return { ...headers, 'anthropic-version': '2023-06-01', 'x-api-key': key ?? '' };
  }
  return { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(providerTexts.notAModelList);
  }
}
