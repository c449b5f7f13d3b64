import type { WorldComment, WorldIssue, WorldRequest } from '../forge-world.js';
import type { GitlabDesk } from './gitlab-desk.js';
import type { Matched } from '../described.js';
import {
  issueView,
  labelEventView,
  memberView,
  noteView,
  projectView,
  requestView,
  statusView,
  userView,
} from './gitlab-views.js';

export interface Account {
  readonly login: string;
  readonly scopes: readonly string[];
}

export interface Answered {
  readonly status: number;
  /** A list is given in pages. */
  readonly data: unknown;
  readonly isText?: boolean;
}

interface Question extends Matched {
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
  readonly account: Account;
}

/** What GitLab answers to a request that is well-formed. */
export function answerOf(desk: GitlabDesk, question: Question): Answered {
  const { operation, parameters, query, account } = question;
  const number = Number(parameters['number'] ?? 0);
  const issue = seen(desk, desk.world.issues.get(number), account);
  const request = desk.world.requests.get(number);
  switch (operation.operationId) {
    case 'user':
      return ok(userView(account.login));
    case 'token':
      return ok({ id: 1, name: 'office', revoked: false, active: true, scopes: account.scopes });
    case 'project':
      return ok(projectView(desk, desk.accessOf(account.login)));
    case 'issues':
      return ok(issues(desk, question));
    case 'issue':
      return issue === undefined ? missing('Issue') : ok(issueView(desk, issue));
    case 'issue-notes':
      return issue === undefined ? missing('Issue') : ok(notes(desk, issue, query));
    case 'label-events':
      return issue === undefined
        ? missing('Issue')
        : ok(issue.labels.map((label) => labelEventView(desk, issue, label)));
    case 'write-issue-note':
      return issue === undefined ? missing('Issue') : writeNote(desk, issue, question);
    case 'requests':
      return ok(requests(desk, query));
    case 'members':
      return ok(members(desk, query));
    case 'branch':
      return branch(desk, parameters['name'] ?? '');
    case 'statuses':
      return ok(
        desk.world.checks
          .filter(({ sha }) => sha === parameters['sha'])
          .map((check) => statusView(desk, check)),
      );
    case 'log': {
      const job = desk.world.checks.find(({ id }) => id === number);
      return job === undefined ? missing('Job') : { ...ok(job.log), isText: true };
    }
    case 'open-request':
      return openRequest(desk, question);
    default:
      return request === undefined ? missing('Merge Request') : onRequest(desk, request, question);
  }
}

function onRequest(desk: GitlabDesk, request: WorldRequest, question: Question): Answered {
  const { operation, query, body } = question;
  switch (operation.operationId) {
    case 'request-notes':
      return ok(notes(desk, request, query));
    case 'write-request-note':
      return writeNote(desk, request, question);
    case 'change-request':
      if (typeof body['title'] === 'string') request.title = body['title'];
      if (typeof body['description'] === 'string') request.body = body['description'];
      desk.world.touch(request);
      return ok(requestView(desk, request));
    default: {
      const view = requestView(desk, request);
      desk.refresh(request);
      return ok(view);
    }
  }
}

/** What is confidential is not there for guests. */
function seen(desk: GitlabDesk, issue: WorldIssue | undefined, { login }: Account) {
  if (issue === undefined || !desk.confidential.has(issue)) return issue;
  return desk.accessOf(login) > 10 || issue.author === login ? issue : undefined;
}

function issues(desk: GitlabDesk, { query, account }: Question): readonly object[] {
  const state = query.get('state') ?? 'all';
  const labels = query.get('labels')?.split(',') ?? [];
  const confidential = query.get('confidential');
  return [...desk.world.issues.values()]
    .filter((each) => seen(desk, each, account) !== undefined)
    .filter((each) => state === 'all' || (each.state === 'open') === (state === 'opened'))
    .filter((each) => labels.every((label) => each.labels.includes(label)))
    .filter((each) => confidential === null || `${desk.confidential.has(each)}` === confidential)
    .filter((each) => isLater(each, query))
    .toSorted((a, b) => inOrder(a, b, query))
    .map((each) => issueView(desk, each));
}

function requests(desk: GitlabDesk, query: URLSearchParams): readonly object[] {
  const branch = query.get('source_branch');
  return desk.world
    .listed()
    .filter((each) => branch === null || each.branch === branch)
    .filter((each) => isLater(each, query))
    .toSorted((a, b) => inOrder(a, b, query))
    .map((each) => requestView(desk, each));
}

function inOrder(a: WorldIssue, b: WorldIssue, query: URLSearchParams): number {
  const by = query.get('order_by') === 'updated_at' ? 'updatedAt' : 'createdAt';
  const first = query.get('sort') === 'asc' ? 1 : -1;
  return first * (a[by] - b[by] || a.number - b.number);
}

function isLater({ updatedAt }: WorldIssue, query: URLSearchParams): boolean {
  return updatedAt >= Date.parse(query.get('updated_after') ?? '1970-01-01T00:00:00Z');
}

function notes(desk: GitlabDesk, thread: WorldIssue, query: URLSearchParams): readonly object[] {
  const written = thread.comments.map((each) => noteView(desk, thread, each));
  return query.get('sort') === 'asc' ? written : written.toReversed();
}

function writeNote(desk: GitlabDesk, thread: WorldIssue, { body, account }: Question): Answered {
  const made: WorldComment = desk.world.comment(thread, account.login, String(body['body']));
  return { status: 201, data: noteView(desk, thread, made) };
}

function members(desk: GitlabDesk, query: URLSearchParams): readonly object[] {
  const part = query.get('query') ?? '';
  return desk
    .members()
    .filter(({ username }) => username.includes(part))
    .map(({ username, access }) => memberView(username, access));
}

function branch({ git }: GitlabDesk, name: string): Answered {
  const tip = git.tip(name);
  return tip === null ? missing('Branch') : ok({ name, merged: false, commit: { id: tip } });
}

function openRequest(desk: GitlabDesk, { body, account }: Question): Answered {
  const { git, world } = desk;
  const branch = String(body['source_branch']);
  const base = String(body['target_branch']);
  if (desk.accessOf(account.login) < 30) return refused(403, '403 Forbidden');
  if (git.tip(branch) === null || git.tip(base) === null) {
    return refused(400, { base: [`Branch "${branch}" or "${base}" does not exist`] });
  }
  const open = [...world.requests.values()].find(
    (each) =>
      each.branch === branch &&
      each.base === base &&
      each.state === 'open' &&
      !desk.forked.has(each),
  );
  if (open !== undefined) {
    const told = 'Another open merge request already exists for this source branch';
    return refused(409, [`${told}: !${open.number}`]);
  }
  const { title, description } = body as { readonly title: string; readonly description?: string };
  const made = world.openRequest({ branch, base, title, body: description ?? '' });
  return { status: 201, data: requestView(desk, made) };
}

function ok(data: unknown): Answered {
  return { status: 200, data };
}

export function missing(what: string): Answered {
  return refused(404, `404 ${what} Not Found`);
}

export function refused(status: number, message: unknown): Answered {
  return { status, data: { message } };
}
