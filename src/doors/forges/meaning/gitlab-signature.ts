import type { IncomingHttpHeaders } from 'node:http';
import { isSigned } from '#doors/triggers/signatures.js';
import { isSameToken } from '#platform/http/bearer-token.js';

/** A secret that GitLab takes as its signing token, and as its secret token. */
export function gitlabSecret(bytes: Buffer): string {
  return `whsec_${bytes.toString('base64')}`;
}

/** Signed as Standard Webhooks are, or with the secret itself, as before GitLab 19. */
export function isFromGitlab(headers: IncomingHttpHeaders, body: Buffer, secret: string): boolean {
  if (headers['webhook-signature'] !== undefined) {
    return isSigned('standard', secret, headers, body);
  }
  const token = headers['x-gitlab-token'];
  return typeof token === 'string' && isSameToken(token, secret);
}
