import type { CheckFacts, RequestFacts } from '../forge-facts.js';
import type { WrittenComment } from './read-facts.js';

interface GiteaUser {
  readonly login: string;
}

interface Written {
  readonly id: number;
  readonly body: string;
  readonly html_url: string;
  /** Null: the account was deleted. */
  readonly user: GiteaUser | null;
}

export interface GiteaIssue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly html_url: string;
  readonly user: GiteaUser;
  readonly labels: readonly { readonly name: string }[] | null;
  readonly state: string;
  readonly updated_at: string;
  /** Null: an issue. */
  readonly pull_request: object | null;
}

export interface GiteaComment extends Written {
  readonly created_at: string;
}

export interface GiteaReview extends Written {
  readonly state: string;
  readonly comments_count: number;
  readonly submitted_at: string;
}

export interface GiteaLine extends GiteaComment {
  readonly path: string;
  /** The line in the new file; 0: the comment is about the old file. */
  readonly position: number;
}

interface GiteaBranch {
  readonly ref: string;
  readonly sha: string;
  readonly repo_id: number;
}

export interface GiteaRequest {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly merged: boolean;
  readonly head: GiteaBranch;
  readonly base: GiteaBranch;
}

export interface GiteaStatus {
  readonly id: number;
  readonly context: string;
  readonly status: string;
  readonly description: string;
  readonly target_url: string;
}

export function commentFrom(comment: GiteaComment): WrittenComment {
  return { ...written('comment', comment), at: Date.parse(comment.created_at) };
}

export function reviewFrom(review: GiteaReview): WrittenComment {
  return { ...written('review', review), at: Date.parse(review.submitted_at) };
}

export function lineFrom(comment: GiteaLine): WrittenComment {
  const { path, position, created_at: at } = comment;
  const place = { path, ...(position > 0 && { line: position }) };
  return { ...written('line', comment), ...place, at: Date.parse(at) };
}

function written(kind: string, { id, body, html_url: url, user }: Written) {
  return { id: `${kind}-${id}`, author: user?.login ?? '', body, url };
}

export function requestFrom({ number, html_url: url, state, merged, head, base }: GiteaRequest) {
  const request: RequestFacts = {
    ...{ number, url, branch: head.ref, base: base.ref, head: head.sha },
    state: merged ? 'merged' : state === 'open' ? 'open' : 'closed',
  };
  return request;
}

const failures: readonly string[] = ['failure', 'error'];

export function checkFrom(status: GiteaStatus): CheckFacts {
  const { id, context, status: state, description, target_url: url } = status;
  const isPending = state === 'pending';
  return {
    ...{ id: `status-${id}`, name: context, url, summary: description, hasLog: false },
    state: isPending ? 'pending' : failures.includes(state) ? 'failed' : 'passed',
  };
}
