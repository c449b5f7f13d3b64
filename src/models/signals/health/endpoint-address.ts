import type { ModelSpec } from '#protocol/records/models.js';
import { wireModelId } from '../../providers/live/wire-model-id.js';

/** `<author>/<slug>` of a model on OpenRouter; null for others. */
export function permaslugOf({ providerId, id }: ModelSpec): string | null {
  const prefix = `${providerId}/`;
  const wireId = wireModelId(providerId, id);
  const bare = wireId.startsWith(prefix) ? wireId.slice(prefix.length) : wireId;
  return /^[^/]+\/[^/]+$/.test(bare) ? bare : null;
}

/** The URL of its endpoints' uptimes. */
export function endpointAddress(baseUrl: string, permaslug: string): string {
  const [author = '', slug = ''] = permaslug.split('/').map(encodeURIComponent);
  return `${baseUrl}/models/${author}/${slug}/endpoints`;
}
