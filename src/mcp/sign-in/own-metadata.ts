import type { FetchLike } from '@modelcontextprotocol/client';
import { anyObject } from '../../platform/text/foreign-fields.js';

const metadataPath = '/.well-known/oauth-authorization-server';

/**
 * A `fetch` for servers of 2025-03-26, which are their own authorization servers without resource
 * metadata; their issuer may be a path of the same origin. The client refuses an issuer that
 * differs from the requested address (RFC 8414, 3.3), so it is replaced by that. Issuers elsewhere
 * are kept and refused.
 * @param url of the MCP server
 */
export function withOwnMetadata(url: string, inner: FetchLike): FetchLike {
  const { origin } = new URL(url);
  return async (asked, init) => {
    const response = await inner(asked, init);
    if (!response.ok || new URL(asked).href !== origin + metadataPath) return response;
    const text = await response.text();
    const { status, headers } = response;
    return new Response(issuedBy(text, origin), { status, headers });
  };
}

function issuedBy(text: string, origin: string): string {
  try {
    const metadata = anyObject.parse(JSON.parse(text));
    const issuer = URL.parse(String(metadata.issuer));
    return issuer?.origin === origin ? JSON.stringify({ ...metadata, issuer: origin }) : text;
  } catch {
    return text;
  }
}
