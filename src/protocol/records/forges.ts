import type { ForgeCheckState, ForgeIssueState, ForgeKind } from './enums.js';

/** When issues of a repository become work, and how much of it. */
export interface ForgeRules {
  /** Issues with this label; null: labels do not count. */
  readonly label: string | null;
  /** Issues that mention this name; null: mentions do not count. */
  readonly mention: string | null;
  /** Pipeline of the runs; null: the office chooses. */
  readonly pipelineId: string | null;
  /** USD for all runs of an issue together. */
  readonly issueUsd: number;
  /** How often failed checks and comments wake the run of an issue. */
  readonly wakes: number;
  /** Issues begun within a day. */
  readonly perDay: number;
  /** Seconds between two looks for news. */
  readonly pollSeconds: number;
}

/** A repository on a forge whose issues a floor works on. */
export interface Forge extends ForgeRules {
  readonly id: string;
  readonly kind: ForgeKind;
  /** Address of the forge. */
  readonly url: string;
  /** `owner/name`. */
  readonly repository: string;
  /** Address of the repository's page. */
  readonly page: string;
  readonly workspaceId: string;
  /** The account of the token. */
  readonly login: string;
  /** The branch that requests are to be merged into. */
  readonly base: string;
  readonly paused: boolean;
  readonly createdAt: number;
  /** When it was last asked for news; null: not yet. */
  readonly polledAt: number | null;
  /** Why the last request for news failed; null: it did not. */
  readonly problem: string | null;
  /** Why its ceiling for an issue does not pay for a run at present prices; null: it does. */
  readonly ceilingNote: string | null;
  /** Why the folder of its floor may not be a clone of the repository; null: it seems to be one. */
  readonly folderNote: string | null;
}

/** Answer of `POST /forges` and `POST /forges/:id/secret`. */
export interface ConnectedForge {
  readonly forge: Forge;
  /** Path of its webhook at this office. */
  readonly webhookPath: string;
  /** Signs the webhook's events. It is in this answer only. */
  readonly webhookSecret: string;
}

/**
 * An issue that became work, from its beginning to its end; or a change for which a person asked to
 * open a request.
 */
export interface ForgeIssue {
  readonly forgeId: string;
  /** Zero: there is no issue, a person asked for the request. */
  readonly number: number;
  readonly title: string;
  /** Address of the issue; empty: there is none. */
  readonly url: string;
  readonly state: ForgeIssueState;
  /** The latest run; null: none has begun. */
  readonly runId: string | null;
  readonly branch: string;
  /** Number of the request; null: there is none. */
  readonly request: number | null;
  readonly requestUrl: string | null;
  /** How often failed checks and comments have woken its run. */
  readonly wakes: number;
  /** USD of all its ended runs. */
  readonly spentUsd: number;
  readonly takenAt: number;
  readonly changedAt: number;
  /** Why work on the issue has stopped; null: it has not. */
  readonly note: string | null;
}

/** Permissions of a forge's token, as the forge reports them now. */
export interface ForgeToken {
  /** The account of the token. */
  readonly login: string;
  /** Push branches. */
  readonly push: boolean;
  /** Read issues. */
  readonly issues: boolean;
  /** Read checks. */
  readonly checks: boolean;
}

/** Answer of `GET /runs/:id/request`. */
export interface PossibleRequest {
  /** Why a request for the change of the run is not possible now, as a sentence; null: it is. */
  readonly refusal: string | null;
}

/** The issue of a run, and what came of it at its forge. */
export interface RunOrigin extends ForgeIssue {
  /** `owner/name`; null: it was disconnected. */
  readonly repository: string | null;
  /** Null: it was disconnected. */
  readonly kind: ForgeKind | null;
  /** Address of the branch's page; null: nothing was pushed. */
  readonly branchUrl: string | null;
  /** Combined state of the pushed commit's checks; null: none, or the forge does not tell. */
  readonly checks: ForgeCheckState | null;
  /** Address of a check in this state; null: none is known. */
  readonly checksUrl: string | null;
  /** Address of the last comment of a person on it; null: there is none. */
  readonly commentUrl: string | null;
}
