import { type Answer, type Asked, ForgeServer } from '../forge-server.js';
import { ForgeWorld, type WorldEvent } from '../forge-world.js';
import { GitOverHttp } from '../git-over-http.js';
import { type Account, type Answered, answerOf, missing, refused } from './gitlab-answers.js';
import type { Matched } from '../described.js';
import { gitlabDescribed } from './gitlab-described.js';
import { GitlabDesk } from './gitlab-desk.js';
import { type GitlabHook, hookRequest } from './gitlab-hooks.js';

/** The GitLab is below a path of its host, and the project in a group of a group. */
const base = '/gitlab';
const api = `${base}/api/v4`;
const repository = 'acme/tools/widgets';
const mostOnPage = 100;
const usualOnPage = 20;

/** GitLab, as far as its published description goes: what that does not know is refused and noted. */
export class GitlabSimulator {
  readonly kind = 'gitlab';
  readonly repository = repository;
  readonly token = 'glpat-simulated0123456789';
  readonly world = new ForgeWorld(false);
  readonly git: GitOverHttp;
  readonly server: ForgeServer;
  readonly desk: GitlabDesk;
  /** Accounts by their tokens. */
  readonly accounts = new Map<string, Account>();
  /** Requests that GitLab would refuse, or would not understand as they are meant. */
  readonly violations: string[] = [];
  /** So many requests are refused because there were too many. */
  tooMany = 0;
  private webhook: GitlabHook | null = null;
  private readonly deliveries: Promise<unknown>[] = [];

  private constructor(directory: string) {
    const place = `${base.slice(1)}/${repository}`;
    this.git = new GitOverHttp(directory, place, () => `oauth2:${this.token}`);
    this.server = new ForgeServer(this.git, (asked) => this.answer(asked), this.violations);
    this.desk = new GitlabDesk(this.world, this.git, repository, () => this.url);
    this.accounts.set(this.token, { login: this.world.login, scopes: ['api'] });
    this.world.on('event', (event) => this.tell(event));
  }

  static async start(directory: string): Promise<GitlabSimulator> {
    const simulator = new GitlabSimulator(directory);
    await simulator.server.listen();
    return simulator;
  }

  get url(): string {
    return this.server.url + base;
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** Its clock goes wrong, whatever it tells of time. */
  setAhead(ms: number): void {
    this.world.aheadMs = ms;
    this.server.aheadMs = ms;
  }

  /** Tells this address from now on what happens. */
  sendTo(webhook: GitlabHook | null): void {
    this.webhook = webhook;
  }

  /** Resolves once all events so far were taken. */
  async told(): Promise<void> {
    await Promise.all(this.deliveries);
  }

  private answer(asked: Asked): Answer {
    const { method, path, query, headers } = asked;
    const account = this.accounts.get(String(headers['private-token']));
    if (account === undefined) return sent(refused(401, '401 Unauthorized'));
    if (this.tooMany > 0) {
      this.tooMany -= 1;
      return limited();
    }
    const found = path.startsWith(api)
      ? gitlabDescribed.matched(method, path.slice(api.length))
      : null;
    if (found === null) return this.violated(asked, ['no such operation']);
    const needed = method === 'GET' ? ['api', 'read_api'] : ['api'];
    if (!needed.some((scope) => account.scopes.includes(scope))) return scopeless();
    const given: unknown = asked.body === '' ? undefined : JSON.parse(asked.body);
    const body = (given ?? {}) as Readonly<Record<string, unknown>>;
    const problems = [...gitlabDescribed.problemsOf(found, query, given), ...actionsIn(body)];
    if (problems.length > 0) return this.violated(asked, problems);
    const isSeen = found.parameters['id'] === undefined || this.desk.accessOf(account.login) > 0;
    if (!isSeen) return sent(missing('Project'));
    const elsewhere = this.elsewhere(asked, found);
    if (elsewhere !== null) return elsewhere;
    return this.described(asked, found, answerOf(this.desk, { ...found, query, body, account }));
  }

  /** A project is found by its number and path; by an earlier path it is only pointed to. */
  private elsewhere({ method, path, query }: Asked, { parameters }: Matched): Answer | null {
    const { id } = parameters;
    const { projectId, path: current, firstPath } = this.desk;
    if (id === undefined || id === String(projectId) || id === current) return null;
    if (id !== firstPath) return sent(missing('Project'));
    if (method !== 'GET') return sent(refused(405, '405 Non GET methods are not allowed'));
    const place = path.replace(encodeURIComponent(id), String(projectId));
    const location = `${this.server.url}${place}${query.size === 0 ? '' : `?${query.toString()}`}`;
    return { status: 302, headers: { location }, body: '' };
  }

  private described({ path, query }: Asked, found: Matched, answered: Answered): Answer {
    const { status, data, isText } = answered;
    if (isText === true) return sent(answered);
    if (!Array.isArray(data)) {
      return { status, body: gitlabDescribed.answerOf(found, status, data) };
    }
    const items = data as readonly unknown[];
    const size = Math.min(Number(query.get('per_page') ?? usualOnPage), mostOnPage);
    const page = Number(query.get('page') ?? 1);
    const isLast = page * size >= items.length;
    const next = new URLSearchParams([...query, ['page', String(page + 1)]]);
    next.set('page', String(page + 1));
    const headers = {
      ...{ 'x-page': String(page), 'x-per-page': String(size), 'x-total': String(items.length) },
      ...{ 'x-next-page': isLast ? '' : String(page + 1) },
      ...(!isLast && { link: `<${this.server.url}${path}?${next.toString()}>; rel="next"` }),
    };
    const onPage = items.slice((page - 1) * size, page * size);
    return { status, headers, body: gitlabDescribed.answerOf(found, status, onPage) };
  }

  private violated({ method, path, query }: Asked, problems: readonly string[]): Answer {
    const asked = [path, query.toString()].filter((part) => part !== '').join('?');
    this.violations.push(`${method} ${asked}: ${problems.join('; ')}`);
    return { status: 400, body: JSON.stringify({ error: problems.join(', ') }) };
  }

  private tell(event: WorldEvent): void {
    if (this.webhook === null) return;
    const { url, request } = hookRequest(this.desk, event, this.webhook);
    // One that is lost stays so.
    this.deliveries.push(fetch(url, request).catch(() => undefined));
  }
}

/** Lines that GitLab would carry out with the rights of the token. */
function actionsIn(body: Readonly<Record<string, unknown>>): readonly string[] {
  const texts = [body['body'], body['description']].filter((text) => typeof text === 'string');
  return texts.flatMap((text) => text.split('\n').filter((line) => /^\s*\/[a-z]/.test(line)));
}

function sent({ status, data, isText = false }: Answered): Answer {
  return isText
    ? { status, headers: { 'content-type': 'text/plain' }, body: data as string | Buffer }
    : { status, body: JSON.stringify(data) };
}

function limited(): Answer {
  const headers = { 'content-type': 'text/plain', 'retry-after': '1', 'ratelimit-remaining': '0' };
  return { status: 429, headers, body: 'Retry later\n' };
}

function scopeless(): Answer {
  const error_description = 'The request requires higher privileges than provided.';
  const body = { error: 'insufficient_scope', error_description, scope: 'api' };
  return { status: 403, body: JSON.stringify(body) };
}
