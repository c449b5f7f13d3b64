import { createHmac, randomUUID } from 'node:crypto';
import { type Answer, type Asked, ForgeServer } from '../forge-server.js';
import { ForgeWorld, type WorldEvent, type WorldRequest } from '../forge-world.js';
import { GitOverHttp } from '../git-over-http.js';
import { Described } from '../described.js';
import { type Answered, answerOf, type GiteaPlace, onPage } from './gitea-answers.js';

const base = '/git';
const api = `${base}/api/v1`;
const repository = 'acme/widgets';
const described = Described.read(new URL('./description.json', import.meta.url));

interface Webhook {
  readonly url: string;
  readonly secret: string;
}

/** Gitea below a path of its host: what its description does not know is refused and noted. */
export class GiteaSimulator implements GiteaPlace {
  readonly kind = 'gitea';
  readonly repository = repository;
  readonly token = '0123456789abcdef0123456789abcdef01234567';
  readonly world = new ForgeWorld(true);
  readonly git: GitOverHttp;
  readonly server: ForgeServer;
  readonly violations: string[] = [];
  readonly forked = new Set<WorldRequest>();
  isAdmin = true;
  private webhook: Webhook | null = null;
  private readonly deliveries: Promise<unknown>[] = [];

  private constructor(directory: string) {
    const place = `${base.slice(1)}/${repository}`;
    this.git = new GitOverHttp(directory, place, () => `office:${this.token}`);
    this.server = new ForgeServer(this.git, (asked) => this.answer(asked), this.violations);
    this.world.on('event', (event) => this.tell(event));
  }

  static async start(directory: string): Promise<GiteaSimulator> {
    const simulator = new GiteaSimulator(directory);
    await simulator.server.listen();
    return simulator;
  }

  get url(): string {
    return this.server.url + base;
  }

  get page(): string {
    return `${this.url}/${repository}`;
  }

  /** Resolves once all events so far were taken. */
  async told(): Promise<void> {
    await Promise.all(this.deliveries);
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
  sendTo(webhook: Webhook | null): void {
    this.webhook = webhook;
  }

  private answer(asked: Asked): Answer {
    const { method, path, query, headers } = asked;
    if (headers.authorization !== `token ${this.token}`) {
      return sent({ status: 401, data: { message: 'user does not exist' } });
    }
    const found = path.startsWith(api) ? described.matched(method, path.slice(api.length)) : null;
    const body: unknown = asked.body === '' ? undefined : JSON.parse(asked.body);
    const problems =
      found === null ? ['no such operation'] : described.problemsOf(found, query, body);
    if (found === null || problems.length > 0) {
      this.violations.push(`${method} ${path}?${query.toString()}: ${problems.join('; ')}`);
      return sent({ status: 422, data: { message: problems.join('; ') } });
    }
    const { owner, repo } = found.parameters;
    if (owner !== undefined && `${owner}/${repo ?? ''}` !== repository) {
      return sent({ status: 404, data: { message: 'The target could not be found.' } });
    }
    const given = (body ?? {}) as Readonly<Record<string, unknown>>;
    const answered = answerOf(this, { ...found, query, body: given });
    const { status, data, headers: told } = paged(query, answered);
    return { status, headers: told, body: described.answerOf(found, status, data) };
  }

  private tell(event: WorldEvent): void {
    if (this.webhook === null) return;
    const { url, secret } = this.webhook;
    const [name, payload] = payloadOf(event);
    const body = JSON.stringify({ ...payload, repository: { full_name: repository } });
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-gitea-delivery': randomUUID(),
      'x-gitea-event': name,
      'x-gitea-signature': signature,
    };
    const told = fetch(url, { method: 'POST', headers, body }).catch(() => undefined);
    this.deliveries.push(told);
  }
}

function payloadOf({ kind, action, number, sha }: WorldEvent): readonly [string, object] {
  const pull_request = { number };
  switch (kind) {
    case 'issue': {
      const told = action === 'labeled' ? 'label_updated' : action;
      return ['issues', { action: told, number, issue: { number, pull_request: null } }];
    }
    case 'issue-comment':
      return ['issue_comment', { action, is_pull: false, issue: { number, pull_request: null } }];
    case 'request':
      return ['pull_request', { action, number, pull_request }];
    case 'request-comment': {
      const issue = { number, pull_request: { merged: false } };
      return ['issue_comment', { action, is_pull: true, issue }];
    }
    case 'check':
      return ['status', { sha, state: 'failure', context: 'test' }];
  }
}

interface Page extends Answered {
  readonly headers: Readonly<Record<string, string>>;
}

function paged(query: URLSearchParams, answered: Answered): Page {
  if (answered.isList !== true) return { ...answered, headers: {} };
  const items = answered.data as readonly unknown[];
  const headers = { 'x-total-count': String(items.length) };
  return { status: 200, data: onPage(items, query), headers };
}

function sent({ status, data }: Answered): Answer {
  return { status, body: JSON.stringify(data) };
}
