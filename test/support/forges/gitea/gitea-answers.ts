import type { ForgeWorld, WorldComment, WorldIssue, WorldRequest } from '../forge-world.js';
import type { GitOverHttp } from '../git-over-http.js';
import type { Matched } from '../described.js';

export interface Answered {
  readonly status: number;
  readonly data: unknown;
  /** Given in pages. */
  readonly isList?: boolean;
}

/** What Gitea knows. */
export interface GiteaPlace {
  readonly world: ForgeWorld;
  readonly git: GitOverHttp;
  /** Address of the repository. */
  readonly page: string;
  /** Whether the office's account is an administrator of the repository. */
  readonly isAdmin: boolean;
  readonly forked: ReadonlySet<WorldRequest>;
}

interface Question extends Matched {
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, unknown>>;
}

const repositoryId = 42;
const forkId = 77;
/** Every comment on a line is a review of its own. */
const reviewsFrom = 500_000;

export function answerOf(place: GiteaPlace, question: Question): Answered {
  const { world } = place;
  const { operation, parameters, query, body } = question;
  const number = Number(parameters['index'] ?? 0);
  const request = world.requests.get(number);
  const thread = world.issues.get(number) ?? request;
  switch (operation.operationId) {
    case 'userGetCurrent':
      return ok(user(world.login));
    case 'repoGet':
      return ok({
        ...{
          id: repositoryId,
          full_name: 'acme/widgets',
          html_url: place.page,
          default_branch: world.defaultBranch,
        },
        permissions: { admin: place.isAdmin, push: true, pull: true },
      });
    case 'issueListIssues':
      return list(issues(place, query));
    case 'issueGetIssue':
      return thread === undefined ? missing() : ok(issue(place, thread));
    case 'issueGetComments':
      return thread === undefined ? missing() : ok(comments(place, thread));
    case 'issueCreateComment': {
      if (thread === undefined) return missing();
      const made = world.comment(thread, world.login, String(body['body']));
      return { status: 201, data: comment(place, thread, made) };
    }
    case 'repoListPullRequests':
      return list(
        world
          .listed()
          .toSorted((a, b) => b.number - a.number)
          .map((each) => pull(place, each)),
      );
    case 'repoCreatePullRequest':
      return openRequest(place, body);
    case 'repoGetCombinedStatusByRef':
      return ok(statuses(place, parameters['ref'] ?? '', query));
    case 'repoGetRepoPermissions': {
      if (!place.isAdmin) return { status: 403, data: { message: 'Only admins can query all' } };
      const login = parameters['collaborator'] ?? '';
      const permission = world.writers.has(login) ? 'write' : 'read';
      return ok({ permission, role_name: permission, user: user(login) });
    }
    default:
      return request === undefined ? missing() : onRequest(place, request, question);
  }
}

function onRequest(
  place: GiteaPlace,
  request: WorldRequest,
  { operation, parameters, body }: Question,
): Answered {
  switch (operation.operationId) {
    case 'repoEditPullRequest':
      if (typeof body['title'] === 'string') request.title = body['title'];
      if (typeof body['body'] === 'string') request.body = body['body'];
      place.world.touch(request);
      return { status: 201, data: pull(place, request) };
    case 'repoListPullReviews':
      return list(
        request.comments
          .filter(({ kind }) => kind !== 'comment')
          .map((each) => review(place, request, each)),
      );
    case 'repoGetPullReviewComments': {
      const id = Number(parameters['id']) - reviewsFrom;
      const lines = request.comments.filter((each) => each.kind === 'line' && each.id === id);
      return ok(lines.map((each) => line(place, request, each)));
    }
    default:
      return ok(pull(place, request));
  }
}

function issues(place: GiteaPlace, query: URLSearchParams): readonly object[] {
  const { issues: own, requests } = place.world;
  const state = query.get('state') ?? 'open';
  const labels = query.get('labels')?.split(',') ?? [];
  const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z');
  const before = Date.parse(query.get('before') ?? '9999-01-01T00:00:00Z');
  const all =
    query.get('type') === 'issues' ? own.values() : [...own.values(), ...requests.values()];
  return [...all]
    .filter((each) => state === 'all' || each.state === state)
    .filter((each) => each.updatedAt >= since && each.updatedAt <= before)
    .filter((each) => labels.length === 0 || labels.some((label) => each.labels.includes(label)))
    .toSorted((a, b) => b.number - a.number)
    .map((each) => issue(place, each));
}

