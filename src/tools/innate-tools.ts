import { documentTools } from './documents/document-tools.js';
import { proposeFactTool } from './notes/memory.tools.js';
import type { Tool } from './tool.js';

/**
 * Tools that every employee holds, without a grant, so that what vendors cache is the same for all.
 * One that is not for everybody refuses the others.
 */
export const innateTools: readonly Tool[] = [...documentTools, proposeFactTool];

export const innateToolNames: readonly string[] = innateTools.map(({ name }) => name);
