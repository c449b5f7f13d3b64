import type {
  ForgeWorld,
  WorldComment,
  WorldEvent,
  WorldIssue,
  WorldRequest,
} from '../forge-world.js';
import type { GitOverHttp } from '../git-over-http.js';
import type { Matched } from '../described.js';

type Body = Readonly<Record<string, unknown>>;

interface Answered {
  readonly status: number;
  readonly data?: unknown;
  readonly location?: string;
}

const missing: Answered = { status: 404, data: { message: 'Not Found' } };

/** What the world looks like through the API of GitHub. */
export class GithubViews {
  constructor(
    private readonly world: ForgeWorld,
    private readonly git: GitOverHttp,
    private readonly page: () => string,
  ) {}

  answer({ operation, parameters }: Matched, query: URLSearchParams, body: Body): Answered {
    const number = Number(parameters['issue_number'] ?? parameters['pull_number'] ?? 0);
    const issue = this.world.issues.get(number);
    const request = this.world.requests.get(number);
    switch (operation.operationId) {
      case 'users/get-authenticated':
        return ok({ ...this.user(this.world.login), user_view_type: 'private' });
      case 'repos/get':
        return ok(this.repository());
      case 'issues/list-for-repo':
        return ok(paged(this.issues(query), query));
      case 'issues/get': {
        const found = issue ?? request;
        return found === undefined ? missing : ok(this.issue(found));
      }
      case 'issues/list-comments': {
        const found = issue ?? request;
        if (found === undefined) return missing;
        const written = found.comments.filter(({ kind }) => kind === 'comment');
        return ok(
          paged(
            written.map((each) => this.comment(found, each)),
            query,
          ),
        );
      }
      case 'issues/create-comment': {
        const found = issue ?? request;
        if (found === undefined) return missing;
        const made = this.world.comment(found, this.world.login, String(body['body']));
        return { status: 201, data: this.comment(found, made) };
      }
      case 'pulls/list':
        return ok(paged(this.requests(query), query));
      case 'pulls/create':
        return this.open(body);
      case 'pulls/get':
        return request === undefined ? missing : ok(this.wholeRequest(request));
      case 'pulls/update': {
        if (request === undefined) return missing;
        if (typeof body['title'] === 'string') request.title = body['title'];
        if (typeof body['body'] === 'string') request.body = body['body'];
        this.world.touch(request);
        return ok(this.wholeRequest(request));
      }
      case 'pulls/list-reviews':
        return request === undefined ? missing : ok(paged(this.written(request, 'review'), query));
      case 'pulls/list-review-comments':
        return request === undefined ? missing : ok(paged(this.written(request, 'line'), query));
      case 'checks/list-for-ref':
        return ok(this.checkRuns(parameters['ref'] ?? '', query));
      case 'repos/get-combined-status-for-ref':
        return ok(this.statuses(parameters['ref'] ?? '', query));
      case 'actions/download-job-logs-for-workflow-run': {
        const job = this.world.checks.find(({ id }) => id === Number(parameters['job_id']));
        return job === undefined ? missing : { status: 302, location: `/raw-logs/${job.id}` };
      }
      case 'repos/get-collaborator-permission-level': {
        const login = parameters['username'] ?? '';
        const role = this.world.writers.has(login) ? 'write' : 'read';
        return ok({ permission: role, role_name: role, user: this.user(login) });
      }
      default:
        return missing;
    }
  }

  /** An event as GitHub sends it, with the parts that say where something happened. */
  eventOf({ kind, action, number, sha }: WorldEvent): { name: string; payload: object } {
    const repository = { full_name: 'acme/widgets' };
    switch (kind) {
      case 'issue':
        return { name: 'issues', payload: { action, repository, issue: { number } } };
      case 'issue-comment':
        return { name: 'issue_comment', payload: { action, repository, issue: { number } } };
      case 'request':
        return { name: 'pull_request', payload: { action, repository, pull_request: { number } } };
      case 'request-comment': {
        const issue = { number, pull_request: {} };
        return { name: 'issue_comment', payload: { action, repository, issue } };
      }
      case 'check':
        return { name: 'check_run', payload: { action, repository, check_run: { head_sha: sha } } };
    }
  }

  private issues(query: URLSearchParams): readonly object[] {
    const labels = query.get('labels')?.split(',') ?? [];
    const state = query.get('state') ?? 'open';
    const since = Date.parse(query.get('since') ?? '1970-01-01T00:00:00Z');
    return [...this.world.issues.values(), ...this.world.requests.values()]
      .filter((each) => state === 'all' || each.state === state)
      .filter((each) => each.updatedAt >= since)
      .filter((each) => labels.every((label) => each.labels.includes(label)))
      .toSorted((a, b) => {
        const first = query.get('direction') === 'asc' ? 1 : -1;
        return first * (a.updatedAt - b.updatedAt || a.number - b.number);
      })
      .map((each) => this.issue(each));
  }

  private issue(issue: WorldIssue | WorldRequest): object {
    const { number, title, body, author, labels, state } = issue;
    const url = `${this.page()}/issues/${number}`;
    return {
      ...{ id: number, number, title, body, state, url, html_url: url, user: this.user(author) },
      repository_url: this.page(),
      labels: labels.map((name) => ({ name })),
      comments: issue.comments.length,
      closed_at: null,
      ...times(issue),
      ...('branch' in issue && {
        pull_request: { diff_url: url, html_url: url, patch_url: url, url },
      }),
    };
  }

  private comment({ number }: WorldIssue, { id, author, body, at }: WorldComment): object {
    const html_url = `${this.page()}/issues/${number}#issuecomment-${id}`;
    const time = timeOf(at);
    return { id, body, html_url, user: this.user(author), created_at: time, updated_at: time };
  }

