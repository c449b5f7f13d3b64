export const providerTexts = {
  httpError: (status: number, providerId: string, detail: string) =>
    `HTTP ${status} from ${providerId}: ${detail}`,
  /** The provider's refusal of a key, followed by where the key came from. */
  keyRefused: (detail: string, variable: string) => `${detail} (${variable})`,
  modelListError: (status: number, providerId: string, detail: string) =>
    `HTTP ${status} from ${providerId}/models: ${detail}`,
  noBody: (providerId: string) => `${providerId}: streaming response had no body`,
  /** An answer arrived, but nothing in it could be read. */
  unreadable: (providerId: string) => `${providerId}: what came could not be read as an answer.`,
  /**
   * Stands in place of a provider's message when the body is a web page, of a proxy or another
   * service.
   */
  webPage: (title: string) =>
    `a web page came in place of an answer${title === '' ? '' : ` ("${title}")`}`,
  idleStream: (providerId: string, seconds: number) =>
    `${providerId}: the stream sent nothing for ${seconds}s and was abandoned.`,
  /** A failure without an HTTP answer: no connection, a broken stream, an unreadable reply. */
  failed: (providerId: string, detail: string) => `${providerId}: ${detail}`,
  timedOut: (providerId: string, ms: number) => `${providerId}: no answer within ${ms}ms.`,
  noEmbeddings: (providerId: string) => `${providerId} offers no embeddings.`,
  badEmbeddings: (got: number, expected: number) =>
    `the answer held ${got} usable vector(s) for ${expected} text(s).`,
  allRoutesFailed: (attempts: readonly string[]) =>
    `all model routes failed: ${attempts.join('; ')}`,
  unavailable: (providerId: string, modelId: string) => `${providerId}/${modelId} (unavailable)`,
  unpaid: (providerId: string, modelId: string) =>
    `${providerId}/${modelId} (not tried: what is left of the budget does not pay it)`,
  attempt: (providerId: string, modelId: string, error: string) =>
    `${providerId}/${modelId}: ${error}`,
  noModelList: 'this provider has no model-list endpoint; the curated catalog is in use',
  notAModelList: 'response was not a model list (no data/models array)',
  noKey: (provider: string) => `no ${provider} API key is configured`,
  mockNoDiscovery: 'mock mode keeps the curated catalog; discovery is skipped.',
  mockFailure: 'simulated failure (OFFICE_MOCK_ERROR_RATE)',
  mockNoCalls: 'mock mode makes no outbound calls.',
  noProvider: (id: string) => `No provider with id '${id}' is loaded.`,
  pluginKeylessHint: (pluginId: string) => `Contributed by ${pluginId}; needs no key.`,
  pluginKeyHint: (pluginId: string, variable: string) =>
    `Contributed by ${pluginId}. Set ${variable} to use it.`,
  pluginKeyWaitingHint: (pluginId: string, variable: string, host: string) =>
    `Contributed by ${pluginId}. Confirm that ${variable} may be sent to ${host} to use it.`,
  pluginKeyWithheldHint: (pluginId: string, variable: string) =>
    `Contributed by ${pluginId}. ${variable} belongs to the service itself and is not given to a plugin.`,
  orphanedModels: (names: readonly string[]) =>
    `models of unknown providers are not listed: ${names.join(', ')}`,
  listTimedOut: (providerId: string, ms: number) =>
    `${providerId}: the model list did not answer within ${ms}ms.`,
  benchmarksOff: 'benchmark quality is switched off (OFFICE_BENCHMARKS=false)',
  endpointHealthOff: 'endpoint health is switched off (OFFICE_ENDPOINT_HEALTH=false)',
} as const;

/** Reasons why a provider is unavailable. */
export const availabilityTexts = {
  silent: (reason: string) => `its provider does not answer (${reason})`,
  notAskedYet: 'its provider has not answered yet',
  unlisted: 'its server does not list it',
} as const;

/** Reasons why a completed answer cannot be used. */
export const endingTexts = {
  unfinished: (providerId: string) =>
    `${providerId}: the answer ended without a finish reason; it may be incomplete.`,
  filtered: (providerId: string, reason: string) =>
    `${providerId}: the provider's content filter ended the answer (${reason}).`,
  refused: (providerId: string, reason: string) =>
    `${providerId}: the model refused to answer (${reason}).`,
  trouble: (providerId: string, reason: string) =>
    `${providerId}: the provider broke the answer off (${reason}).`,
  contextFull: (providerId: string, reason: string) =>
    `${providerId}: the conversation does not fit the model's context window (${reason}).`,
} as const;

