import type { Octokit } from '@octokit/core';
import type {
  CheckFacts,
  CommentFacts,
  IssueFacts,
  RepositoryFacts,
  RequestFacts,
} from '../forge-facts.js';
import { changesInOrder } from './changes-in-order.js';
import type { Changes, ForgeClient, ForgePlace, RequestDraft, Thread } from './forge-client.js';
import { ForgeError } from './forge-error.js';
import type { ForgeTools } from './forge-fetch.js';
import { openOctokit } from './open-octokit.js';
import { checksOfCommit } from './github-checks.js';
import { allPages, mostPages, pageSize } from './github-pages.js';
import { HeardTime } from './heard-time.js';
import { endOfLog } from './read-answer.js';
import { byTime, isNotThere, orNull, type WrittenComment } from './read-facts.js';

/** Most pages of open issues with or without labels. */
const mostUnlabelled = 5;

/** Rights that let an account write. */
const writers: readonly string[] = ['admin', 'maintain', 'write'];

/** A repository on GitHub. */
export class GithubClient implements ForgeClient {
  private readonly where: { readonly owner: string; readonly repo: string };

  private constructor(
    private readonly octokit: Octokit,
    private readonly time: HeardTime,
    { repository }: ForgePlace,
  ) {
    const [owner = '', repo = ''] = repository.split('/');
    this.where = { owner, repo };
  }

  static async open(place: ForgePlace, tools: ForgeTools): Promise<GithubClient> {
    const time = new HeardTime(tools.clock);
    const fetch = time.hearing(tools.fetch);
    return new GithubClient(await openOctokit(place, { ...tools, fetch }), time, place);
  }

  async self(): Promise<string> {
    return (await this.octokit.request('GET /user')).data.login;
  }

  async repository(): Promise<RepositoryFacts> {
    const { data } = await this.octokit.request('GET /repos/{owner}/{repo}', this.where);
    return {
      name: data.full_name.toLowerCase(),
      url: data.html_url,
      defaultBranch: data.default_branch,
      mayPush: data.permissions?.push === true,
    };
  }

  async issue(number: number): Promise<IssueFacts | null> {
    const asked = { ...this.where, issue_number: number };
    const found = await this.orGone(
      this.octokit.request('GET /repos/{owner}/{repo}/issues/{issue_number}', asked),
    );
    if (found === null || found.data.pull_request !== undefined) return null;
    if (!(await this.isHere(found.data.repository_url))) return null;
    const { title, body, html_url: url, user, labels, state } = found.data;
    const named = labels.map((label) => (typeof label === 'string' ? label : (label.name ?? '')));
    return {
      ...{ number, title, body: body ?? '', url, author: user?.login ?? '' },
      ...{ labels: named, isOpen: state === 'open' },
    };
  }

  /**
   * False: the issue was moved to another repository. Compares with the present name, too, because
   * this one may have been renamed.
   */
  private async isHere(url: string): Promise<boolean> {
    if (isIn(url, this.where)) return true;
    const [owner = '', repo = ''] = (await this.repository()).name.split('/');
    return isIn(url, { owner, repo });
  }

  async openIssues(label: string | null): Promise<readonly number[]> {
    const asked = label === null ? {} : { labels: label };
    const issues = await allPages(
      async (page) => {
        const order = { sort: 'updated', direction: 'desc' } as const;
        const { data } = await this.octokit.request('GET /repos/{owner}/{repo}/issues', {
          ...{ ...this.where, ...asked, ...order },
          ...{ state: 'open', per_page: pageSize, page },
        });
        return data;
      },
      label === null ? mostUnlabelled : mostPages,
    );
    return issues.filter((each) => each.pull_request === undefined).map(({ number }) => number);
  }

  /** Labels always count, because only people with rights can set them. */
  labelCounts(): Promise<boolean> {
    return Promise.resolve(true);
  }

  changedSince(since: number): Promise<Changes> {
    return changesInOrder(since, { pageSize, mostPages }, async (from, page) => {
      const { data } = await this.octokit.request('GET /repos/{owner}/{repo}/issues', {
        ...this.where,
        ...{ since: new Date(from).toISOString(), state: 'all', sort: 'updated' },
        ...{ direction: 'asc', per_page: pageSize, page },
      });
      return data.map(({ number, pull_request: request, updated_at: at }) => ({
        thread: { at: request === undefined ? 'issue' : 'request', number },
        at: Date.parse(at),
      }));
    });
  }

  now(): Promise<number> {
    return this.time.now(() => this.repository());
  }

  async comments(thread: Thread): Promise<readonly CommentFacts[]> {
    const { number } = thread;
    const asked = { ...this.where, issue_number: number, per_page: pageSize };
    const written = await allPages(async (page) => {
      const path = 'GET /repos/{owner}/{repo}/issues/{issue_number}/comments';
      return (await this.octokit.request(path, { ...asked, page })).data;
    });
    const own = written.map((each): WrittenComment => ({
      id: `comment-${each.id}`,
      author: each.user?.login ?? '',
      body: each.body ?? '',
      url: each.html_url,
      at: Date.parse(each.created_at),
    }));
    return thread.at === 'issue' ? byTime(own) : byTime([...own, ...(await this.reviews(number))]);
  }

