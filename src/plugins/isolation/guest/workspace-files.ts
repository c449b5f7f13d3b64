import { pluginCodeTexts } from '#protocol/texts/plugin-code.js';
import type { FileOperation } from '../messages.js';
import type { ServiceRequests } from './service-requests.js';

/** The workspace files of a tool call. Paths are relative. */
export interface WorkspaceFiles {
  read(path: string): Promise<string>;
  write(path: string, content: string): Promise<void>;
  /** Names in a directory; directories end with `/`. */
  list(path?: string): Promise<readonly string[]>;
}

/** The files of one tool call; inaccessible once `isOver` returns true. */
export function workspaceFiles(
  requests: ServiceRequests,
  call: number,
  isOver: () => boolean,
): WorkspaceFiles {
  const ask = async (request: FileOperation, path: unknown, content?: string) => {
    if (isOver()) throw new Error(pluginCodeTexts.fileOver);
    const asked = { request, call, path: String(path) };
    return requests.ask(content === undefined ? asked : { ...asked, content });
  };
  return {
    read: async (path) => (await ask('read', path)) as string,
    write: async (path, content) => void (await ask('write', path, String(content))),
    list: async (path = '.') => (await ask('list', path)) as readonly string[],
  };
}
