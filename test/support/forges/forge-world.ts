import { EventEmitter } from 'node:events';

export interface WorldComment {
  readonly id: number;
  readonly author: string;
  body: string;
  readonly at: number;
  /** Comments on lines of a change. */
  readonly path?: string;
  readonly line?: number;
  readonly kind: 'comment' | 'review' | 'line';
}

export interface WorldIssue {
  readonly number: number;
  title: string;
  body: string;
  readonly author: string;
  readonly createdAt: number;
  updatedAt: number;
  labels: string[];
  state: 'open' | 'closed';
  readonly comments: WorldComment[];
}

export interface WorldRequest extends WorldIssue {
  readonly branch: string;
  base: string;
  mergedAt: number | null;
  /** The tip when it was merged or closed. */
  lastTip: string;
}

export interface WorldCheck {
  readonly id: number;
  readonly name: string;
  readonly sha: string;
  readonly state: 'pending' | 'passed' | 'failed';
  /** A text, or bytes that need not be one. */
  readonly log: string | Buffer;
}

/** Something that a forge tells its webhook. */
export interface WorldEvent {
  readonly kind: 'issue' | 'issue-comment' | 'request' | 'request-comment' | 'check';
  readonly action: string;
  readonly number: number;
  readonly sha?: string;
}

/** What people and machines did on a forge, whatever kind it is of. */
export class ForgeWorld extends EventEmitter<{ event: [WorldEvent] }> {
  defaultBranch = 'main';
  /** The account of the token. */
  login = 'office-bot';
  readonly issues = new Map<number, WorldIssue>();
  readonly requests = new Map<number, WorldRequest>();
  readonly checks: WorldCheck[] = [];
  /** Accounts that may write. */
  readonly writers = new Set(['ada', this.login]);
  /** Whether the account of the token may push. */
  mayPush = true;
  /** By how much its clock is ahead, ms. */
  aheadMs = 0;
  /** Names of checks that are statuses of other programs, where a forge tells both apart. */
  readonly statuses = new Set<string>();
  /** So many lists of requests do not show the newest yet. */
  unlisted = 0;
  private numbers = 0;
  private ids = 1000;

  /** @param sharesNumbers issues and requests have one row of numbers, as on GitHub */
  constructor(private readonly sharesNumbers: boolean) {
    super();
  }

  openIssue(given: Partial<Pick<WorldIssue, 'title' | 'body' | 'author' | 'labels'>>): WorldIssue {
    const at = this.now();
    const issue: WorldIssue = {
      number: this.nextNumber(),
      title: 'Say good day',
      body: 'The file is missing.',
      author: 'eve',
      labels: [],
      ...given,
      ...{ createdAt: at, updatedAt: at, state: 'open', comments: [] },
    };
    this.issues.set(issue.number, issue);
    this.tell({ kind: 'issue', action: 'opened', number: issue.number });
    return issue;
  }

  label(issue: WorldIssue, label: string): void {
    issue.labels = [...issue.labels, label];
    this.touch(issue);
    this.tell({ kind: 'issue', action: 'labeled', number: issue.number });
  }

  unlabel(issue: WorldIssue, label: string): void {
    issue.labels = issue.labels.filter((each) => each !== label);
    this.touch(issue);
    this.tell({ kind: 'issue', action: 'unlabeled', number: issue.number });
  }

  edit(issue: WorldIssue, changed: Partial<Pick<WorldIssue, 'title' | 'body'>>): void {
    Object.assign(issue, changed);
    this.touch(issue);
    this.tell({ kind: 'issue', action: 'edited', number: issue.number });
  }

  reopen(request: WorldRequest): void {
    request.state = 'open';
    this.touch(request);
    this.tell({ kind: 'request', action: 'reopened', number: request.number });
  }

  closeIssue(issue: WorldIssue): void {
    issue.state = 'closed';
    this.touch(issue);
    this.tell({ kind: 'issue', action: 'closed', number: issue.number });
  }

  /** Writes under an issue or a request. */
  comment(
    at: WorldIssue | WorldRequest,
    author: string,
    body: string,
    more: Partial<Pick<WorldComment, 'path' | 'line' | 'kind'>> = {},
  ): WorldComment {
    const written: WorldComment = {
      ...{ id: this.nextId(), author, body, at: this.now(), kind: 'comment' },
      ...more,
    };
    at.comments.push(written);
    this.touch(at);
    const kind = 'branch' in at ? 'request-comment' : 'issue-comment';
    this.tell({ kind, action: 'created', number: at.number });
    return written;
  }

  openRequest(given: Pick<WorldRequest, 'branch' | 'base' | 'title' | 'body'>): WorldRequest {
    const at = this.now();
    const request: WorldRequest = {
      ...{ number: this.nextNumber(), author: this.login, labels: [], comments: [] },
      ...{ createdAt: at, updatedAt: at, state: 'open', mergedAt: null, lastTip: '' },
      ...given,
    };
    this.requests.set(request.number, request);
    this.tell({ kind: 'request', action: 'opened', number: request.number });
    return request;
  }

  /** Requests as they are listed. */
  listed(): readonly WorldRequest[] {
    const all = [...this.requests.values()];
    if (this.unlisted === 0) return all;
    this.unlisted -= 1;
    return all.slice(0, -1);
  }

  /** @param tip of its branch, which may be deleted later */
  endRequest(request: WorldRequest, tip: string, isMerged: boolean): void {
    request.state = 'closed';
    request.lastTip = tip;
    if (isMerged) request.mergedAt = this.now();
    this.touch(request);
    this.tell({ kind: 'request', action: 'closed', number: request.number });
  }

  /** Somebody pushed to the branch of a request. */
  pushed(request: WorldRequest): void {
    this.touch(request);
    this.tell({ kind: 'request', action: 'synchronize', number: request.number });
  }

  /** The end of a check; an earlier one of the name is replaced. */
  check(
    sha: string,
    name: string,
    state: WorldCheck['state'],
    log: WorldCheck['log'] = '',
  ): WorldCheck {
    const earlier = this.checks.findIndex((each) => each.sha === sha && each.name === name);
    if (earlier >= 0) this.checks.splice(earlier, 1);
    const check = { id: this.nextId(), name, sha, state, log };
    this.checks.push(check);
    if (state !== 'pending') this.tell({ kind: 'check', action: 'completed', number: 0, sha });
    return check;
  }

  touch(changed: WorldIssue): void {
    changed.updatedAt = this.now();
  }

  private now(): number {
    return Date.now() + this.aheadMs;
  }

  private nextNumber(): number {
    this.numbers += this.sharesNumbers ? 1 : 7;
    return this.numbers;
  }

  private nextId(): number {
    this.ids += 1;
    return this.ids;
  }

  private tell(event: WorldEvent): void {
    this.emit('event', event);
  }
}
