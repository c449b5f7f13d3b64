import type { ChangeAction, ChangeSide, CommentSending, FileChangeKind } from './enums.js';

/** Body of `GET /runs/:id/changes`: all file changes of a run. */
export interface RunChanges {
  readonly runId: string;
  /** True: the run is at work; its settled turns are included, and more may follow. */
  readonly atWork: boolean;
  /** Changes whenever the file changes do. */
  readonly version: string;
  /** Sorted by path. */
  readonly files: readonly FileChange[];
  /** Bytes of the whole patch, which `GET /runs/:id/changes.patch` answers; null: too large. */
  readonly patchBytes: number | null;
  /**
   * Changed paths that no state holds because they are ignored, too large, unreadable, or were
   * written between recordings; a directory ends with `/`.
   */
  readonly unrecorded: readonly string[];
  /** Further remarks on the changes, as sentences. */
  readonly notes: readonly string[];
}

/** The difference of one file between the states before and after a run. */
export interface FileChange {
  /** Relative to the workspace. */
  readonly path: string;
  readonly kind: FileChangeKind;
  /** Lines; null for a binary file. */
  readonly added: number | null;
  readonly removed: number | null;
  /** Bytes of its patch; null: the patch is too large. */
  readonly patchBytes: number | null;
  /** Programs run it, or commands in it, when a person works in the folder; absent: not known. */
  readonly runByTools?: true;
  /** Id of the file's content after the run; another content has another id. */
  readonly content: string;
}

/** Lines of a change that a person commented on. */
export interface CommentedLines {
  /** Relative to the workspace. */
  readonly path: string;
  readonly side: ChangeSide;
  /** The only or last line, from 1. */
  readonly line: number;
  /** The first line, if there are several. */
  readonly fromLine?: number;
  /** The person's words. */
  readonly text: string;
  /** The lines as they were; a long quotation is cut. */
  readonly quoted: string;
  /** Role of the employee who wrote the file last; absent: unknown. */
  readonly roleId?: string;
}

/** A comment on the change of a run, kept with it. */
export interface RunComment extends CommentedLines {
  readonly id: string;
  readonly at: number;
  /** Name given by the person, at most 80 characters; unchecked, because there are no accounts. */
  readonly byName?: string;
  /** Absent: it is kept until it is sent. */
  readonly sent?: SentComment;
}

export interface SentComment {
  readonly at: number;
  /** `steered`: as an instruction to this run; `continued`: with the brief of another run. */
  readonly as: CommentSending;
  /** The run that got it. */
  readonly runId: string;
}

/** Body of `GET /runs/:id/changes/lines`: some lines of a changed file. */
export interface ChangedLines {
  readonly path: string;
  readonly side: ChangeSide;
  /** Number of the first of `lines`, from 1. */
  readonly from: number;
  /** Lines of the whole file on that side. */
  readonly total: number;
  readonly lines: readonly string[];
  /** As in `RunChanges`. */
  readonly version: string;
}

/** Body of `GET /runs/:id/changes/actions`: what can be done with the change of a run. */
export interface ChangeActions {
  readonly runId: string;
  /** Why an action is not possible now, as a sentence; absent: it is. */
  readonly refusals: Readonly<Partial<Record<ChangeAction, string>>>;
  /** A name for the branch. */
  readonly branch: string;
  /** A message for one commit with all of it. */
  readonly message: string;
  /** First lines of the messages with one commit per turn; empty if there can be no branch. */
  readonly commits: readonly string[];
  /** Ids of earlier runs whose changes the branch holds too; empty if there can be no branch. */
  readonly earlier: readonly string[];
}

/** A comment as a client gives it. */
export interface GivenComment {
  /** Id of the kept comment that it replaces. */
  readonly id?: string;
  readonly path: string;
  readonly side: ChangeSide;
  /** The only or last line, from 1. */
  readonly line: number;
  /** The first line, if there are several. */
  readonly fromLine?: number;
  readonly text: string;
}
