import { createHmac, randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { isSigned as isSignedAs } from '#doors/triggers/signatures.js';
import { isSameToken } from '#platform/http/bearer-token.js';
import type { ForgeKind } from '#protocol/records/enums.js';
import { gitlabSecret, isFromGitlab } from './gitlab-signature.js';

const secretBytes = 32;

/** The facts about an event in its headers. */
interface EventHead {
  /** Unique id, which a repeated event keeps; null: the forge gives none. */
  readonly id: string | null;
  /** Name of the event; null: the payload contains it. */
  readonly event: string | null;
}

/** A secret for a webhook. */
export function newSecret(kind: ForgeKind): string {
  const bytes = randomBytes(secretBytes);
  return kind === 'gitlab' ? gitlabSecret(bytes) : bytes.toString('base64url');
}

/** True if the sender of these bytes knows the secret. */
export function isSigned(
  kind: ForgeKind,
  headers: IncomingHttpHeaders,
  body: Buffer,
  secret: string,
): boolean {
  if (body.length === 0) return false;
  if (kind === 'gitlab') return isFromGitlab(headers, body, secret);
  if (headerIn(headers, 'x-hub-signature-256') !== null) {
    return isSignedAs('github', secret, headers, body);
  }
  const gitea = kind === 'gitea' ? headerIn(headers, 'x-gitea-signature') : null;
  return isSameToken(gitea, createHmac('sha256', secret).update(body).digest('hex'));
}

export function headOf(kind: ForgeKind, headers: IncomingHttpHeaders): EventHead {
  const first = (...names: readonly string[]): string | null =>
    names.map((name) => headerIn(headers, name)).find((value) => value !== null) ?? null;
  if (kind === 'gitlab')
    return { id: first('idempotency-key', 'x-gitlab-event-uuid'), event: null };
  return {
    id: first('x-github-delivery', 'x-gitea-delivery'),
    event: first('x-github-event', 'x-gitea-event'),
  };
}

function headerIn(headers: IncomingHttpHeaders, name: string): string | null {
  const value = headers[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
