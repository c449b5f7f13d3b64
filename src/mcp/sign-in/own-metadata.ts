import type { FetchLike } from '@modelcontextprotocol/client';
import { anyObject } from '../../platform/text/foreign-fields.js';

const metadataPath = '/.well-known/oauth-authorization-server';

/**
 * A `fetch` for servers of 2025-03-26, which have their users sign in at themselves and know no
 * metadata of resources: there the issuer may be a path of the same origin. The client refuses an
 * issuer other than the address that it asked (RFC 8414, 3.3), so it is told that address. An issuer
 * elsewhere stays as it is, and is refused.
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
