import { createHash, createPublicKey } from 'node:crypto';
import { hashOf } from '#platform/actors/actors.js';
import { RefusedError } from '#platform/errors/office-error.js';
import { pushTexts } from '#protocol/texts/push.js';
import type { GivenSubscription } from './push-subscriptions.repository.js';

const endpointCharacters = 2000;
const pointBytes = 65;
const authBytes = 16;

/** A subscription as a client gives it. */
interface Wanted {
  readonly endpoint: string;
  readonly keys: Readonly<Record<string, unknown>>;
}

/** @throws RefusedError if it cannot come from a browser and a push service */
export function checkedSubscription({ endpoint, keys }: Wanted): GivenSubscription {
  if (endpoint.length > endpointCharacters || !isPushAddress(endpoint)) {
    throw new RefusedError(pushTexts.endpoint(endpointCharacters));
  }
  const { p256dh, auth } = keys;
  if (!isPublicKey(p256dh) || !isSecret(auth)) throw new RefusedError(pushTexts.keys);
  return { endpoint, p256dh, auth };
}

/** Id of a browser's subscription, which nobody can guess without its address. */
export function subscriptionId(endpoint: string): string {
  return `push_${createHash('sha256').update(endpoint).digest('hex').slice(0, 40)}`;
}

/** The credential that admitted a caller: a token, the configured one, or none. */
export function admittedBy(tokenId: string | null, apiToken: string | null): string {
  if (tokenId !== null) return tokenId;
  return apiToken === null ? '' : `configured ${hashOf(apiToken).slice(0, 16)}`;
}

function isPushAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
}

/** A point of P-256, uncompressed. */
function isPublicKey(given: unknown): given is string {
  const bytes = bytesOf(given);
  if (bytes.length !== pointBytes || bytes[0] !== 4) return false;
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) =>
    part.toString('base64url'),
  );
  try {
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}

function isSecret(given: unknown): given is string {
  return bytesOf(given).length === authBytes;
}

function bytesOf(given: unknown): Buffer {
  const isText = typeof given === 'string' && /^[\w-]{1,100}={0,2}$/.test(given);
  return isText ? Buffer.from(given, 'base64url') : Buffer.alloc(0);
}
