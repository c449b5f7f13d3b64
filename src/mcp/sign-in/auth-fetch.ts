import type { FetchLike } from '@modelcontextprotocol/client';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.js';
import { isLoopbackAddress } from '../../platform/net/addresses.js';
import { type NetworkAccess, privateNetworksToo } from '../../platform/net/network-access.js';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { jsonLimits, JsonMeter } from '../../platform/text/foreign-json.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';

/** For requests with secrets: encrypted, or to this machine; never to a metadata service. */
const encryptedOrLoopback: NetworkAccess = {
  allowsHost: (host) => privateNetworksToo.allowsHost(host),
  allowsAddress: (address, url) =>
    (url.protocol === 'https:' || isLoopbackAddress(address)) &&
    privateNetworksToo.allowsAddress(address, url),
  allowsUnresolved: (_host, { protocol }) => protocol === 'https:',
};

const timeoutMs = 15_000;
const maxBytes = 1_000_000;
const maxRedirects = 3;

/** Statuses of answers without a body. */
const withoutBody: readonly number[] = [204, 205, 304];

/**
 * The `fetch` for authorization servers, whose addresses an MCP server names: limited in time and
 * size, with secrets only over encrypted connections or to this machine, and without redirects for
 * them.
 */
export function authFetch(guarded: GuardedFetch): FetchLike {
  return async (url, init) => {
    const request = new Request(url, init);
    const body = Buffer.from(await request.arrayBuffer());
    const page = await guarded.request(request.url, {
      access: encryptedOrLoopback,
      timeoutMs,
      maxRedirects: request.method === 'GET' ? maxRedirects : 0,
      maxBytes,
      method: request.method,
      headers: Object.fromEntries(request.headers),
      ...(body.length > 0 && { body }),
    });
    const meter = new JsonMeter();
    meter.add(page.body);
    if (meter.isTooMuch || page.truncated) throw new Error(mcpTexts.tooMuchJson(jsonLimits));
    const { status, headers } = page;
    const said = withoutBody.includes(status) ? null : new Uint8Array(page.body);
    return new Response(said, { status, headers: headers.map(([name, value]) => [name, value]) });
  };
}

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