  private requests(query: URLSearchParams): readonly object[] {
    const state = query.get('state') ?? 'open';
    const branch = query.get('head')?.split(':').at(-1);
    return this.world
      .listed()
      .filter((each) => state === 'all' || each.state === state)
      .filter((each) => branch === undefined || each.branch === branch)
      .toSorted((a, b) => b.number - a.number)
      .map((each) => this.request(each));
  }

  /** One that exists already, or has nothing to merge, is refused. */
  private open(body: Body): Answered {
    const branch = String(body['head']);
    const base = String(body['base']);
    const [tip, target] = [this.git.tip(branch), this.git.tip(base)];
    if (tip === null) return invalid('head');
    if (target === null) return invalid('base');
    const isOpen = [...this.world.requests.values()].some(
      (each) => each.branch === branch && each.base === base && each.state === 'open',
    );
    if (isOpen) return invalid('', `A pull request already exists for acme:${branch}.`);
    if (tip === target) return invalid('', `No commits between ${base} and ${branch}`);
    const text = {
      title: String(body['title']),
      body: typeof body['body'] === 'string' ? body['body'] : '',
    };
    return {
      status: 201,
      data: this.wholeRequest(this.world.openRequest({ branch, base, ...text })),
    };
  }

  /** One that is asked for alone says more. */
  private wholeRequest(request: WorldRequest): object {
    return { ...this.request(request), merged: request.mergedAt !== null };
  }

  private request(request: WorldRequest): object {
    const { number, title, body, state, mergedAt, branch, base, lastTip, author } = request;
    const url = `${this.page()}/pull/${number}`;
    const sha = state === 'open' ? (this.git.tip(branch) ?? lastTip) : lastTip;
    const link = { href: url };
    const links = ['comments', 'commits', 'statuses', 'html', 'issue', 'review_comments'];
    return {
      ...{ id: number, number, title, body, state, url, html_url: url, user: this.user(author) },
      merged_at: mergedAt === null ? null : timeOf(mergedAt),
      closed_at: state === 'open' ? null : timeOf(request.updatedAt),
      head: { label: `acme:${branch}`, ref: branch, sha, repo: {}, user: this.user('acme') },
      base: { label: `acme:${base}`, ref: base, sha: '0', repo: {}, user: this.user('acme') },
      _links: Object.fromEntries([...links, 'review_comment', 'self'].map((each) => [each, link])),
      ...times(request),
    };
  }

  private written(request: WorldRequest, wanted: 'review' | 'line'): readonly object[] {
    return request.comments
      .filter(({ kind }) => kind === wanted)
      .map(({ id, author, body, at, path = '', line = null }) => {
        const html_url = `${this.page()}/pull/${request.number}#discussion_r${id}`;
        const links = { html: { href: html_url }, pull_request: { href: html_url } };
        const written = { id, body, html_url, user: this.user(author) };
        if (wanted === 'review') {
          const told = { state: 'COMMENTED', submitted_at: timeOf(at), commit_id: '0' };
          return { ...written, ...told, _links: links };
        }
        const time = { created_at: timeOf(at), updated_at: timeOf(at) };
        return { ...written, ...time, path, line, _links: { ...links, self: { href: html_url } } };
      });
  }

  private checkRuns(ref: string, query: URLSearchParams): object {
    const runs = this.checks(ref, false);
    return {
      total_count: runs.length,
      check_runs: paged(runs, query).map(({ id, name, sha, state }) => ({
        ...{ id, name, head_sha: sha, url: this.page(), html_url: `${this.page()}/runs/${id}` },
        status: state === 'pending' ? 'in_progress' : 'completed',
        conclusion: { pending: null, passed: 'success', failed: 'failure' }[state],
        output: { title: null, summary: null, text: null },
        app: { id: 1, slug: 'github-actions', name: 'GitHub Actions' },
        pull_requests: [],
      })),
    };
  }

  private statuses(ref: string, query: URLSearchParams): object {
    const words = { pending: 'pending', passed: 'success', failed: 'failure' } as const;
    const found = this.checks(ref, true);
    const time = timeOf(0);
    const statuses = paged(found, query).map(({ id, name: context, state }) => ({
      ...{ id, context, state: words[state], description: '', target_url: this.page() },
      ...{ url: this.page(), created_at: time, updated_at: time },
    }));
    const total = { state: 'pending', sha: ref, total_count: found.length, statuses };
    return { ...total, repository: {}, commit_url: this.page(), url: this.page() };
  }

  private checks(ref: string, areStatuses: boolean) {
    const { checks, statuses } = this.world;
    return checks.filter(({ sha, name }) => sha === ref && statuses.has(name) === areStatuses);
  }

  private repository(): object {
    return {
      ...{
        id: 1,
        name: 'widgets',
        full_name: 'acme/widgets',
        default_branch: this.world.defaultBranch,
      },
      ...{
        html_url: this.page(),
        permissions: { admin: false, push: this.world.mayPush, pull: true },
      },
    };
  }

  private user(login: string): object {
    return { login, id: 1, type: 'User', site_admin: false };
  }
}

function ok(data: unknown): Answered {
  return { status: 200, data };
}

function invalid(field: string, message = ''): Answered {
  const errors = [{ resource: 'PullRequest', code: 'invalid', field, message }];
  return { status: 422, data: { message: 'Validation Failed', errors, documentation_url: '' } };
}

function paged<T>(all: readonly T[], query: URLSearchParams): readonly T[] {
  const size = Number(query.get('per_page') ?? 30);
  const page = Number(query.get('page') ?? 1);
  return all.slice((page - 1) * size, page * size);
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

function times({ createdAt, updatedAt }: WorldIssue): object {
  return { created_at: timeOf(createdAt), updated_at: timeOf(updatedAt) };
}
