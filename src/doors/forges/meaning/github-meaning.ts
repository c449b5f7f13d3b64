import { z } from 'zod';
import { lenient } from '#platform/text/foreign-fields.js';
import type { Look, Meaning } from '../forge-facts.js';

const numbered = z.looseObject({ number: z.int().positive() });
const onCommit = lenient(z.looseObject({ head_sha: z.string() }));

/** The parts of all events that say where to look. */
const payloadParts = z.looseObject({
  action: lenient(z.string()),
  repository: lenient(z.looseObject({ full_name: z.string() })),
  issue: lenient(numbered.extend({ pull_request: lenient(z.looseObject({})) })),
  pull_request: lenient(numbered),
  check_run: onCommit,
  check_suite: onCommit,
  workflow_run: onCommit,
  sha: lenient(z.string()),
  state: lenient(z.string()),
});

type Parts = z.output<typeof payloadParts>;

/** Actions after which there may be something to do; Gitea has additional names for some. */
const actions: Readonly<Record<string, readonly string[]>> = {
  issues: [
    ...['opened', 'edited', 'labeled', 'reopened', 'closed', 'deleted', 'transferred'],
    'label_updated',
  ],
  issue_comment: ['created', 'edited'],
  pull_request: ['opened', 'closed', 'reopened', 'synchronize', 'synchronized'],
  pull_request_review: ['submitted', 'edited'],
  pull_request_review_comment: ['created', 'edited'],
  pull_request_comment: ['created', 'edited', 'reviewed'],
  pull_request_approved: ['reviewed'],
  pull_request_rejected: ['reviewed'],
  check_run: ['completed'],
  check_suite: ['completed'],
  workflow_run: ['completed'],
};

/**
 * Where to look after an event of GitHub, or of Gitea and Forgejo, which use the same format.
 * @param event its name, from the header
 * @returns null: it is about no repository
 */
export function githubMeaning(event: string, payload: unknown): Meaning | null {
  const { data } = payloadParts.safeParse(payload);
  const repository = data?.repository?.full_name.toLowerCase();
  if (data === undefined || repository === undefined) return null;
  return { repository, looks: looksOf(event, data) };
}

function looksOf(event: string, parts: Parts): readonly Look[] {
  if (event === 'status') return parts.state === 'pending' ? [] : atCommit(parts.sha);
  if (!(actions[event] ?? []).includes(parts.action ?? '')) return [];
  const { check_run: run, check_suite: suite, workflow_run: workflow } = parts;
  const commit = { check_run: run, check_suite: suite, workflow_run: workflow }[event];
  if (commit !== undefined) return atCommit(commit.head_sha);
  const { issue, pull_request: request } = parts;
  if (request !== undefined) return [{ at: 'request', number: request.number }];
  if (issue === undefined) return [];
  const at = issue.pull_request === undefined ? 'issue' : 'request';
  return [{ at, number: issue.number }];
}

function atCommit(sha: string | undefined): readonly Look[] {
  return sha === undefined ? [] : [{ at: 'commit', sha }];
}
