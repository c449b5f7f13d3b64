import type { FetchLike } from '@modelcontextprotocol/client';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.js';
import { encryptedOrLoopback } from '../../platform/net/network-access.js';
import { anyObject } from '../../platform/text/foreign-fields.js';
import { JsonMeter } from '../../platform/text/foreign-json.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';

const timeoutMs = 15_000;
const maxBytes = 1_000_000;
const maxRedirects = 3;

/** Statuses of answers that may have no body. */
const withoutBody: readonly number[] = [204, 205, 304];

/**
 * The `fetch` by which authorization servers are asked, whose addresses an MCP server names: it
 * knows time and size, sends what is secret over encrypted connections or to this machine only, and
 * follows no redirect with it.
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
    if (meter.isTooMuch || page.truncated) throw new Error(mcpTexts.tooMuchJson);
    const { status, headers } = page;
    const said = withoutBody.includes(status) ? null : new Uint8Array(page.body);
    return new Response(said, { status, headers: headers.map(([name, value]) => [name, value]) });
  };
}

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
