import type { ModelSpec } from '#protocol/records/models.js';
import { wireModelId } from '../../providers/live/wire-model-id.js';

/** `<author>/<slug>` of a model that OpenRouter serves; null for one it cannot be asked about. */
export function permaslugOf({ providerId, id }: ModelSpec): string | null {
  const prefix = `${providerId}/`;
  const wireId = wireModelId(providerId, id);
  const bare = wireId.startsWith(prefix) ? wireId.slice(prefix.length) : wireId;
  return /^[^/]+\/[^/]+$/.test(bare) ? bare : null;
}

/** The address that answers the uptime of its endpoints. */
export function endpointAddress(baseUrl: string, permaslug: string): string {
  const [author = '', slug = ''] = permaslug.split('/').map(encodeURIComponent);
  return `${baseUrl}/models/${author}/${slug}/endpoints`;
}
