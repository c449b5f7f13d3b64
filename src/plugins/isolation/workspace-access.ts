import { messageOf } from '../../platform/errors/office-error.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { pluginCodeTexts, toolTexts } from '../../protocol/texts.js';
import { pluginLimits } from '../plugin-limits.js';
import type { FileValue, FileWish, OfficeNote } from './messages.js';

const listedEntries = 2000;

interface OpenCall {
  readonly root: ConfinedRoot;
  readonly written: Set<string>;
}

/**
 * Files of workspaces for the code of one plugin: only while one of its tools is being called, only
 * in the workspace of that call, and by the same rules of confinement as the office's own file
 * tools. The plugin's process itself reaches no workspace.
 */
export class WorkspaceAccess {
  private readonly calls = new Map<number, OpenCall>();

  constructor(private readonly reply: (note: OfficeNote) => void) {}

  open(call: number, workspaceRoot: string): void {
    this.calls.set(call, { root: new ConfinedRoot(workspaceRoot), written: new Set() });
  }

  /** @returns what was written during the call. */
  close(call: number): readonly string[] {
    const written = [...(this.calls.get(call)?.written ?? [])];
    this.calls.delete(call);
    return written;
  }

  /** Never throws: a refusal is an answer. */
  async grant(wish: FileWish): Promise<void> {
    try {
      const call = this.calls.get(wish.call);
      if (call === undefined) throw new Error(pluginCodeTexts.fileOver);
      this.reply({ file: wish.id, value: await perform(wish, call) });
    } catch (error) {
      this.reply({ file: wish.id, error: messageOf(error) });
    }
  }
}

async function perform(wish: FileWish, { root, written }: OpenCall): Promise<FileValue> {
  switch (wish.want) {
    case 'read':
      return read(root, wish.path);
    case 'list':
      return list(root, wish.path);
    case 'write':
      written.add(await write(root, wish.path, wish.content ?? ''));
      return null;
  }
}

async function read(root: ConfinedRoot, path: string): Promise<string> {
  const found = await root.find(path);
  if (found.kind === 'missing') throw new Error(toolTexts.noFile(path));
  if (found.kind === 'directory') {
    await found.directory.close();
    throw new Error(toolTexts.isDirectory(path));
  }
  try {
    if (found.size > pluginLimits.fileBytes) throw tooLarge(path);
    const bytes = Buffer.alloc(found.size);
    const { bytesRead } = await found.file.read(bytes, 0, found.size, 0);
    return bytes.toString('utf8', 0, bytesRead);
  } finally {
    await found.file.close();
  }
}

async function list(root: ConfinedRoot, path: string): Promise<readonly string[]> {
  const found = await root.find(path);
  if (found.kind === 'missing') throw new Error(toolTexts.noDirectory(path));
  if (found.kind === 'file') {
    await found.file.close();
    throw new Error(toolTexts.notADirectory(path));
  }
  try {
    const entries = await found.directory.entries();
    return entries
      .slice(0, listedEntries)
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
  } finally {
    await found.directory.close();
  }
}

function write(root: ConfinedRoot, path: string, content: string): Promise<string> {
  if (Buffer.byteLength(content) > pluginLimits.fileBytes) throw tooLarge(path);
  return root.write(path, content);
}

function tooLarge(path: string): Error {
  return new Error(pluginCodeTexts.fileTooLarge(path, pluginLimits.fileBytes));
}
