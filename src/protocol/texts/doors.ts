import type { Door } from '../records/enums.js';

const words: Readonly<Record<Door, string>> = {
  http: 'by a page or the API',
  socket: 'by a page or client',
  mcp: 'by MCP',
  hook: 'by a hook',
  schedule: 'by a schedule',
  forge: 'by a forge',
  service: 'by the service',
};

/** How a change came in, as people read it. */
export function doorWord(door: string): string {
  return words[door as Door] ?? door;
}
