import type {
  CheckFacts,
  CommentFacts,
  IssueFacts,
  RepositoryFacts,
  RequestFacts,
} from '../forge-facts.js';
import type { ForgeTools } from './forge-fetch.js';
import { changesInOrder } from './changes-in-order.js';
import { HeardTime } from './heard-time.js';
import type { Changes, ForgeClient, ForgePlace, RequestDraft, Thread } from './forge-client.js';
import { changeFrom, gitlabChecks, gitlabNotes, requestFrom } from './gitlab-facts.js';
import { type GitlabApi, openGitlab } from './open-gitlab.js';
import { endOfLog } from './read-answer.js';
import { byTime, orNull } from './read-facts.js';

/** Developer: may push and open merge requests. */
const writes = 30;
/** Planner: may label issues of others. A guest may label an issue only while opening it. */
const labels = 15;
/** Scopes with which a token may push, write notes and open requests. */
const writingScopes: readonly string[] = ['api', 'granular'];
const perPage = 100;
const mostPages = 10;
const pages = { perPage, maxPages: mostPages };
/** Most pages of open issues with or without labels. */
const mostUnlabelled = 5;

/** A project on GitLab. */
export class GitlabClient implements ForgeClient {
  private known: { readonly id: number; readonly url: string } | null = null;

  private constructor(
    private readonly api: GitlabApi,
    private readonly time: HeardTime,
    private readonly place: ForgePlace,
  ) {}

  static async open(place: ForgePlace, tools: ForgeTools): Promise<GitlabClient> {
    const time = new HeardTime(tools.clock);
    const fetch = time.hearing(tools.fetch);
    return new GitlabClient(await openGitlab(place, { ...tools, fetch }), time, place);
  }

  async self(): Promise<string> {
    return (await this.api.Users.showCurrentUser()).username;
  }

  async repository(): Promise<RepositoryFacts> {
    const found = await this.api.Projects.show(this.place.repository);
    const { project_access: own, group_access: group } = found.permissions;
    const access = Math.max(own?.access_level ?? 0, group?.access_level ?? 0);
    return {
      name: found.path_with_namespace.toLowerCase(),
      url: found.web_url,
      defaultBranch: found.default_branch,
      mayPush: access >= writes && (await this.tokenMayWrite()),
    };
  }

  async issue(number: number): Promise<IssueFacts | null> {
    const { id: projectId } = await this.project();
    const found = await this.orGone(this.api.Issues.show(number, { projectId }));
    // Confidential content must not appear in a request that more people can read.
    if (found === null || found.confidential) return null;
    const { title, description, web_url: url, author, labels: given, state } = found;
    const named = (given ?? []).map((label) => (typeof label === 'string' ? label : label.name));
    return {
      ...{ number, title, body: description ?? '', url, author: author.username },
      ...{ labels: named, isOpen: state === 'opened' },
    };
  }

  async openIssues(label: string | null): Promise<readonly number[]> {
    const { id: projectId } = await this.project();
    const issues = await this.api.Issues.all({
      ...{ projectId, state: 'opened', confidential: false },
      ...{ orderBy: 'updated_at', sort: 'desc', perPage },
      ...(label === null ? { maxPages: mostUnlabelled } : { labels: label, maxPages: mostPages }),
    });
    return issues.map(({ iid }) => iid);
  }

  async labelCounts(number: number, label: string): Promise<boolean> {
    const { id } = await this.project();
    const events = await this.api.IssueLabelEvents.all(id, number, pages);
    const latest = events
      .filter(({ label: set, action }) => action === 'add' && isSameName(set?.name, label))
      .toSorted((a, b) => a.id - b.id)
      .at(-1);
    const author = latest?.user?.username;
    return author !== undefined && (await this.accessOf(author)) >= labels;
  }

  async changedSince(since: number): Promise<Changes> {
    const { id: projectId } = await this.project();
    const bounds = { pageSize: perPage, mostPages };
    const asked = { projectId, scope: 'all', orderBy: 'updated_at', sort: 'asc', perPage } as const;
    const issues = await changesInOrder(since, bounds, async (from, page) => {
      const updatedAfter = new Date(from).toISOString();
      const found = await this.api.Issues.all({ ...asked, updatedAfter, page });
      return found.map((each) => changeFrom('issue', each));
    });
    const requests = await changesInOrder(since, bounds, async (from, page) => {
      const updatedAfter = new Date(from).toISOString();
      const found = await this.api.MergeRequests.all({ ...asked, updatedAfter, page });
      return found.map((each) => changeFrom('request', each));
    });
    const upTo = Math.min(issues.upTo ?? Infinity, requests.upTo ?? Infinity);
    return {
      threads: [...issues.threads, ...requests.threads],
      upTo: upTo === Infinity ? null : upTo,
    };
  }

