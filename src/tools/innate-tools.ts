import { documentTools } from './documents/document-tools.js';
import { proposeFactTool } from './notes/memory.tools.js';
import type { Tool } from './tool.js';

/**
 * Tools that every employee holds without a grant. Each refuses employees for whom it is not meant.
 */
export const innateTools: readonly Tool[] = [...documentTools, proposeFactTool];

export const innateToolNames: readonly string[] = innateTools.map(({ name }) => name);
