import type { Octokit } from '@octokit/core';
import type {
  CheckFacts,
  CommentFacts,
  IssueFacts,
  RepositoryFacts,
  RequestFacts,
} from '../forge-facts.js';
import type { Changes, ForgeClient, ForgePlace, RequestDraft, Thread } from './forge-client.js';
import { ForgeError } from './forge-error.js';
import type { ForgeTools } from './forge-fetch.js';
import {
  checkFrom,
  commentFrom,
  type GiteaComment,
  type GiteaIssue,
  type GiteaLine,
  type GiteaRequest,
  type GiteaReview,
  type GiteaStatus,
  lineFrom,
  requestFrom,
  reviewFrom,
} from './gitea-facts.js';
import { HeardTime } from './heard-time.js';
import { openOctokit } from './open-octokit.js';
import { endOfLog } from './read-answer.js';
import { byTime, orNull, type WrittenComment } from './read-facts.js';

/** Gitea's default limit of a page. */
const pageSize = 50;
/** Most pages of a list. */
const mostPages = 20;
/** Most pages of open issues with or without labels. */
const mostUnlabelled = 10;
const secondMs = 1000;
const forbidden = 403;

/** Rights that let an account write. */
const writers: readonly string[] = ['owner', 'admin', 'write'];

type Parameters = Readonly<Record<string, unknown>>;

/** A repository on Gitea or Forgejo. Their API is like GitHub's, but not the same. */
export class GiteaClient implements ForgeClient {
  private readonly where: { readonly owner: string; readonly repo: string };

  private constructor(
    private readonly octokit: Octokit,
    private readonly time: HeardTime,
    { repository }: ForgePlace,
  ) {
    const [owner = '', repo = ''] = repository.split('/');
    this.where = { owner, repo };
  }

  static async open(place: ForgePlace, tools: ForgeTools): Promise<GiteaClient> {
    const time = new HeardTime(tools.clock);
    const fetch = time.hearing(tools.fetch);
    return new GiteaClient(await openOctokit(place, { ...tools, fetch }), time, place);
  }

  async self(): Promise<string> {
    return (await this.octokit.request('GET /user')).data.login;
  }

  async repository(): Promise<RepositoryFacts> {
    const { data } = await this.octokit.request('GET /repos/{owner}/{repo}', this.where);
    const { html_url: url, default_branch: defaultBranch, permissions } = data;
    const name = String(data.full_name).toLowerCase();
    return { name, url, defaultBranch, mayPush: permissions?.push === true };
  }

  async issue(number: number): Promise<IssueFacts | null> {
    const found = await this.orGone(this.get<GiteaIssue>('/issues/{number}', { number }));
    if (found?.pull_request !== null) return null;
    const { title, body, html_url: url, user, labels, state } = found;
    return {
      ...{ number, title, body, url, author: user.login, isOpen: state === 'open' },
      labels: (labels ?? []).map(({ name }) => name),
    };
  }

  async openIssues(label: string | null): Promise<readonly number[]> {
    const asked = { ...(label !== null && { labels: label }), state: 'open', type: 'issues' };
    const most = label === null ? mostUnlabelled : mostPages;
    const { items } = await this.pages<GiteaIssue>('/issues', asked, most);
    return items.map(({ number }) => number);
  }

  /** Labels always count, because only people with rights can set them. */
  labelCounts(): Promise<boolean> {
    return Promise.resolve(true);
  }

  /** It gives no order by time, so too much is asked for again up to an earlier time. */
  async changedSince(since: number): Promise<Changes> {
    const asked = { since: new Date(since).toISOString(), state: 'all' };
    for (let upTo: number | null = null; ;) {
      const until = upTo === null ? {} : { before: new Date(upTo).toISOString() };
      const { items, isWhole } = await this.pages<GiteaIssue>('/issues', { ...asked, ...until });
      const threads = items.map(threadFrom);
      if (isWhole) return { threads, upTo };
      const middle = middleOf(items.map(({ updated_at: at }) => Date.parse(at)));
      const isEarlier = middle > since + secondMs && middle < (upTo ?? Infinity);
      if (!isEarlier) return { threads, upTo: upTo ?? since + secondMs };
      upTo = middle;
    }
  }

  now(): Promise<number> {
    return this.time.now(() => this.repository());
  }

  async comments({ at, number }: Thread): Promise<readonly CommentFacts[]> {
    // Gitea returns all comments at once.
    const written = await this.get<readonly GiteaComment[]>('/issues/{number}/comments', {
      number,
    });
    const reviews = at === 'issue' ? [] : await this.reviews(number);
    return byTime([...written.map(commentFrom), ...reviews]);
  }

