/** A place where something may have happened; what did is asked of the forge. */
export type Look =
  | { readonly at: 'issue'; readonly number: number }
  | { readonly at: 'request'; readonly number: number }
  | { readonly at: 'commit'; readonly sha: string };

/** What an event is about. */
export interface Meaning {
  /** `owner/name`, in lower case. */
  readonly repository: string;
  readonly looks: readonly Look[];
}

/** A repository as its forge tells of it. */
export interface RepositoryFacts {
  /** `owner/name` as it is called now, in lower case. */
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
  /** The file that it is about; absent: none. */
  readonly path?: string;
  /** In the new file. */
  readonly line?: number;
}

/** A pull request or merge request. */
export interface RequestFacts {
  readonly number: number;
  readonly url: string;
  readonly branch: string;
  /** The branch that it is to be merged into. */
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
  /** What it says of itself. */
  readonly summary: string;
  /** Whether the forge keeps a log of it. */
  readonly hasLog: boolean;
}
