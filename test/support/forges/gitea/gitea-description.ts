import { type Fields, type Operation, read, write } from '../operations.js';

const repository = '/repos/:owner/:repo';
const paged: Fields = { page: 'integer', limit: 'integer' };
const states = ['open', 'closed', 'all'] as const;
const request: Fields = {
  ...{ title: 'string', body: 'string', base: 'string', assignee: 'string' },
  ...{ milestone: 'integer', due_date: 'time' },
};

/** The operations of Gitea's API that the office uses, as its published description names them. */
export const giteaOperations: readonly Operation[] = [
  read('userGetCurrent', '/user'),
  read('repoGet', repository),
  read('issueListIssues', `${repository}/issues`, {
    ...paged,
    ...{ state: states, labels: 'string', q: 'string', type: ['issues', 'pulls'] },
    ...{ milestones: 'string', since: 'time', before: 'time', created_by: 'string' },
    ...{ assigned_by: 'string', mentioned_by: 'string' },
  }),
  read('issueGetIssue', `${repository}/issues/:number`),
  read('issueGetComments', `${repository}/issues/:number/comments`, {
    ...{ since: 'time', before: 'time' },
  }),
  write(
    'POST',
    'issueCreateComment',
    `${repository}/issues/:number/comments`,
    { body: 'string', updated_at: 'time' },
    ['body'],
  ),
  read('repoListPullRequests', `${repository}/pulls`, {
    ...paged,
    ...{ state: states, milestone: 'integer', poster: 'string' },
    sort: ['oldest', 'recentupdate', 'leastupdate', 'mostcomment', 'leastcomment', 'priority'],
  }),
  write('POST', 'repoCreatePullRequest', `${repository}/pulls`, { ...request, head: 'string' }, [
    ...['head', 'base', 'title'],
  ]),
  read('repoGetPullRequest', `${repository}/pulls/:number`),
  write('PATCH', 'repoEditPullRequest', `${repository}/pulls/:number`, {
    ...request,
    ...{ state: states, allow_maintainer_edit: 'boolean', unset_due_date: 'boolean' },
  }),
  read('repoListPullReviews', `${repository}/pulls/:number/reviews`, paged),
  read('repoGetPullReviewComments', `${repository}/pulls/:number/reviews/:review/comments`),
  read('repoGetCombinedStatusByRef', `${repository}/commits/:ref/status`, paged),
  read('repoGetRepoPermissions', `${repository}/collaborators/:login/permission`),
];
