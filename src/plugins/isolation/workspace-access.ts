import pLimit from 'p-limit';
import { messageOf } from '../../platform/errors/error-text.js';
import { ConfinedRoot } from '../../platform/paths/confined-root.js';
import { pluginCodeTexts } from '../../protocol/texts/plugin-code.js';
import { secretTexts } from '../../protocol/texts/secrets.js';
import { toolTexts } from '../../protocol/texts/tools.js';
import type { ToolContext } from '../../tools/tool.js';
import { pluginLimits } from '../plugin-limits.js';
import type { FileRequest, ServiceReply } from './messages.js';

const listedEntries = 2000;

type FileValue = string | readonly string[] | null;

interface OpenCall {
  readonly root: ConfinedRoot;
  readonly context: Pick<ToolContext, 'hidden' | 'locks' | 'signal'>;
  readonly written: Set<string>;
  readonly underWay: Set<Promise<FileValue>>;
}

/**
 * Workspace files for one plugin's code: only during its tool calls, only in the call's workspace,
 * and confined like the office's own file tools. The process itself has no file access.
 */
export class WorkspaceAccess {
  private readonly calls = new Map<number, OpenCall>();
  private readonly few = pLimit(pluginLimits.filesAtOnce);

  /** @param reply settles when the plugin's process has received the reply */
  constructor(private readonly reply: (reply: ServiceReply) => Promise<void> | undefined) {}

  open(
    call: number,
    context: Pick<ToolContext, 'workspaceRoot' | 'hidden' | 'locks' | 'signal'>,
  ): void {
    const root = new ConfinedRoot(context.workspaceRoot);
    this.calls.set(call, { root, context, written: new Set(), underWay: new Set() });
  }

  /**
   * Starts nothing more for the call and waits for running requests, so that all writes are
   * reported. @returns the files written during the call.
   */
  async close(call: number): Promise<readonly string[]> {
    const open = this.calls.get(call);
    if (open === undefined) return [];
    this.calls.delete(call);
    await Promise.allSettled(open.underWay);
    return [...open.written];
  }

  /** Never throws: refusals are answers. A few at a time, to bound memory. */
  async grant(request: FileRequest): Promise<void> {
    const { id } = request;
    if (this.few.pendingCount >= pluginLimits.filesWaiting) {
      const error = pluginCodeTexts.tooManyFileRequests(pluginLimits.filesWaiting);
      return this.reply({ reply: id, error });
    }
    await this.few(async () => {
      const reply = await this.answer(request).then(
        (value): ServiceReply => ({ reply: id, value }),
        (error: unknown): ServiceReply => ({ reply: id, error: messageOf(error) }),
      );
      await this.reply(reply);
    });
  }

  private async answer(request: FileRequest): Promise<FileValue> {
    const call = this.calls.get(request.call);
    if (call === undefined) throw new Error(pluginCodeTexts.fileOver);
    const work = perform(request, call);
    call.underWay.add(work);
    try {
      return await work;
    } finally {
      call.underWay.delete(work);
    }
  }
}

async function perform(request: FileRequest, call: OpenCall): Promise<FileValue> {
  const { root, written } = call;
  switch (request.request) {
    case 'read':
      await refuseHidden(call, request.path);
      return read(root, request.path);
    case 'list':
      return list(root, request.path);
    case 'write':
      written.add(await write(call, request.path, request.content ?? ''));
      return null;
  }
}

/** Refuses hidden files, because a plugin's code cannot ask a person. */
async function refuseHidden({ root, context }: OpenCall, candidate: string): Promise<void> {
  const path = root.relative(await root.check(candidate));
  if (await context.hidden?.hides(path, context.signal)) throw new Error(secretTexts.closed(path));
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

/** Locked against employees who change the same file. */
async function write(
  { root, context: { locks, signal } }: OpenCall,
  path: string,
  content: string,
): Promise<string> {
  if (Buffer.byteLength(content) > pluginLimits.fileBytes) throw tooLarge(path);
  const put = (): Promise<string> => root.write(path, content);
  if (locks === undefined) return put();
  return locks.hold(new Map([[await root.lockName(path), path]]), signal, put);
}

function tooLarge(path: string): Error {
  return new Error(pluginCodeTexts.fileTooLarge(path, pluginLimits.fileBytes));
}
