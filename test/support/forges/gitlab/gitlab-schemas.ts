import type { Schema } from '../described-answers.js';

export const whole: Schema = { type: 'integer' };
export const text: Schema = { type: 'string' };
export const flag: Schema = { type: 'boolean' };
export const time: Schema = { type: 'string', format: 'date-time' };
/** Given, without more said of it. */
export const some: Schema = {};

export function oneOf(words: string): Schema {
  return { type: 'string', enum: words.split(' ') };
}

export function list(items: Schema): Schema {
  return { type: 'array', items };
}

type Properties = Readonly<Record<string, Schema>>;

/** Fields of one kind. */
export function all(schema: Schema, names: string): Properties {
  return Object.fromEntries(names.split(' ').map((name) => [name, schema]));
}

/** A record of an answer. The description does not say what may be null; a number of its own is not. */
function record(properties: Properties): Schema {
  const fields = Object.entries(properties).map(([name, schema]) => [
    name,
    ['id', 'iid'].includes(name) ? schema : { ...schema, nullable: true },
  ]);
  return { type: 'object', properties: Object.fromEntries(fields) as Properties };
}

const user = {
  ...{ id: whole, locked: flag, custom_attributes: list(some) },
  ...all(text, 'username public_email name state avatar_url avatar_path web_url'),
};
const person = record(user);
const people = list(person);
const counts = all(whole, 'user_notes_count upvotes downvotes');
const thread = {
  ...{ ...all(whole, 'id iid project_id'), ...all(text, 'title description state web_url') },
  ...{ ...all(time, 'created_at updated_at closed_at'), ...counts },
  ...{ ...all(person, 'author assignee closed_by'), assignees: people, labels: list(text) },
  ...{ milestone: record({ id: whole, iid: whole, title: text }), references: some },
  ...all(some, 'time_stats task_completion_status'),
  ...{ discussion_locked: flag, imported: flag, imported_from: text, subscribed: flag },
};
const commit = record({
  ...all(text, 'id short_id title message author_name author_email committer_name'),
  ...{ committer_email: text, web_url: text, parent_ids: list(text) },
  ...all(time, 'created_at authored_date committed_date'),
  ...all(some, 'trailers extended_trailers'),
});
const access = record({ access_level: whole, notification_level: whole });

/** Records of GitLab; `gitlab-described.ts` says where each was read. What is left open there is left open. */
export const gitlabSchemas = {
  user: record({
    ...user,
    ...all(time, 'created_at last_sign_in_at confirmed_at current_sign_in_at'),
    ...all(text, 'bio location linkedin twitter website_url job_title pronouns email'),
    ...all(flag, 'bot external private_profile can_create_group can_create_project'),
    ...all(whole, 'followers following theme_id color_scheme_id projects_limit'),
    ...{ two_factor_enabled: flag, commit_email: text, last_activity_on: text, identities: some },
  }),
  token: record({
    ...{ id: whole, user_id: whole, ...all(text, 'name description') },
    ...{ ...all(flag, 'revoked active granular'), scopes: list(text), last_used_ips: list(text) },
    ...{ granular_scopes: list(some), ...all(time, 'created_at last_used_at expires_at') },
  }),
  project: record({
    ...{ id: whole, ...all(text, 'name name_with_namespace path path_with_namespace') },
    ...all(text, 'description default_branch ssh_url_to_repo http_url_to_repo web_url'),
    ...all(text, 'readme_url avatar_url visibility import_status merge_method'),
    ...all(whole, 'forks_count star_count creator_id open_issues_count'),
    ...{ ...all(time, 'created_at last_activity_at'), ...all(flag, 'archived empty_repo') },
    ...{ topics: list(text), namespace: some, owner: person },
    permissions: record({ project_access: access, group_access: access }),
  }),
  issue: record({
    ...thread,
    ...{ type: oneOf('ISSUE INCIDENT TEST_CASE REQUIREMENT TASK TICKET'), issue_type: text },
    ...all(whole, 'merge_requests_count weight blocking_issues_count moved_to_id'),
    ...{ ...all(text, 'start_date due_date task_status health_status service_desk_reply_to') },
    ...all(flag, 'confidential has_tasks'),
    ...{ severity: oneOf('UNKNOWN LOW MEDIUM HIGH CRITICAL') },
    ...all(some, '_links epic_iid epic iteration'),
  }),
  note: record({
    ...{ ...all(whole, 'id noteable_id noteable_iid project_id'), ...all(text, 'type body') },
    ...{ author: person, resolved_by: person, ...all(text, 'noteable_type commit_id') },
    ...{ ...all(time, 'created_at updated_at resolved_at'), imported_from: text },
    ...all(flag, 'system resolvable resolved confidential internal imported'),
    ...all(some, 'attachment suggestions commands_changes'),
    position: record({
      ...all(text, 'base_sha start_sha head_sha old_path new_path position_type'),
      ...{ ...all(whole, 'old_line new_line'), line_range: some },
    }),
  }),
  labelEvent: record({
    ...{ id: whole, resource_id: whole, resource_type: text, action: text },
    ...{ user: person, created_at: time },
    label: record({ id: whole, ...all(text, 'name description color text_color') }),
  }),
  request: record({
    ...thread,
    ...all(text, 'target_branch source_branch merge_status detailed_merge_status reference sha'),
    ...all(text, 'title_html description_html merge_commit_sha squash_commit_sha merge_error'),
    ...all(whole, 'source_project_id target_project_id approvals_before_merge'),
    ...{ diverged_commits_count: whole, changes_count: text, reviewers: people },
    ...all(time, 'merged_at merge_after prepared_at first_deployed_to_production_at'),
    ...all(time, 'latest_build_started_at latest_build_finished_at'),
    ...{ ...all(person, 'merged_by merge_user'), user: record({ can_merge: flag }) },
    ...all(flag, 'draft work_in_progress merge_when_pipeline_succeeds squash squash_on_merge'),
    ...all(flag, 'should_remove_source_branch force_remove_source_branch allow_collaboration'),
    ...all(flag, 'allow_maintainer_to_push has_conflicts blocking_discussions_resolved'),
    ...all(flag, 'rebase_in_progress first_contribution'),
    ...all(some, 'pipeline head_pipeline diff_refs'),
  }),
  // Its access level is a text there, and a number in the examples beside it.
  member: record({
    ...{ ...user, access_level: whole, created_at: time, created_by: person, expires_at: text },
    ...{ two_factor_enabled: flag, email: text, membership_state: text },
    ...all(some, 'group_saml_identity group_scim_identity is_using_seat override member_role'),
  }),
  branch: record({
    ...{ name: text, web_url: text, commit },
    ...all(flag, 'merged protected developers_can_push developers_can_merge can_push default'),
  }),
  status: record({
    ...{ id: whole, pipeline_id: whole, author: person, coverage: { type: 'number' } },
    ...all(text, 'sha ref status name target_url description'),
    ...{ ...all(time, 'created_at started_at finished_at'), allow_failure: flag },
  }),
};
