import type { ForgeKind } from '#protocol/records/enums.js';
import type {
  CheckFacts,
  CommentFacts,
  IssueFacts,
  Look,
  RepositoryFacts,
  RequestFacts,
} from '../forge-facts.js';

/** Address of a repository, and the token that asks for it. */
export interface ForgePlace {
  readonly kind: ForgeKind;
  /** Address of the forge, without a slash at its end. */
  readonly url: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
}

export interface RequestDraft {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

/** An issue or a request, where people can comment. */
export type Thread = Exclude<Look, { readonly at: 'commit' }>;

/** What changed since a time. */
export interface Changes {
  readonly threads: readonly Thread[];
  /** There was too much: what changed later is not among them. By the clock of the forge; null: all is. */
  readonly upTo: number | null;
}

/** One repository on a forge. Every method may throw a `ForgeError`. */
export interface ForgeClient {
  /** The name of the account. */
  self(): Promise<string>;
  repository(): Promise<RepositoryFacts>;
  /** Null: it never existed, or is gone. */
  issue(number: number): Promise<IssueFacts | null>;
  /** Open issues with a label; null: the latest ones with or without labels, up to a bound. */
  openIssues(label: string | null): Promise<readonly number[]>;
  /** Whether an issue's label was set by somebody who may label issues of others. */
  labelCounts(number: number, label: string): Promise<boolean>;
  /** Issues and requests that changed since a time of the forge's clock. */
  changedSince(since: number): Promise<Changes>;
  /** The present time of the forge's clock. */
  now(): Promise<number>;
  /** Comments of people, the oldest first. */
  comments(thread: Thread): Promise<readonly CommentFacts[]>;
  /** Whether an account may write to the repository. */
  mayAsk(author: string): Promise<boolean>;
  /** Writes a comment on an issue or a request; returns its address. */
  reply(thread: Thread, body: string): Promise<string>;
  /** Null: there is none. */
  request(number: number): Promise<RequestFacts | null>;
  /** The latest request of a branch of this repository. */
  requestOf(branch: string): Promise<RequestFacts | null>;
  openRequest(draft: RequestDraft): Promise<RequestFacts>;
  changeRequest(number: number, draft: Pick<RequestDraft, 'title' | 'body'>): Promise<void>;
  /** The latest check of each name. */
  checks(sha: string): Promise<readonly CheckFacts[]>;
  /** The end of a check's log; null: there is none. */
  logOf(check: CheckFacts): Promise<string | null>;
}

/** Name and password for git over HTTP. */
export function gitAccount({ kind, token }: Pick<ForgePlace, 'kind' | 'token'>): string {
  const name = { github: 'x-access-token', gitlab: 'oauth2', gitea: 'office' }[kind];
  return `${name}:${token}`;
}

/** Address of the repository for git. It follows from the configuration alone, so the token stays there. */
export function gitAddress({ url, repository }: Pick<ForgePlace, 'url' | 'repository'>): string {
  return `${url}/${repository}.git`;
}
