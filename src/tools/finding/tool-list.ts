import type { StageMode } from '../../protocol/records/enums.js';
import type { ToolSchema } from '../../models/gateway/model-call.js';
import { schemaOf } from '../schema-of.js';
import type { Tool } from '../tool.js';
import { finderSchemas } from './find-tools.js';

/** Tools in a request; further ones are reached with `find_tools` and `use_tool`. */
const mostShownTools = 40;

/** Built-in tools for working: in a debate they are only found, like those beyond the list. */
const workTools: ReadonlySet<string> = new Set([
  'propose_fact',
  'write_file',
  'edit_file',
  'apply_patch',
  'run_shell',
  'shell_output',
  'shell_stop',
  'todo_write',
  'think',
]);

/**
 * The tools of a role that a model is shown, in a fixed order: built-in ones in registration order,
 * then all others by name. Schemas come first in a prompt, so a stable list keeps caches valid.
 * Tools not shown may be called too.
 * @param held in registration order
 */
export function shownTools(held: readonly Tool[], mode?: StageMode): readonly ToolSchema[] {
  const useful = withoutDoubles(held);
  const needed = mode === 'debate' ? useful.filter(({ name }) => !workTools.has(name)) : useful;
  const ordered = inFixedOrder(needed).map(schemaOf);
  if (needed.length === useful.length && ordered.length <= mostShownTools) return ordered;
  return [...ordered.slice(0, mostShownTools - finderSchemas.length), ...finderSchemas];
}

/** `grep` replaces `search_files`. */
function withoutDoubles(held: readonly Tool[]): readonly Tool[] {
  const greps = held.some(({ name }) => name === 'grep');
  return greps ? held.filter(({ name }) => name !== 'search_files') : held;
}

function inFixedOrder(tools: readonly Tool[]): readonly Tool[] {
  const others = tools.filter((tool) => !isBuiltIn(tool));
  return [
    ...tools.filter(isBuiltIn),
    ...others.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)),
  ];
}

/**
 * Names of servers' and harnesses' tools contain two underscores; plugins' tools have a plugin id.
 */
function isBuiltIn({ name, pluginId }: Tool): boolean {
  return pluginId === null && !name.includes('__');
}