function issue({ page }: GiteaPlace, given: WorldIssue | WorldRequest): object {
  const { number, title, body, author, labels, state } = given;
  const isRequest = 'branch' in given;
  return {
    ...{ id: 5000 + number, number, title, body, state, user: user(author), is_locked: false },
    ...{ html_url: `${page}/${isRequest ? 'pulls' : 'issues'}/${number}`, ...times(given) },
    labels: labels.map((name, at) => ({ id: at + 1, name, color: '00aabb' })),
    pull_request: isRequest ? { merged: given.mergedAt !== null } : null,
  };
}

function comments(place: GiteaPlace, thread: WorldIssue): readonly object[] {
  return thread.comments
    .filter(({ kind }) => kind === 'comment')
    .map((each) => comment(place, thread, each));
}

function comment({ page }: GiteaPlace, { number }: WorldIssue, given: WorldComment): object {
  const { id, author, body, at } = given;
  const html_url = `${page}/issues/${number}#issuecomment-${id}`;
  return { id, body, html_url, user: user(author), created_at: timeOf(at), updated_at: timeOf(at) };
}

function review({ page }: GiteaPlace, { number }: WorldRequest, given: WorldComment): object {
  const { id, author, body, at, kind } = given;
  const isLine = kind === 'line';
  return {
    ...{ id: reviewsFrom + id, user: user(author), state: 'COMMENT', stale: false },
    ...{ body: isLine ? '' : body, comments_count: isLine ? 1 : 0, submitted_at: timeOf(at) },
    html_url: `${page}/pulls/${number}#issuecomment-${id}`,
  };
}

function line(place: GiteaPlace, request: WorldRequest, given: WorldComment): object {
  const { path = '', line: position = 0 } = given;
  return { ...comment(place, request, given), path, position, original_position: 0 };
}

function pull({ git, page, forked }: GiteaPlace, request: WorldRequest): object {
  const { number, title, body, state, author, branch, base, mergedAt, lastTip } = request;
  const isForked = forked.has(request);
  const tip = state === 'open' && !isForked ? (git.tip(branch) ?? lastTip) : lastTip;
  return {
    ...{ id: 9000 + number, number, title, body, state, user: user(author) },
    ...{ html_url: `${page}/pulls/${number}`, merged: mergedAt !== null, ...times(request) },
    merged_at: mergedAt === null ? null : timeOf(mergedAt),
    head: { label: branch, ref: branch, sha: tip, repo_id: isForked ? forkId : repositoryId },
    base: { label: base, ref: base, sha: git.tip(base), repo_id: repositoryId },
  };
}

function openRequest(place: GiteaPlace, body: Readonly<Record<string, unknown>>): Answered {
  const { git, world, forked } = place;
  const { head, base, title, body: text = '' } = body as Readonly<Record<string, string>>;
  if (head === undefined || base === undefined || title === undefined) return missing();
  if (git.tip(head) === null || git.tip(base) === null) return missing();
  const isOpen = [...world.requests.values()].some(
    (each) => each.branch === head && each.state === 'open' && !forked.has(each),
  );
  if (isOpen) return { status: 409, data: { message: 'pull request already exists' } };
  const made = world.openRequest({ branch: head, base, title, body: text });
  return { status: 201, data: pull(place, made) };
}

function statuses({ world, page }: GiteaPlace, ref: string, query: URLSearchParams): object {
  const words = { pending: 'pending', passed: 'success', failed: 'failure' } as const;
  const found = onPage(
    world.checks.filter(({ sha }) => sha === ref),
    query,
  );
  const told = found.map(({ id, name: context, state, log }) => ({
    ...{
      id,
      context,
      status: words[state],
      description: String(log),
      target_url: `${page}/actions/runs/1`,
    },
  }));
  return {
    sha: ref,
    state: '',
    total_count: told.length,
    statuses: told.length === 0 ? null : told,
  };
}

function user(login: string): object {
  return { id: login.length, login, full_name: '', active: true };
}

function times({ createdAt, updatedAt }: WorldIssue): object {
  return { created_at: timeOf(createdAt), updated_at: timeOf(updatedAt) };
}

/** Gitea tells times in whole seconds. */
function timeOf(at: number): string {
  return new Date(at).toISOString().replace(/\.\d+Z$/, 'Z');
}

const mostOnPage = 50;
const usualOnPage = 30;

export function onPage<T>(items: readonly T[], query: URLSearchParams): readonly T[] {
  const size = Math.min(Number(query.get('limit') ?? usualOnPage), mostOnPage);
  const from = (Number(query.get('page') ?? 1) - 1) * size;
  return items.slice(from, from + size);
}

function ok(data: unknown): Answered {
  return { status: 200, data };
}

function list(data: unknown): Answered {
  return { status: 200, data, isList: true };
}

function missing(): Answered {
  return { status: 404, data: { message: 'The target could not be found.' } };
}
