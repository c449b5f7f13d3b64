/** A place where something may have happened; the forge is then asked what has. */
export type Look =
  | { readonly at: 'issue'; readonly number: number }
  | { readonly at: 'request'; readonly number: number }
  | { readonly at: 'commit'; readonly sha: string };

/** Subject of an event. */
export interface Meaning {
  /** `owner/name`, in lower case. */
  readonly repository: string;
  readonly looks: readonly Look[];
}

/** A repository by its forge's data. */
export interface RepositoryFacts {
  /** Present `owner/name`, in lower case. */
  readonly name: string;
  readonly url: string;
  readonly defaultBranch: string;
  /** Whether the token may push. */
  readonly mayPush: boolean;
}

export interface IssueFacts {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly url: string;
  readonly author: string;
  readonly labels: readonly string[];
  readonly isOpen: boolean;
}

export interface CommentFacts {
  /** Unique in the repository, over all kinds of comments. */
  readonly id: string;
  readonly author: string;
  readonly body: string;
  readonly url: string;
  /** The commented file; absent: none. */
  readonly path?: string;
  /** In the new file. */
  readonly line?: number;
}

/** A pull request or merge request. */
export interface RequestFacts {
  readonly number: number;
  readonly url: string;
  readonly branch: string;
  /** The branch into which it is to be merged. */
  readonly base: string;
  /** The commit at the tip of its branch. */
  readonly head: string;
  readonly state: 'open' | 'merged' | 'closed';
}

export interface CheckFacts {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly state: 'pending' | 'passed' | 'failed';
  /** Its own description. */
  readonly summary: string;
  /** Whether the forge has a log of it. */
  readonly hasLog: boolean;
}
