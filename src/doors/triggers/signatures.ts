import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { HookSignature } from '../../protocol/records/triggers.js';

/** The header with the id of a delivery. */
export const deliveryHeaders: Readonly<Record<HookSignature, string>> = {
  standard: 'webhook-id',
  github: 'x-github-delivery',
};

/** Most characters of a caller's id of a delivery. */
const idCharacters = 200;

/** The caller's id of the delivery; null: none. */
export function deliveryId(form: HookSignature, headers: IncomingHttpHeaders): string | null {
  const given = headers[deliveryHeaders[form]];
  const isName = typeof given === 'string' && given !== '' && given.length <= idCharacters;
  return isName ? given : null;
}

/**
 * Whether these bytes are signed with the secret; for Standard Webhooks, within the last five
 * minutes.
 */
export function isSigned(
  form: HookSignature,
  secret: string,
  headers: IncomingHttpHeaders,
  body: Buffer,
): boolean {
  return form === 'github'
    ? isSignedAsGitHub(secret, headers, body)
    : isStandard(secret, headers, body);
}

function isStandard(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const given: Record<string, string> = {};
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    const value = headers[name];
    if (typeof value === 'string') given[name] = value;
  }
  try {
    new Webhook(secret).verify(body, given, { jsonParse: false });
    return true;
  } catch {
    return false;
  }
}

const gitHubSignature = /^sha256=([0-9a-f]{64})$/;

function isSignedAsGitHub(secret: string, headers: IncomingHttpHeaders, body: Buffer): boolean {
  const [, given] = gitHubSignature.exec(String(headers['x-hub-signature-256'] ?? '')) ?? [];
  if (given === undefined) return false;
  const own = createHmac('sha256', secret).update(body).digest();
  return timingSafeEqual(own, Buffer.from(given, 'hex'));
}

/** The headers of Standard Webhooks for a body, with one signature per secret. */
export function signedHeaders(
  secrets: string | readonly string[],
  id: string,
  at: Date,
  body: string,
): Readonly<Record<string, string>> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': [secrets]
      .flat()
      .map((secret) => new Webhook(secret).sign(id, at, body))
      .join(' '),
  };
}

/** True if the text can be a secret of Standard Webhooks. */
export function isStandardSecret(text: string): boolean {
  return /^whsec_[A-Za-z0-9+/]{32,200}={0,2}$/.test(text);
}
