/** A directory and its subdirectories, from which a floor's directory is chosen. */
export interface FolderList {
  readonly path: string;
  /** Null: it is an allowed root. */
  readonly parent: string | null;
  /** Directories below which a floor may be; the folder of workspaces is first. */
  readonly roots: readonly string[];
  readonly repository: boolean;
  /** Why no floor can be opened in it; null: one can. */
  readonly refusal: string | null;
  /** Sorted; without hidden ones and links. */
  readonly folders: readonly ListedFolder[];
  /** There are more than are listed. */
  readonly more: boolean;
}

export interface ListedFolder {
  readonly name: string;
  readonly path: string;
  readonly repository: boolean;
}
