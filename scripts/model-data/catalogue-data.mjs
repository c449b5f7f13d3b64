/**
 * Converts the data of `@earendil-works/pi-ai` (MIT) to our catalogue, model by model. A pure
 * function: an update of the package changes only data.
 */

/** The supported providers by our id, with the package's name for them. */
export const providers = {
  anthropic: { from: 'anthropic', endpoint: 'messages' },
  deepseek: { from: 'deepseek', endpoint: 'chat' },
  google: { from: 'google', endpoint: 'chat' },
  mistral: { from: 'mistral', endpoint: 'chat' },
  moonshotai: { from: 'moonshotai', endpoint: 'chat' },
  openai: { from: 'openai', endpoint: 'responses' },
  openrouter: { from: 'openrouter', endpoint: 'chat' },
};

const levels = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'];
/** The levels of a model unless the package says otherwise. */
const usual = ['minimal', 'low', 'medium', 'high'];

/**
 * @returns the catalogue file of one provider: the conversing models and, for the rest of the
 * provider's list, the listed ids and patterns
 */
export function catalogueData(provider, { data, source, generated, corrections }) {
  const rows = Object.values(data).flatMap((byKey) => Object.values(byKey));
  const patterns = corrections.notConversable[provider] ?? [];
  const converses = ({ type, id }) =>
    type === 'chat' && !patterns.some((each) => new RegExp(each).test(id));
  const models = rows
    .filter(converses)
    .map((row) => modelOf(provider, row))
    .map((model) => corrected(model, corrections.models[provider] ?? []))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  const listed = new Set(models.map(({ id }) => id));
  const others = rows.map(({ id }) => id).filter((id) => !listed.has(id));
  const notConversable = { ids: [...new Set(others)].sort(), patterns };
  return { provider, source, generated, models, notConversable };
}

/** Adds by id patterns what the package does not know. */
function corrected(model, known) {
  const fitting = known.filter(({ ids }) => new RegExp(ids).test(model.id));
  const compat = Object.assign({}, model.compat, ...fitting.map((each) => each.compat));
  return { ...model, compat };
}

function modelOf(provider, row) {
  return {
    id: row.id,
    label: row.name,
    endpoint: endpointOf(provider, row),
    contextWindow: row.contextWindow,
    maxOutputTokens: row.maxTokens,
    input: row.input,
    // The package lists only models that call tools.
    tools: true,
    ...(isPriced(provider, row) && { price: priceOf(row.cost) }),
    ...(row.reasoning && { reasoning: reasoningOf(provider, row) }),
    compat: compatOf(provider, row),
  };
}

/** The endpoint of a model: OpenAI's models without reasoning use chat completions. */
function endpointOf(provider, { reasoning }) {
  return provider === 'openai' && !reasoning ? 'chat' : providers[provider].endpoint;
}

/** False for a router, whose zero price means the price of the model it selects. */
function isPriced(provider, { id, cost }) {
  return provider !== 'openrouter' || cost.input + cost.output > 0 || id.endsWith(':free');
}

/** Prices in USD per million tokens; a zero that means "not sold" is left out. */
function priceOf({ input, output, cacheRead, cacheWrite, tiers = [] }) {
  const base = { in: input, out: output };
  return {
    ...base,
    ...(cacheRead > 0 && { cacheRead }),
    ...(cacheWrite > 0 && { cacheWrite }),
    ...(tiers.length > 0 && {
      tiers: tiers.map(({ inputTokensAbove, ...prices }) => ({
        above: inputTokensAbove,
        ...priceOf(prices),
      })),
    }),
  };
}

/** How reasoning effort is sent, its levels, and whether the model can do without reasoning. */
function reasoningOf(provider, row) {
  const map = row.thinkingLevelMap ?? {};
  const has = provider === 'anthropic' ? usual.slice(1) : usual;
  const told = levels.filter((level) =>
    has.includes(level) ? map[level] !== null : typeof map[level] === 'string',
  );
  const way = wayOf(provider, row);
  const efforts = Object.fromEntries(told.map((level) => [level, map[level] ?? level]));
  return {
    by: way,
    ...(way === 'effort' || way === 'adaptive' || way === 'openrouter' ? { efforts } : {}),
    off: map.off === null ? false : (map.off ?? true),
  };
}

/**
 * The request field for effort. `adaptive`: `thinking.type` adaptive with `output_config.effort`;
 * `budget`: `budget_tokens`; `switch`: `thinking.type` enabled or disabled; `effort`:
 * `reasoning_effort` or `reasoning.effort`; `openrouter`: `reasoning.effort` of OpenRouter.
 */
function wayOf(provider, { compat = {} }) {
  if (provider === 'anthropic') return compat.forceAdaptiveThinking ? 'adaptive' : 'budget';
  if (provider === 'openrouter') return 'openrouter';
  return compat.supportsReasoningEffort === false ? 'switch' : 'effort';
}

function compatOf(provider, row) {
  return {
    maxTokens: limitNameOf(provider, row),
    ...(!takesTemperature(provider, row) && { temperature: false }),
    ...returnedReasoning(provider, row),
    cache: { anthropic: 'markers', openai: 'key', mistral: 'key' }[provider] ?? 'automatic',
  };
}

function limitNameOf(provider, { reasoning }) {
  if (provider !== 'openai') return 'max_tokens';
  return reasoning ? 'max_output_tokens' : 'max_completion_tokens';
}

function takesTemperature(provider, { reasoning, compat = {}, thinkingLevelMap: map = {} }) {
  switch (provider) {
    case 'openai':
      return !reasoning;
    case 'moonshotai':
      return false;
    case 'anthropic':
      return compat.supportsTemperature !== false && map.off !== null;
    default:
      return true;
  }
}

/** Which part of the reasoning is sent back with a tool call. */
function returnedReasoning(provider, { id, reasoning }) {
  if (!reasoning) return {};
  const ways = {
    anthropic: 'signed-blocks',
    openai: 'encrypted-items',
    deepseek: 'reasoning_content',
    moonshotai: 'reasoning_content',
    openrouter: 'reasoning_details',
    google:
      id.startsWith('gemini-') && !id.startsWith('gemini-2') ? 'thought_signature' : undefined,
  };
  return ways[provider] === undefined ? {} : { returnReasoning: ways[provider] };
}

/** JSON with one model per line, so that diffs of an update are readable. */
export function written({ models, ...rest }) {
  const head = JSON.stringify(rest, null, 2).slice(0, -2);
  const lines = models.map((model) => `    ${JSON.stringify(model)}`);
  return `${head},\n  "models": [\n${lines.join(',\n')}\n  ]\n}\n`;
}
