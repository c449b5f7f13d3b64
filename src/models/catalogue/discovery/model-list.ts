import { z } from 'zod';
import { innermostMessage } from '#platform/errors/error-text.js';
import { anyList, anything, lenient, present } from '#platform/text/foreign-fields.js';
import { limits } from '#protocol/limits.js';
import type { DiscoveredModel, ModelCapabilities } from '#protocol/records/models.js';
import { providerTexts } from '#protocol/texts/models.js';
import { errorDetail, messageIn } from '../../providers/error-detail.js';
import { refusesKey } from '../../providers/live/provider-failure.js';
import type { ProviderDefinition } from '../../providers/provider-definition.js';
import { fetchText } from '../../signals/lookups/fetch-json.js';

const mostModels = 2000;

const text = lenient(
  z
    .string()
    .min(1)
    .max(256)
    .regex(/^\P{Cc}*$/u),
);
const flag = lenient(z.boolean());

/** A number, also one that is written as a text. */
const numeric = z.union([
  z.number(),
  z
    .string()
    .refine((written) => written.trim() !== '')
    .transform(Number),
]);
const count = lenient(numeric.pipe(z.number().min(1).max(1e8)));

/** USD per million tokens; some providers state them per token. */
const priceTimes = (factor: number) =>
  lenient(
    numeric
      .transform((price) => Math.round(price * factor * 1e6) / 1e6)
      .pipe(z.number().min(0).max(10_000)),
  );
const price = priceTimes(1);
const pricePerToken = priceTimes(1e6);

/** A flag or `{ supported }`. */
const support = lenient(
  z.union([z.boolean(), z.object({ supported: z.boolean() }).transform((told) => told.supported)]),
);

/** A provider's model, with all names that providers use for its properties. */
const listedModel = z.object({
  id: text,
  model: text,
  name: text,
  display_name: text,
  label: text,
  title: text,
  owned_by: text,
  created: anything,
  created_at: anything,
  context_length: count,
  context_window: count,
  max_context_length: count,
  max_input_tokens: count,
  contextWindow: count,
  max_output_tokens: count,
  max_completion_tokens: count,
  max_tokens: count,
  maxOutputTokens: count,
  top_provider: z.object({ context_length: count, max_completion_tokens: count }).catch({}),
  cost_per_mtok_in: price,
  cost_per_mtok_out: price,
  cost_per_mtok_cache_read: price,
  cost_per_mtok_cache_write: price,
  price_1m_input_tokens: price,
  price_1m_output_tokens: price,
  pricing: z
    .object({
      prompt: pricePerToken,
      completion: pricePerToken,
      input_cache_read: pricePerToken,
      input_cache_write: pricePerToken,
    })
    .catch({}),
  supported_parameters: anyList,
  supports_image_in: flag,
  supports_reasoning: flag,
  capabilities: z
    .object({
      tools: flag,
      function_calling: support,
      vision: flag,
      image_input: support,
      reasoning: flag,
      thinking: support,
      streaming: support,
      completion_chat: flag,
    })
    .catch({}),
  architecture: z
    .object({
      input_modalities: anyList,
      output_modalities: anyList,
      modality: lenient(z.string()),
    })
    .catch({}),
  converses: flag,
});

type ListedModel = z.output<typeof listedModel>;

/** A provider refused to list its models. */
export class ListRefused extends Error {
  constructor(
    message: string,
    /** True if it refused the key. */
    readonly ofKey: boolean,
  ) {
    super(message);
  }
}

const listing = z.object({ data: anyList, models: anyList, items: anyList });

/**
 * Parses a provider's model list in any known format. Every field is optional and untrusted:
 * missing or absurd values stay unknown.
 * @throws Error with the provider's own message, or because it is not a list
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
  const read = listing.safeParse(body).data;
  const list = read?.data ?? read?.models ?? read?.items;
  if (list === undefined) throw new Error(messageIn(body) ?? providerTexts.notAModelList);
  return list;
}

function parseModel(row: unknown): DiscoveredModel | null {
  const read = listedModel.safeParse(row).data;
  const id = (read?.id ?? read?.model ?? read?.name)?.replace(/^models\//, '');
  if (read === undefined || id === undefined || id === '') return null;
  const { model: alias, top_provider: top, pricing } = read;
  const facts = present({
    label:
      read.name ??
      read.display_name ??
      read.label ??
      read.title ??
      (alias === id ? undefined : alias),
    contextWindow:
      read.context_length ??
      read.context_window ??
      read.max_context_length ??
      read.max_input_tokens ??
      read.contextWindow ??
      top.context_length,
    maxOutputTokens:
      read.max_output_tokens ??
      read.max_completion_tokens ??
      read.max_tokens ??
      read.maxOutputTokens ??
      top.max_completion_tokens,
    costPerMTokIn: read.cost_per_mtok_in ?? read.price_1m_input_tokens ?? pricing.prompt,
    costPerMTokOut: read.cost_per_mtok_out ?? read.price_1m_output_tokens ?? pricing.completion,
    costPerMTokCacheRead: read.cost_per_mtok_cache_read ?? pricing.input_cache_read,
    costPerMTokCacheWrite: read.cost_per_mtok_cache_write ?? pricing.input_cache_write,
    capabilities: capabilitiesOf(read),
    converses: converses(read) ? undefined : false,
    created: secondsOf.parse(read.created ?? read.created_at),
    ownedBy: read.owned_by,
  });
  return { id, ...facts };
}

/** A capability is set only if a field states it, for or against. */
function capabilitiesOf(read: ListedModel): Partial<ModelCapabilities> | undefined {
  const { capabilities: told, supported_parameters: parameters } = read;
  const takes = (...names: string[]): boolean | undefined =>
    parameters && names.some((name) => parameters.includes(name));
  const capabilities = present({
    tools: told.tools ?? told.function_calling ?? takes('tools', 'tool_choice'),
    reasoning:
      told.reasoning ??
      told.thinking ??
      read.supports_reasoning ??
      takes('reasoning', 'include_reasoning'),
    streaming: told.streaming ?? (takes('stream') === true ? true : undefined),
    vision: told.vision ?? told.image_input ?? read.supports_image_in ?? seesImages(read),
  });
  return Object.keys(capabilities).length > 0 ? capabilities : undefined;
}

/** False where the provider says that a model does not chat, or answers without text. */
function converses({ converses, capabilities, architecture }: ListedModel): boolean {
  const writes = architecture.output_modalities?.includes('text');
  return converses !== false && capabilities.completion_chat !== false && writes !== false;
}

/** `input_modalities` lists them; `modality` reads like `text+image->text`. */
function seesImages({ architecture }: ListedModel): boolean | undefined {
  const { input_modalities: modalities, modality } = architecture;
  return modalities?.includes('image') ?? modality?.split('->')[0]?.includes('image');
}

/** Seconds since the epoch; one provider writes a date instead. */
const secondsOf = lenient(
  z
    .union([z.number(), z.string().transform((date) => Date.parse(date) / 1000)])
    .pipe(z.number().min(0)),
);

const mostBytes = 20 * 1024 * 1024;

/**
 * Fetches a provider's list of models.
 * @throws Error with the text for the report
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
    const ofKey = key !== null && refusesKey(status, detail) && !isOfRight(status, detail);
    throw new ListRefused(providerTexts.modelListError(status, id, detail), ofKey);
  }
  return parseModelList(parse(text));
}

/** True if the key may be used, but not to list models. */
function isOfRight(status: number, detail: string): boolean {
  return status === 403 || /\b(?:scope|permission)s?\b/i.test(detail);
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
