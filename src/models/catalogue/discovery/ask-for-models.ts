import { limits } from '#protocol/limits.js';
import type { DiscoveredModel } from '#protocol/records/models.js';
import { providerTexts } from '#protocol/texts/models.js';
import { innermostMessage } from '#platform/errors/error-text.js';
import { errorDetail } from '../../providers/error-detail.js';
import { fetchText } from '../../signals/lookups/fetch-json.js';
import type { ProviderDefinition } from '../../providers/provider-definition.js';
import { parseModelList } from './parse-model-list.js';

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
