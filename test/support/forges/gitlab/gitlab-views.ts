import type { WorldCheck, WorldComment, WorldIssue, WorldRequest } from '../forge-world.js';
import type { GitlabDesk } from './gitlab-desk.js';

const statuses = { pending: 'running', passed: 'success', failed: 'failed' } as const;

export function userView(username: string): object {
  const about = { state: 'active', locked: false, avatar_url: null, web_url: '' };
  return { id: idOf(username), username, name: username, ...about };
}

export function projectView(
  { projectId: id, path, page, world }: GitlabDesk,
  access: number,
): object {
  const level = access === 0 ? null : { access_level: access, notification_level: 3 };
  return {
    ...{ id, path_with_namespace: path, web_url: page, default_branch: world.defaultBranch },
    ...{ name: path.split('/').at(-1), visibility: 'private', archived: false },
    // A project of a group is often reached by the group alone.
    permissions: { project_access: null, group_access: level },
  };
}

export function issueView(desk: GitlabDesk, issue: WorldIssue): object {
  const { number: iid, title, body: description, author, labels, state } = issue;
  return {
    ...{ id: 5000 + iid, iid, project_id: desk.projectId, title, description, labels },
    ...{ state: state === 'open' ? 'opened' : 'closed', author: userView(author) },
    ...{ confidential: desk.confidential.has(issue), issue_type: 'issue', type: 'ISSUE' },
    ...{ web_url: `${desk.page}/-/issues/${iid}`, user_notes_count: issue.comments.length },
    ...times(issue),
  };
}

export function requestView(desk: GitlabDesk, request: WorldRequest): object {
  const { number: iid, title, body: description, author, branch, base, mergedAt } = request;
  const ended = mergedAt === null ? 'closed' : 'merged';
  return {
    ...{ id: 9000 + iid, iid, project_id: desk.projectId, title, description },
    ...{ state: request.state === 'open' ? 'opened' : ended, author: userView(author) },
    ...{ source_branch: branch, target_branch: base, sha: desk.headOf(request) },
    source_project_id: desk.forked.has(request) ? desk.forkId : desk.projectId,
    target_project_id: desk.projectId,
    merged_at: mergedAt === null ? null : timeOf(mergedAt),
    web_url: `${desk.page}/-/merge_requests/${iid}`,
    ...{ draft: false, labels: request.labels },
    ...times(request),
  };
}

export function noteView(desk: GitlabDesk, thread: WorldIssue, note: WorldComment): object {
  const { id, body, author, at, path, line, kind } = note;
  const isRequest = 'branch' in thread;
  const position = {
    ...{ base_sha: '0', start_sha: '0', head_sha: '0', position_type: 'text' },
    ...{ old_path: path, new_path: path, old_line: null, new_line: line ?? null },
  };
  return {
    ...{ id, body, author: userView(author), system: desk.system.has(note) },
    ...{ type: kind === 'line' ? 'DiffNote' : null, resolvable: kind === 'line' },
    ...{ internal: desk.internal.has(note), confidential: desk.internal.has(note) },
    ...{ noteable_type: isRequest ? 'MergeRequest' : 'Issue', noteable_iid: thread.number },
    ...{ created_at: timeOf(at), updated_at: timeOf(at), project_id: desk.projectId },
    ...(kind === 'line' && { position }),
  };
}

export function labelEventView(desk: GitlabDesk, issue: WorldIssue, name: string): object {
  return {
    ...{ id: 1, user: userView(desk.labellerOf(issue)), action: 'add', resource_type: 'Issue' },
    ...{ created_at: timeOf(issue.createdAt), resource_id: 5000 + issue.number },
    label: { id: 1, name, color: '#34495E', description: null },
  };
}

export function memberView(username: string, access: number): object {
  const member = { access_level: access, expires_at: null, membership_state: 'active' };
  return { ...userView(username), ...member, created_at: timeOf(0) };
}

export function statusView({ page }: GitlabDesk, { id, name, sha, state }: WorldCheck): object {
  return {
    ...{ id, name, sha, status: statuses[state], allow_failure: false, pipeline_id: 1 },
    ...{ ref: 'main', target_url: `${page}/-/jobs/${id}`, description: null, coverage: null },
    ...{ created_at: timeOf(0), started_at: null, finished_at: null, author: userView('ada') },
  };
}

export function timeOf(at: number): string {
  return new Date(at).toISOString();
}

function times({ createdAt, updatedAt }: WorldIssue): object {
  return { created_at: timeOf(createdAt), updated_at: timeOf(updatedAt) };
}

function idOf(username: string): number {
  return [...username].reduce((sum, letter) => sum * 3 + letter.charCodeAt(0), 1) % 100_000;
}