  async mayAsk(author: string): Promise<boolean> {
    try {
      const path = '/collaborators/{author}/permission';
      const found = await orNull(this.get<{ readonly permission: string }>(path, { author }));
      return writers.includes(found?.permission ?? '');
    } catch (thrown) {
      // Gitea reveals permissions to administrators of the repository only.
      if (thrown instanceof ForgeError && thrown.status === forbidden && !thrown.mayPass) {
        return false;
      }
      throw thrown;
    }
  }

  async reply({ number }: Thread, body: string): Promise<string> {
    const path = '/issues/{number}/comments';
    return (await this.send<GiteaComment>('POST', path, { number, body })).html_url;
  }

  async request(number: number): Promise<RequestFacts | null> {
    const found = await this.orGone(this.get<GiteaRequest>('/pulls/{number}', { number }));
    return found === null ? null : requestFrom(found);
  }

  async requestOf(branch: string): Promise<RequestFacts | null> {
    const requests = await this.all<GiteaRequest>('/pulls', { state: 'all' });
    const [latest] = requests
      // A fork may have a branch of this name.
      .filter(({ head, base }) => head.ref === branch && head.repo_id === base.repo_id)
      .toSorted((a, b) => b.number - a.number);
    return latest === undefined ? null : requestFrom(latest);
  }

  async openRequest({ branch: head, base, title, body }: RequestDraft): Promise<RequestFacts> {
    const draft = { head, base, title, body };
    return requestFrom(await this.send<GiteaRequest>('POST', '/pulls', draft));
  }

  async changeRequest(
    number: number,
    { title, body }: Pick<RequestDraft, 'title' | 'body'>,
  ): Promise<void> {
    await this.send('PATCH', '/pulls/{number}', { number, title, body });
  }

  async checks(sha: string): Promise<readonly CheckFacts[]> {
    const found = new Map<number, GiteaStatus>();
    for (let page = 1; page <= mostPages; page += 1) {
      const asked = this.get<Statuses>('/commits/{sha}/status', { sha, limit: pageSize, page });
      const statuses = (await orNull(asked))?.statuses ?? [];
      // A version that knows no pages here gives the same ones again.
      if (statuses.every(({ id }) => found.has(id))) break;
      for (const status of statuses) found.set(status.id, status);
    }
    return [...found.values()].map(checkFrom);
  }

  /** The summary of a status, because Gitea names no job whose log could be read. */
  logOf({ summary }: CheckFacts): Promise<string | null> {
    return Promise.resolve(summary === '' ? null : endOfLog(summary));
  }

  /** Null if it is gone; throws if the repository itself is not accessible. */
  private async orGone<T>(asked: Promise<T>): Promise<T | null> {
    const found = await orNull(asked);
    if (found === null) await this.repository();
    return found;
  }

  private async reviews(number: number): Promise<readonly WrittenComment[]> {
    const reviews = await this.all<GiteaReview>('/pulls/{number}/reviews', { number });
    const written: WrittenComment[] = [];
    for (const review of reviews.filter(({ state }) => state !== 'PENDING')) {
      const { id, body, comments_count: count } = review;
      if (body !== '') written.push(reviewFrom(review));
      if (count === 0) continue;
      const path = '/pulls/{number}/reviews/{id}/comments';
      const lines = await this.get<readonly GiteaLine[]>(path, { number, id });
      written.push(...lines.map(lineFrom));
    }
    return written;
  }

  private async get<T>(path: string, asked: Parameters): Promise<T> {
    const route = `GET /repos/{owner}/{repo}${path}`;
    return (await this.octokit.request(route, { ...this.where, ...asked })).data as T;
  }

  private async send<T>(method: 'POST' | 'PATCH', path: string, sent: Parameters): Promise<T> {
    const route = `${method} /repos/{owner}/{repo}${path}`;
    return (await this.octokit.request(route, { ...this.where, ...sent })).data as T;
  }

  private async all<T>(path: string, asked: Parameters): Promise<readonly T[]> {
    return (await this.pages<T>(path, asked)).items;
  }

  /** The items of all pages up to a bound; the forge may return less per page than requested. */
  private async pages<T>(path: string, asked: Parameters, most = mostPages): Promise<Pages<T>> {
    const items: T[] = [];
    for (let page = 1; page <= most; page += 1) {
      const found = await this.get<readonly T[]>(path, { ...asked, limit: pageSize, page });
      if (found.length === 0) return { items, isWhole: true };
      items.push(...found);
    }
    return { items, isWhole: false };
  }
}

interface Pages<T> {
  readonly items: readonly T[];
  /** False: there may be more. */
  readonly isWhole: boolean;
}

interface Statuses {
  readonly statuses: readonly GiteaStatus[] | null;
}

function threadFrom({ number, pull_request: request }: GiteaIssue): Thread {
  return { at: request === null ? 'issue' : 'request', number };
}

function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
