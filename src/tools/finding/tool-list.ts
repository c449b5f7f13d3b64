import type { StageMode } from '../../protocol/records/enums.js';
import type { ToolSchema } from '../../models/gateway/model-call.js';
import { schemaOf } from '../schema-of.js';
import type { Tool } from '../tool.js';
import { finderSchemas } from './find-tools.js';

/** Tools that a request carries; those beyond are reached with `find_tools` and `use_tool`. */
const mostShownTools = 40;

/** Built-in tools to work with: in a debate they are found like those beyond the list. */
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
 * The tools that a model is shown of those that a role holds, in an order that is always the same:
 * built-in ones as they are registered, then all others by name. Schemas stand before everything else
 * in a prompt, so caches hold as long as they do. What is not shown may be called all the same.
 * @param held in the order of the registry
 */
export function shownTools(held: readonly Tool[], mode?: StageMode): readonly ToolSchema[] {
  const useful = withoutDoubles(held);
  const needed = mode === 'debate' ? useful.filter(({ name }) => !workTools.has(name)) : useful;
  const ordered = inFixedOrder(needed).map(schemaOf);
  if (needed.length === useful.length && ordered.length <= mostShownTools) return ordered;
  return [...ordered.slice(0, mostShownTools - finderSchemas.length), ...finderSchemas];
}

/** `grep` does all that `search_files` does. */
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

/** Names of servers' and harnesses' tools hold two underscores; those of plugins their plugin. */
function isBuiltIn({ name, pluginId }: Tool): boolean {
  return pluginId === null && !name.includes('__');
}
