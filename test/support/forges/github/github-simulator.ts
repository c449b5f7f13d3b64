import { createHash, createHmac, randomUUID } from 'node:crypto';
import { type Answer, type Asked, ForgeServer } from '../forge-server.js';
import { ForgeWorld, type WorldEvent } from '../forge-world.js';
import { GitOverHttp } from '../git-over-http.js';
import { Described, type Matched } from '../described.js';
import { GithubViews } from './github-views.js';

const api = '/api/v3';
const repository = 'acme/widgets';
const described = Described.read(new URL('./description.json', import.meta.url));

/** What becomes of an event on its way. */
export type Fate = 'sent' | 'twice' | 'late' | 'lost';

interface Webhook {
  readonly url: string;
  readonly secret: string;
}

/**
 * GitHub, as far as its published description goes: what that does not know is refused and noted as a
 * violation, and every answer is one that GitHub could give.
 */
export class GithubSimulator {
  readonly kind = 'github';
  readonly repository = repository;
  readonly token = 'ghp_simulated0123456789';
  readonly world = new ForgeWorld(true);
  readonly git: GitOverHttp;
  readonly server: ForgeServer;
  /** Requests that GitHub would refuse. */
  readonly violations: string[] = [];
  /** Requests left in this hour; null: no limit. */
  remaining: number | null = null;
  /** What logs are said to be. */
  logType = 'text/plain';
  /** Where logs are instead; null: here. */
  logsAt: string | null = null;
  /** The repository that events are about, as they say. */
  namesRepository = repository;
  /** Requests with another token. */
  refusals = 0;
  /** What the office answered to events. */
  readonly answers: number[] = [];
  /** Answers to conditional requests that have not changed. */
  unchanged = 0;
  /** Of the event of this number. */
  fate: (nth: number) => Fate = () => 'sent';
  private events = 0;
  private readonly late: (() => void)[] = [];
  private webhook: Webhook | null = null;
  private readonly deliveries: Promise<unknown>[] = [];
  private readonly views: GithubViews;

  private constructor(directory: string) {
    this.git = new GitOverHttp(directory, repository, () => `x-access-token:${this.token}`);
    this.server = new ForgeServer(this.git, (asked) => this.answer(asked), this.violations);
    this.views = new GithubViews(this.world, this.git, () => `${this.server.url}/${repository}`);
    this.world.on('event', (event) => void this.tell(event));
  }

  static async start(directory: string): Promise<GithubSimulator> {
    const simulator = new GithubSimulator(directory);
    await simulator.server.listen();
    return simulator;
  }

  get url(): string {
    return this.server.url;
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

  /** Resolves once all events so far were taken. */
  async told(): Promise<void> {
    for (const send of this.late.splice(0)) send();
    await Promise.all(this.deliveries);
  }

  private answer(asked: Asked): Answer {
    const { method, path, query, headers } = asked;
    const [, job] = /^\/raw-logs\/(\d+)$/.exec(path) ?? [];
    if (job !== undefined) return this.log(Number(job));
    if (headers.authorization !== `token ${this.token}`) {
      this.refusals += 1;
      return failure(401, 'Bad credentials');
    }
    const found = path.startsWith(api) ? described.matched(method, path.slice(api.length)) : null;
    if (found === null) return this.violated(asked, ['no such operation']);
    if (headers['user-agent'] === undefined) return this.violated(asked, ['no user agent']);
    const body: unknown = asked.body === '' ? undefined : JSON.parse(asked.body);
    const problems = described.problemsOf(found, query, body);
    if (problems.length > 0) return this.violated(asked, problems);
    if (this.remaining === 0) return limited();
    const answered = this.views.answer(found, query, body as Readonly<Record<string, unknown>>);
    return this.conditional(asked, found, answered);
  }

  /** Logs are at another place, which needs no token. */
  private log(job: number): Answer {
    const found = this.world.checks.find(({ id }) => id === job);
    const headers = { 'content-type': this.logType };
    return { status: found === undefined ? 404 : 200, headers, body: found?.log ?? '' };
  }

  /** What has not changed costs nothing of the limit. */
  private conditional(
    { method, headers }: Asked,
    found: Matched,
    { status, data, location }: ReturnType<GithubViews['answer']>,
  ): Answer {
    if (location !== undefined) {
      return { status, headers: { location: this.logsAt ?? location }, body: '' };
    }
    const body = described.answerOf(found, status, data);
    const etag = `W/"${createHash('sha256').update(body).digest('hex')}"`;
    if (method === 'GET' && headers['if-none-match'] === etag) {
      this.unchanged += 1;
      return { status: 304, headers: { etag }, body: '' };
    }
    if (this.remaining !== null) this.remaining -= 1;
    return { status, headers: method === 'GET' && status === 200 ? { etag } : {}, body };
  }

  private violated({ method, path, query }: Asked, problems: readonly string[]): Answer {
    const asked = [path, query.toString()].filter((part) => part !== '').join('?');
    this.violations.push(`${method} ${asked}: ${problems.join('; ')}`);
    return failure(422, problems.join('; '));
  }

  private tell(event: WorldEvent): void {
    if (this.webhook === null) return;
    const { url, secret } = this.webhook;
    const { name, payload } = this.views.eventOf(event);
    const about = { ...payload, repository: { full_name: this.namesRepository } };
    const body = JSON.stringify(about);
    const signature = createHmac('sha256', secret).update(body).digest('hex');
    const headers = {
      'content-type': 'application/json',
      'x-github-event': name,
      'x-github-delivery': randomUUID(),
      'x-hub-signature-256': `sha256=${signature}`,
    };
    // One that is lost stays so, as GitHub sends nothing again by itself.
    const send = (): void => {
      const sent = fetch(url, { method: 'POST', headers, body }).then(
        ({ status }) => this.answers.push(status),
        () => undefined,
      );
      this.deliveries.push(sent);
    };
    this.events += 1;
    const fate = this.fate(this.events);
    const before = this.late.splice(0);
    if (fate === 'late') this.late.push(send);
    if (fate === 'sent' || fate === 'twice') send();
    if (fate === 'twice') send();
    for (const each of before) each();
  }
}

function failure(status: number, message: string): Answer {
  return { status, body: JSON.stringify({ message }) };
}

function limited(): Answer {
  const reset = String(Math.ceil(Date.now() / 1000) + 1);
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': reset };
  return { ...failure(403, 'API rate limit exceeded'), headers };
}
