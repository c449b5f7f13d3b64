import { type Fields, type Operation, read, write } from '../operations.js';

const paged: Fields = { page: 'integer', per_page: 'integer' };
const sorts = ['asc', 'desc'] as const;
const listed: Fields = {
  ...paged,
  ...{ created_after: 'time', created_before: 'time' },
  ...{ updated_after: 'time', updated_before: 'time' },
  ...{ labels: 'string', milestone: 'string', search: 'string', in: 'string', sort: sorts },
  ...{ author_id: 'integer', author_username: 'string', assignee_id: 'string' },
  ...{ my_reaction_emoji: 'string', with_labels_details: 'boolean' },
  scope: ['created_by_me', 'assigned_to_me', 'all'],
};
const noteOrders = ['created_at', 'updated_at'] as const;
const notes: Fields = {
  ...paged,
  ...{ sort: sorts, order_by: noteOrders },
  activity_filter: ['all_notes', 'only_comments', 'only_activity'],
};
const note: Fields = { body: 'string', internal: 'boolean', created_at: 'time' };
const request: Fields = {
  ...{ title: 'string', description: 'string', labels: 'string', milestone_id: 'integer' },
  ...{ assignee_id: 'integer', remove_source_branch: 'boolean', squash: 'boolean' },
  ...{ allow_collaboration: 'boolean', target_branch: 'string' },
};

const project = '/projects/:id';

/** The operations of GitLab's REST API that the office uses, by the pages of docs.gitlab.com/api. */
export const gitlabOperations: readonly Operation[] = [
  // users
  read('user', '/user'),
  // personal_access_tokens
  read('token', '/personal_access_tokens/self'),
  // projects
  read('project', project, { license: 'boolean', statistics: 'boolean' }),
  // issues
  read('issues', `${project}/issues`, {
    ...listed,
    ...{ state: ['opened', 'closed', 'all'], confidential: 'boolean', issue_type: 'string' },
    order_by: ['created_at', 'due_date', 'priority', 'title', 'updated_at', 'weight'],
  }),
  read('issue', `${project}/issues/:number`),
  // notes
  read('issue-notes', `${project}/issues/:number/notes`, notes),
  write('POST', 'write-issue-note', `${project}/issues/:number/notes`, note, ['body']),
  read('request-notes', `${project}/merge_requests/:number/notes`, notes),
  write(
    'POST',
    'write-request-note',
    `${project}/merge_requests/:number/notes`,
    { ...note, merge_request_diff_head_sha: 'string' },
    ['body'],
  ),
  // resource_label_events
  read('label-events', `${project}/issues/:number/resource_label_events`, paged),
  // merge_requests
  read('requests', `${project}/merge_requests`, {
    ...listed,
    ...{ source_branch: 'string', target_branch: 'string', view: ['simple'] },
    state: ['opened', 'closed', 'locked', 'merged', 'all'],
    order_by: ['created_at', 'label_priority', 'merged_at', 'priority', 'title', 'updated_at'],
  }),
  read('request', `${project}/merge_requests/:number`, { include_rebase_in_progress: 'boolean' }),
  write(
    'POST',
    'open-request',
    `${project}/merge_requests`,
    { ...request, source_branch: 'string', target_project_id: 'integer' },
    ['source_branch', 'target_branch', 'title'],
  ),
  write('PUT', 'change-request', `${project}/merge_requests/:number`, {
    ...request,
    state_event: ['close', 'reopen'],
  }),
  // members
  read('members', `${project}/members/all`, { ...paged, query: 'string', user_ids: 'string' }),
  // branches
  read('branch', `${project}/repository/branches/:name`),
  // commits
  read('statuses', `${project}/repository/commits/:sha/statuses`, {
    ...paged,
    ...{ ref: 'string', stage: 'string', name: 'string', all: 'boolean' },
    ...{ pipeline_id: 'integer', order_by: ['id', 'pipeline_id'], sort: sorts },
  }),
  // jobs
  read('log', `${project}/jobs/:number/trace`),
];
