import type { FetchLike } from '@modelcontextprotocol/client';
import type { GuardedFetch } from '../../platform/net/guarded-fetch.js';
import { encryptedOrLoopback } from '../../platform/net/network-access.js';
import { JsonMeter } from '../../platform/text/foreign-json.js';
import { mcpTexts } from '../../protocol/texts/mcp.js';

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
    if (meter.isTooMuch || page.truncated) throw new Error(mcpTexts.tooMuchJson);
    const { status, headers } = page;
    const said = withoutBody.includes(status) ? null : new Uint8Array(page.body);
    return new Response(said, { status, headers: headers.map(([name, value]) => [name, value]) });
  };
}
