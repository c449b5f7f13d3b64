import type { IncomingHttpHeaders } from 'node:http';
import { isSigned } from '#doors/triggers/signatures.js';
import { isSameToken } from '#platform/http/bearer-token.js';

/** A secret that GitLab accepts both as signing token and as secret token. */
export function gitlabSecret(bytes: Buffer): string {
  return `whsec_${bytes.toString('base64')}`;
}

/**
 * True if the event is signed as in Standard Webhooks, or contains the secret itself, as before
 * GitLab 19.
 */
export function isFromGitlab(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  if (headers['webhook-signature'] !== undefined) {
    return isSigned('standard', secret, headers, body);
  }
  const token = headers['x-gitlab-token'];
  return typeof token === 'string' && isSameToken(token, secret);
}
