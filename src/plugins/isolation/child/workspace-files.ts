import { pluginCodeTexts } from '../../../protocol/texts.js';
import type { FileOperation, FileValue, FileWish, OfficeNote } from '../messages.js';

type FileNote = Extract<OfficeNote, { file: number }>;

interface Waiting {
  readonly resolve: (value: FileValue) => void;
  readonly reject: (reason: Error) => void;
}

/** The files of the workspace a tool call works in. Paths are relative to it. */
export interface WorkspaceFiles {
  read(path: string): Promise<string>;
  write(path: string, content: string): Promise<void>;
  /** Names in a directory; those of directories end in `/`. */
  list(path?: string): Promise<readonly string[]>;
}

/** Asks the office for files, since the process itself reaches no workspace. */
export class FileWishes {
  private readonly waiting = new Map<number, Waiting>();
  private lastId = 0;

  constructor(private readonly say: (wish: FileWish) => void) {}

  /** The files of one tool call; they are out of reach once `isOver` is true. */
  ofCall(call: number, isOver: () => boolean): WorkspaceFiles {
    const ask = async (want: FileOperation, path: unknown, content?: string) => {
      if (isOver()) throw new Error(pluginCodeTexts.fileOver);
      return this.ask(want, call, String(path), content);
    };
    return {
      read: async (path) => (await ask('read', path)) as string,
      write: async (path, content) => void (await ask('write', path, String(content))),
      list: async (path = '.') => (await ask('list', path)) as readonly string[],
    };
  }

  settle(note: FileNote): void {
    const waiting = this.waiting.get(note.file);
    this.waiting.delete(note.file);
    if (note.error !== undefined) waiting?.reject(new Error(note.error));
    else waiting?.resolve(note.value ?? null);
  }

  private ask(
    want: FileOperation,
    call: number,
    path: string,
    content: string | undefined,
  ): Promise<FileValue> {
    this.lastId += 1;
    const id = this.lastId;
    return new Promise((resolve, reject) => {
      this.say({ want, id, call, path, ...(content === undefined ? {} : { content }) });
      this.waiting.set(id, { resolve, reject });
    });
  }
}
