import { documentTools } from './documents/document-tools.js';
import { proposeFactTool } from './notes/memory.tools.js';
import { setPlanTool } from './notes/set-plan.tool.js';
import type { Tool } from './tool.js';

/** Tools that every employee holds without a grant. Each refuses those it is not meant for. */
export const innateTools: readonly Tool[] = [...documentTools, proposeFactTool];

/** Held by whoever plans a run, without a grant. */
export const plannerTools: readonly Tool[] = [setPlanTool];

export const innateToolNames: readonly string[] = innateTools.map(({ name }) => name);