  now(): Promise<number> {
    return this.time.now(() => this.repository());
  }

  async comments({ at, number }: Thread): Promise<readonly CommentFacts[]> {
    const { id } = await this.project();
    const asked = { sort: 'asc', orderBy: 'created_at', ...pages } as const;
    const notes =
      at === 'issue'
        ? await this.api.IssueNotes.all(id, number, asked)
        : await this.api.MergeRequestNotes.all(id, number, asked);
    const address = await this.addressOf({ at, number });
    return byTime(gitlabNotes(notes, address));
  }

  async mayAsk(author: string): Promise<boolean> {
    return (await this.accessOf(author)) >= writes;
  }

  async reply(thread: Thread, body: string): Promise<string> {
    const { id } = await this.project();
    const { at, number } = thread;
    const made =
      at === 'issue'
        ? await this.api.IssueNotes.create(id, number, body)
        : await this.api.MergeRequestNotes.create(id, number, body);
    return `${await this.addressOf(thread)}#note_${made.id}`;
  }

  async request(number: number): Promise<RequestFacts | null> {
    const { id } = await this.project();
    const found = await this.orGone(this.api.MergeRequests.show(id, number));
    if (found === null) return null;
    const request = requestFrom(found);
    if (request.state !== 'open') return request;
    // For a while after a push the request still names the former commit.
    const branch = await orNull(this.api.Branches.show(id, request.branch));
    return branch === null ? request : { ...request, head: branch.commit.id };
  }

  async requestOf(branch: string): Promise<RequestFacts | null> {
    const { id: projectId } = await this.project();
    const named = await this.api.MergeRequests.all({
      ...{ projectId, sourceBranch: branch, scope: 'all' },
      ...{ orderBy: 'created_at', sort: 'desc', ...pages },
    });
    // A fork may have a branch of this name.
    const latest = named.find(({ source_project_id: source }) => source === projectId);
    return latest === undefined ? null : requestFrom(latest);
  }

  async openRequest({ branch, base, title, body }: RequestDraft): Promise<RequestFacts> {
    const { id } = await this.project();
    const more = { description: body, removeSourceBranch: true };
    return requestFrom(await this.api.MergeRequests.create(id, branch, base, title, more));
  }

  async changeRequest(
    number: number,
    { title, body }: Pick<RequestDraft, 'title' | 'body'>,
  ): Promise<void> {
    const { id } = await this.project();
    await this.api.MergeRequests.edit(id, number, { title, description: body });
  }

  async checks(sha: string): Promise<readonly CheckFacts[]> {
    const { id } = await this.project();
    const statuses = await orNull(this.api.Commits.allStatuses(id, sha, { all: false, ...pages }));
    return gitlabChecks(statuses ?? []);
  }

  async logOf({ id, summary }: CheckFacts): Promise<string | null> {
    const { id: project } = await this.project();
    // Statuses of other programs have no log, unlike GitLab's own jobs.
    const log = await orNull(this.api.Jobs.showLog(project, Number(id)));
    const said = endOfLog(log === null || log === '' ? summary : log);
    return said === '' ? null : said;
  }

  /** The project with its number, which stays when it is renamed. */
  private async project(): Promise<{ readonly id: number; readonly url: string }> {
    if (this.known === null) {
      const { id, web_url: url } = await this.api.Projects.show(this.place.repository);
      this.known = { id, url };
    }
    return this.known;
  }

  /** Null if it is gone; throws if the project itself is not accessible. */
  private async orGone<T>(asked: Promise<T>): Promise<T | null> {
    const found = await orNull(asked);
    if (found === null) await this.api.Projects.show((await this.project()).id);
    return found;
  }

  private async accessOf(author: string): Promise<number> {
    const { id } = await this.project();
    const asked = { query: author, includeInherited: true, ...pages };
    const members = await this.api.ProjectMembers.all(id, asked);
    const levels = members
      .filter(({ username, state }) => state === 'active' && isSameName(username, author))
      .map(({ access_level: access }) => access);
    return Math.max(0, ...levels);
  }

  private async tokenMayWrite(): Promise<boolean> {
    const token = await orNull(this.api.PersonalAccessTokens.show());
    return token?.scopes?.some((scope) => writingScopes.includes(scope)) ?? true;
  }

  private async addressOf({ at, number }: Thread): Promise<string> {
    const { url } = await this.project();
    return `${url}/-/${at === 'issue' ? 'issues' : 'merge_requests'}/${number}`;
  }
}

function isSameName(some: string | undefined, other: string): boolean {
  return some?.toLowerCase() === other.toLowerCase();
}
