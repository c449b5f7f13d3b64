import type { Schema } from '../described-answers.js';
import { Described, type Description, type Operation } from '../described.js';
import { all, flag, gitlabSchemas, list, oneOf, text, time, whole } from './gitlab-schemas.js';

type Fields = Readonly<Record<string, Schema>>;

/** An operation by its route below the address of the API. */
type Entry = readonly [route: string, method: string, operation: Operation];

function operation(
  id: string,
  route: string,
  query: Fields,
  body: Schema | null,
  answers: Operation['answers'],
): Operation {
  const inPath = [...route.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    ...{ name, in: 'path', required: true },
    schema: name === 'number' ? { ...text, pattern: '^\\d{1,9}$' } : text,
  }));
  const inQuery = Object.entries(query).map(([name, schema]) => ({
    ...{ name, in: 'query', required: false, schema },
  }));
  return { operationId: id, parameters: [...inPath, ...inQuery], body, answers };
}

function read(id: string, route: string, answer: Schema | null, query: Fields = {}): Entry {
  return [route, 'get', operation(id, route, query, null, { 200: answer })];
}

function write(
  [method, status]: readonly ['post', 201] | readonly ['put', 200],
  id: string,
  route: string,
  answer: Schema,
  properties: Fields,
  required: readonly string[] = [],
): Entry {
  const more = method === 'put' ? { minProperties: 1 } : { required };
  const body = { type: 'object', properties, ...more };
  return [route, method, operation(id, route, {}, body, { [status]: answer })];
}

/** Something must be written there. */
const said: Schema = { ...text, minLength: 1 };
const paged = all(whole, 'page per_page');
const sort = oneOf('asc desc');
const listed: Fields = {
  ...paged,
  ...all(time, 'created_after created_before updated_after updated_before'),
  ...all(text, 'labels milestone search in author_username assignee_id my_reaction_emoji'),
  ...{ author_id: whole, with_labels_details: flag, sort },
  scope: oneOf('created-by-me assigned-to-me created_by_me assigned_to_me all'),
};
const notes: Fields = {
  ...{ ...paged, sort, order_by: oneOf('created_at updated_at') },
  activity_filter: oneOf('all_notes only_comments only_activity'),
};
const note: Fields = {
  ...{ body: said, internal: flag, confidential: flag, created_at: text },
  merge_request_diff_head_sha: text,
};
const request: Fields = {
  ...{ title: said, target_branch: said, ...all(text, 'description labels') },
  ...all(whole, 'milestone_id assignee_id'),
  ...all(flag, 'remove_source_branch squash allow_collaboration'),
};
const project = '/projects/{id}';
const schemas = gitlabSchemas;

const entries: readonly Entry[] = [
  read('user', '/user', schemas.user),
  read('token', '/personal_access_tokens/self', schemas.token),
  read('project', project, schemas.project, all(flag, 'license statistics')),
  read('issues', `${project}/issues`, list(schemas.issue), {
    ...{ ...listed, state: oneOf('opened closed all'), confidential: flag },
    issue_type: oneOf('issue incident test_case requirement task ticket'),
    order_by: oneOf(
      'created_at due_date label_priority milestone_due popularity priority relative_position title updated_at weight',
    ),
  }),
  read('issue', `${project}/issues/{number}`, schemas.issue),
  read('issue-notes', `${project}/issues/{number}/notes`, list(schemas.note), notes),
  write(['post', 201], 'write-issue-note', `${project}/issues/{number}/notes`, schemas.note, note, [
    'body',
  ]),
  read('request-notes', `${project}/merge_requests/{number}/notes`, list(schemas.note), notes),
  write(
    ['post', 201],
    'write-request-note',
    `${project}/merge_requests/{number}/notes`,
    schemas.note,
    note,
    ['body'],
  ),
  read(
    'label-events',
    `${project}/issues/{number}/resource_label_events`,
    list(schemas.labelEvent),
    paged,
  ),
  read('requests', `${project}/merge_requests`, list(schemas.request), {
    ...{ ...listed, ...all(text, 'source_branch target_branch'), view: oneOf('simple') },
    state: oneOf('opened closed locked merged all'),
    order_by: oneOf('created_at label_priority merged_at priority title updated_at'),
  }),
  read(
    'request',
    `${project}/merge_requests/{number}`,
    schemas.request,
    all(flag, 'render_html include_diverged_commits_count include_rebase_in_progress'),
  ),
  write(
    ['post', 201],
    'open-request',
    `${project}/merge_requests`,
    schemas.request,
    { ...request, source_branch: said, target_project_id: whole },
    ['source_branch', 'target_branch', 'title'],
  ),
  write(['put', 200], 'change-request', `${project}/merge_requests/{number}`, schemas.request, {
    ...request,
    state_event: oneOf('close reopen'),
  }),
  read('members', `${project}/members/all`, list(schemas.member), {
    ...{ ...paged, ...all(text, 'query user_ids'), state: oneOf('awaiting active') },
    show_seat_info: flag,
  }),
  read('branch', `${project}/repository/branches/{name}`, schemas.branch),
  read('statuses', `${project}/repository/commits/{sha}/statuses`, list(schemas.status), {
    ...{ ...paged, ...all(text, 'ref stage name'), pipeline_id: whole, all: flag, sort },
    order_by: oneOf('id pipeline_id'),
  }),
  // Its answer is the log itself.
  read('log', `${project}/jobs/{number}/trace`, null, all(whole, 'byte_offset byte_limit')),
];

function byRoute(): Description['paths'] {
  const paths: Record<string, Record<string, Operation>> = {};
  for (const [route, method, each] of entries) paths[route] = { ...paths[route], [method]: each };
  return paths;
}

/**
 * The operations of GitLab's REST API that the office uses. Compared with the OpenAPI document of GitLab
 * 19.5 (`doc/api/openapi/openapi_v3.yaml` of gitlab-org/gitlab): the whole record of a member, that of an
 * issue by the record of a related issue, and the second half of that of a merge request. The parameters of
 * members are those of an operation's page that others made of a document whose version is not known. The
 * other operations and records come from stored versions of `lib/api`, and may differ in 19.5.
 */
export const gitlabDescribed = new Described({
  paths: byRoute(),
  components: { schemas: {} },
});