/** Activity of an employee while a provider asks for fewer requests or has an outage. */
export const waitTexts = {
  rateLimit: (providerId: string, seconds: number) =>
    `Waiting for ${providerId} (rate limit, ${seconds} s)`,
  trouble: (providerId: string, seconds: number) =>
    `Waiting for ${providerId} (not available, ${seconds} s)`,
  isWait: (activity: string) =>
    /^Waiting for .+ \((?:rate limit|not available), \d+ s\)$/.test(activity),
} as const;

export const catalogueTexts = {
  stale: (date: string, days: number) =>
    `the data of models is of ${date}, ${days} days old: prices and windows may have changed since (npm run models:update)`,
  size: (listed: number, routable: number) => `${listed} in the catalogue, ${routable} routable`,
} as const;

/** Results of fetching lists, benchmarks and uptimes; most are only logged. */
export const lookupTexts = {
  status: (status: number) => `HTTP ${status}`,
  notJson: 'the answer was not valid JSON',
  tooLarge: (bytes: number) => `the answer was larger than ${bytes} bytes`,
  cacheVersion: (path: string) => `${path} was written by another version and is ignored`,
  cacheUnreadable: (path: string, reason: string) => `could not read ${path}: ${reason}`,
  cacheUnwritable: (path: string, reason: string) => `could not write ${path}: ${reason}`,
  noTokenizer: (reason: string) =>
    `tokens are estimated by characters, the tokenizer could not be loaded: ${reason}`,
  benchmarksFailed: (label: string, reason: string) =>
    `benchmarks of ${label} could not be refreshed: ${reason}`,
  switchedOff: 'switched off',
  nothingYet: 'nothing has been fetched yet',
  openRouterCredit: 'Benchmark data from OpenRouter (https://openrouter.ai)',
  artificialAnalysisCredit:
    'Benchmark data from Artificial Analysis (https://artificialanalysis.ai)',
  noEndpoints: 'no endpoints in the answer',
  healthFailed: (modelId: string, reason: string) => `no uptime for ${modelId}: ${reason}`,
  learningFailed: (reason: string) => `could not learn from stored turns: ${reason}`,
  discoveryOff: 'model discovery is switched off (OFFICE_MODEL_DISCOVERY=false).',
  discoveryFailed: (providerId: string, error: string) =>
    `${providerId}: model discovery failed, the curated list stands in: ${error}`,
  toolsRefused: (providerId: string, modelId: string, said: string) =>
    `${providerId}/${modelId} is taken to have no tools from now on: ${said}`,
  reasoningRefused: (providerId: string, modelId: string, said: string) =>
    `${providerId}/${modelId} gets no reasoning back from now on: ${said}`,
  countDoubted: (model: string, what: string, told: number, most: number) =>
    `${model} counted ${told} ${what}, at most ${most} are possible: an estimate stands in`,
  notReported: (providerId: string, ids: readonly string[]) =>
    `${providerId} no longer lists ${ids.join(', ')}: not routable`,
} as const;

/** The resolved model mode, its changes and the hints of providers. */
export const modeTexts = {
  autoLive: (ids: readonly string[]) =>
    `OFFICE_LLM_MODE=auto, and ${ids.join(', ')} ${are(ids)} configured`,
  autoMock: 'OFFICE_LLM_MODE=auto, and no provider key or keyless base URL was found',
  mock: 'OFFICE_LLM_MODE=mock forces scripted employees',
  mockDespite: (ids: readonly string[]) =>
    `OFFICE_LLM_MODE=mock forces scripted employees even though ${ids.join(', ')} ${are(ids)} configured`,
  live: (ids: readonly string[]) => `OFFICE_LLM_MODE=live, with ${ids.join(', ')} configured`,
  liveWithout: 'OFFICE_LLM_MODE=live, but no provider is configured — every turn will fail',
  envFileModified: '.env has been modified since this process started',
  keyAppeared: (name: string, providerId: string) => `${name} is now set for '${providerId}'`,
  drift: (reasons: readonly string[]) =>
    `${reasons.join(', and ')}. The environment is read once, at startup: restart the service to apply it.`,
  keyHint: (name: string, label: string) => `Set ${name} to use ${label}.`,
  localHint: (name: string, example: string) =>
    `Set ${name} to the address of an OpenAI-compatible server, such as ${example}.`,
  mockHint: 'Scripted employees; nothing to configure.',
} as const;
const are = (things: readonly unknown[]): string => (things.length === 1 ? 'is' : 'are');
