import { documentTools } from './documents/document-tools.js';
import { proposeFactTool } from './notes/memory.tools.js';
import type { Tool } from './tool.js';

/** Tools that every employee holds without a grant. Each refuses those it is not meant for. */
export const innateTools: readonly Tool[] = [...documentTools, proposeFactTool];

export const innateToolNames: readonly string[] = innateTools.map(({ name }) => name);