  async mayAsk(author: string): Promise<boolean> {
    const path = 'GET /repos/{owner}/{repo}/collaborators/{username}/permission';
    const found = await orNull(this.octokit.request(path, { ...this.where, username: author }));
    if (found === null) return false;
    const { permission, role_name: role } = found.data;
    return writers.includes(permission) || writers.includes(role);
  }

  async reply({ number }: Thread, body: string): Promise<string> {
    const path = 'POST /repos/{owner}/{repo}/issues/{issue_number}/comments';
    const made = await this.octokit.request(path, { ...this.where, issue_number: number, body });
    return made.data.html_url;
  }

  async request(number: number): Promise<RequestFacts | null> {
    const path = 'GET /repos/{owner}/{repo}/pulls/{pull_number}';
    const asked = this.octokit.request(path, { ...this.where, pull_number: number });
    const found = await this.orGone(asked);
    return found === null ? null : requestFrom(found.data);
  }

  async requestOf(branch: string): Promise<RequestFacts | null> {
    const { data } = await this.octokit.request('GET /repos/{owner}/{repo}/pulls', {
      ...this.where,
      ...{ head: `${this.where.owner}:${branch}`, state: 'all', sort: 'created' },
      ...{ direction: 'desc', per_page: 1 },
    });
    const [latest] = data;
    return latest === undefined ? null : requestFrom(latest);
  }

  async openRequest({ branch, base, title, body }: RequestDraft): Promise<RequestFacts> {
    const draft = { ...this.where, head: branch, base, title, body };
    const { data } = await this.octokit.request('POST /repos/{owner}/{repo}/pulls', draft);
    return requestFrom(data);
  }

  async changeRequest(
    number: number,
    { title, body }: Pick<RequestDraft, 'title' | 'body'>,
  ): Promise<void> {
    const path = 'PATCH /repos/{owner}/{repo}/pulls/{pull_number}';
    await this.octokit.request(path, { ...this.where, pull_number: number, title, body });
  }

  checks(sha: string): Promise<readonly CheckFacts[]> {
    return checksOfCommit(this.octokit, { ...this.where, sha });
  }

  async logOf({ id, summary, hasLog }: CheckFacts): Promise<string | null> {
    const said = summary === '' ? null : endOfLog(summary);
    if (!hasLog) return said;
    try {
      const path = 'GET /repos/{owner}/{repo}/actions/jobs/{job_id}/logs';
      const { data } = await this.octokit.request(path, { ...this.where, job_id: Number(id) });
      const isLog = typeof data === 'string' || data instanceof ArrayBuffer;
      return isLog ? endOfLog(data) : said;
    } catch (thrown) {
      // Logs expire, and not every token may read them.
      if (isNotThere(thrown) || (thrown instanceof ForgeError && !thrown.mayPass)) return said;
      throw thrown;
    }
  }

  /** Null if it is gone; throws if the repository itself is not accessible. */
  private async orGone<T>(asked: Promise<T>): Promise<T | null> {
    const found = await orNull(asked);
    if (found === null) await this.repository();
    return found;
  }

  private async reviews(number: number): Promise<readonly WrittenComment[]> {
    const asked = { ...this.where, pull_number: number, per_page: pageSize };
    const reviews = await allPages(async (page) => {
      const path = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/reviews';
      return (await this.octokit.request(path, { ...asked, page })).data;
    });
    const lines = await allPages(async (page) => {
      const path = 'GET /repos/{owner}/{repo}/pulls/{pull_number}/comments';
      return (await this.octokit.request(path, { ...asked, page })).data;
    });
    return [
      ...reviews
        .filter(({ body, state }) => body !== '' && state !== 'PENDING')
        .map((each) => ({
          ...{ id: `review-${each.id}`, author: each.user?.login ?? '', body: each.body },
          ...{ url: each.html_url, at: Date.parse(each.submitted_at ?? '') },
        })),
      ...lines.map((each) => ({
        ...{ id: `line-${each.id}`, author: each.user?.login ?? '', body: each.body },
        ...{ url: each.html_url, at: Date.parse(each.created_at), path: each.path },
        ...(typeof each.line === 'number' && { line: each.line }),
      })),
    ];
  }
}

interface Found {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly merged_at: string | null;
  readonly head: { readonly ref: string; readonly sha: string };
  readonly base: { readonly ref: string };
}

function isIn(url: string, { owner, repo }: { readonly owner: string; readonly repo: string }) {
  return url.toLowerCase().endsWith(`/${owner}/${repo}`);
}

function requestFrom({ number, html_url: url, state, merged_at: merged, head, base }: Found) {
  return {
    ...{ number, url, branch: head.ref, base: base.ref, head: head.sha },
    state: merged !== null ? 'merged' : state === 'open' ? 'open' : 'closed',
  } as const;
}
