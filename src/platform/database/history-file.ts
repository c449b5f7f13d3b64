import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { z } from 'zod';

/** The note, and the mark of its file; a copy has another mark. */
const markedNote = z.object({
  /** Id of the boot that wrote the note; the database stores the same id. */
  boot: z.string(),
  /** Last event number. */
  seq: z.number(),
  inode: z.string(),
  born: z.string(),
});

/** The note beside a database file about its last known state. */
export type HistoryNote = Pick<z.output<typeof markedNote>, 'boot' | 'seq'>;

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
      const read = markedNote.parse(JSON.parse(await readFile(this.path, 'utf8')));
      const { inode, born } = markOf(await stat(this.path, { bigint: true }));
      return read.inode === inode && read.born === born ? read : null;
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

function markOf(stats: { readonly ino: bigint; readonly birthtimeNs: bigint }) {
  return { inode: String(stats.ino), born: String(stats.birthtimeNs) };
}
