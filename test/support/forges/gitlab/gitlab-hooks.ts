import { createHmac, randomUUID } from 'node:crypto';
import type { WorldEvent } from '../forge-world.js';
import type { GitlabDesk } from './gitlab-desk.js';

/** A webhook of a project. */
export interface GitlabHook {
  readonly url: string;
  readonly secret: string;
  /** The secret signs, and is not sent. */
  readonly signs?: boolean;
}

interface Payload {
  readonly name: string;
  readonly payload: object;
}

/** An event as GitLab sends it. */
export function hookRequest(
  desk: GitlabDesk,
  event: WorldEvent,
  { url, secret, signs = false }: GitlabHook,
): { readonly url: string; readonly request: RequestInit } {
  const { name, payload } = payloadOf(desk, event);
  const body = JSON.stringify(payload);
  const id = randomUUID();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'GitLab/19.5.0',
    'x-gitlab-event': name,
    'x-gitlab-event-uuid': randomUUID(),
    'x-gitlab-webhook-uuid': randomUUID(),
    'idempotency-key': id,
    ...(signs ? signature(id, body, secret) : { 'x-gitlab-token': secret }),
  };
  return { url, request: { method: 'POST', headers, body } };
}

/** By the specification "Standard Webhooks", which GitLab follows. */
function signature(id: string, body: string, secret: string): Readonly<Record<string, string>> {
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
  const time = String(Math.floor(Date.now() / 1000));
  const made = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': time, 'webhook-signature': `v1,${made}` };
}

function payloadOf(desk: GitlabDesk, { kind, action, number, sha }: WorldEvent): Payload {
  const project = { id: desk.projectId, path_with_namespace: desk.path, web_url: desk.page };
  const of = (object_kind: string, own: object, more: object = {}): object => ({
    ...{ object_kind, event_type: object_kind, project, object_attributes: own },
    ...more,
  });
  switch (kind) {
    case 'issue':
      return { name: 'Issue Hook', payload: of('issue', { iid: number, action }) };
    case 'issue-comment': {
      const own = { noteable_type: 'Issue', system: false };
      return { name: 'Note Hook', payload: of('note', own, { issue: { iid: number } }) };
    }
    case 'request':
      return { name: 'Merge Request Hook', payload: of('merge_request', { iid: number, action }) };
    case 'request-comment': {
      const own = { noteable_type: 'MergeRequest', system: false };
      return { name: 'Note Hook', payload: of('note', own, { merge_request: { iid: number } }) };
    }
    case 'check':
      return { name: 'Pipeline Hook', payload: of('pipeline', { sha, status: 'failed' }) };
  }
}
