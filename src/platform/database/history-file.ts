import { open, readFile, rename, rm, stat } from 'node:fs/promises';

/** The note beside a database file about its last known state. */
export interface HistoryNote {
  /** Id of the boot that wrote the note; the database stores the same id. */
  readonly boot: string;
  /** Last event number. */
  readonly seq: number;
}

/** Identifies the file on disk; a copy has another mark. */
interface FileMark {
  readonly inode: string;
  readonly born: string;
}

/**
 * The note beside a SQLite file. Each write creates a new file and stores that file's identity, so
 * a copied note, alone or with its folder, is told from the original.
 */
export class HistoryFile {
  private readonly path: string;

  constructor(databasePath: string) {
    this.path = `${databasePath}.history`;
  }

  /** Null: there is no note that was written in this place. */
  async read(): Promise<HistoryNote | null> {
    try {
      const note = JSON.parse(await readFile(this.path, 'utf8')) as HistoryNote & FileMark;
      const { inode, born } = markOf(await stat(this.path, { bigint: true }));
      return note.inode === inode && note.born === born ? note : null;
    } catch {
      return null;
    }
  }

  async write(note: HistoryNote): Promise<void> {
    const draft = `${this.path}.part`;
    await rm(draft, { force: true });
    const file = await open(draft, 'wx');
    try {
      const mark = markOf(await file.stat({ bigint: true }));
      await file.writeFile(JSON.stringify({ ...note, ...mark }));
    } finally {
      await file.close();
    }
    await rename(draft, this.path);
  }
}

function markOf(stats: { readonly ino: bigint; readonly birthtimeNs: bigint }): FileMark {
  return { inode: String(stats.ino), born: String(stats.birthtimeNs) };
}
