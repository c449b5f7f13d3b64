import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { z } from 'zod';

const note = {
  /** Names the boot of the service that wrote it; the database names the same one. */
  boot: z.string(),
  /** The last event number. */
  seq: z.number(),
};

/** Which file on the disk it is: a copy is another one. */
const mark = { inode: z.string(), born: z.string() };

const markedNote = z.object({ ...note, ...mark });

/** What stands beside a database file: how far the database was when it was last looked at. */
export type HistoryNote = Pick<z.output<typeof markedNote>, keyof typeof note>;

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
      const written = { ...note, ...markOf(await file.stat({ bigint: true })) };
      await file.writeFile(JSON.stringify(written));
    } finally {
      await file.close();
    }
    await rename(draft, this.path);
  }
}

function markOf(stats: { readonly ino: bigint; readonly birthtimeNs: bigint }) {
  return { inode: String(stats.ino), born: String(stats.birthtimeNs) };
}
