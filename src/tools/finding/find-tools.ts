import type { ToolSchema } from '../../models/gateway/model-call.js';
import { clip } from '../../platform/text/clip.js';
import { toolFinderTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { schemaOf } from '../schema-of.js';
import type { Tool, ToolParameters, ToolResult } from '../tool.js';
import { rankTools } from './rank-tools.js';

export const findToolsName = 'find_tools';
export const useToolName = 'use_tool';

const usualTools = 5;
const mostTools = 20;

/** Characters of an answer, below the limit of tool results. */
const answerCharacters = 7_500;
const descriptionCharacters = 600;

interface Query {
  readonly query: string;
  readonly limit: number;
}

/** `find_tools` over a role's tools. */
export function findToolsTool(held: readonly Tool[]): Tool {
  return builtInTool<Query>({
    name: findToolsName,
    description: toolFinderTexts.findDescription,
    required: ['query'],
    properties: {
      query: { type: 'string', minLength: 1, description: toolFinderTexts.queryArgument },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: mostTools,
        default: usualTools,
      },
    },
    readOnly: true,
    run: async ({ query, limit }) => answer(query, rankTools(query, held), limit),
  });
}

const useToolParameters: ToolParameters = {
  type: 'object',
  properties: {
    name: { type: 'string' },
    arguments: { type: 'object', properties: {} },
  },
  required: ['name', 'arguments'],
};

/** Schemas of the two tools that reach tools not shown; constant. */
export const finderSchemas: readonly ToolSchema[] = [
  schemaOf(findToolsTool([])),
  {
    name: useToolName,
    description: toolFinderTexts.useDescription,
    parameters: useToolParameters,
  },
];

function answer(query: string, found: readonly Tool[], limit: number): ToolResult {
  if (found.length === 0) return { ok: true, content: toolFinderTexts.nothingFound(query) };
  const entries: string[] = [];
  let left = answerCharacters;
  for (const tool of found.slice(0, limit)) {
    const whole = entryOf(tool);
    const entry = whole.length <= left ? whole : briefEntryOf(tool);
    if (entry.length > left) break;
    entries.push(entry);
    left -= entry.length;
  }
  const more = found.length - entries.length;
  if (more > 0) entries.push(toolFinderTexts.moreFound(more));
  return { ok: true, content: entries.join('\n\n'), preview: toolFinderTexts.found(found.length) };
}

function entryOf(tool: Tool): string {
  const { name, description, parameters } = schemaOf(tool);
  const what = clip(description, descriptionCharacters, '…');
  return toolFinderTexts.entry(name, what, JSON.stringify(parameters));
}

/** Only with the names of its arguments. */
function briefEntryOf(tool: Tool): string {
  const { name, description, parameters } = schemaOf(tool);
  const names = Object.keys(parameters['properties'] ?? {}).join(', ');
  return clip(toolFinderTexts.entry(name, clip(description, 200, '…'), names), 1000, '…');
}
