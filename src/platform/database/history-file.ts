import { open, readFile, rename, rm, stat } from 'node:fs/promises';

/** What stands beside a database file: how far the database was when it was last looked at. */
export interface HistoryNote {
  /** Names the boot of the service that wrote it; the database names the same one. */
  readonly boot: string;
  /** The last event number. */
  readonly seq: number;
}

/** Which file on the disk it is: a copy is another one. */
interface FileMark {
  readonly inode: string;
  readonly born: string;
}

/**
 * The note beside a SQLite file. It is made anew by each write and knows which file it is, so that a
 * note that was copied, alone or with the folder around it, is told from the one that was written.
 */
export class HistoryFile {
  private readonly path: string;

  constructor(databasePath: string) {
    this.path = `${databasePath}.history`;
  }

  /** Null: there is none that was written here. */
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
