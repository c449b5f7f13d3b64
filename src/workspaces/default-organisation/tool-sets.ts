/**
 * The tool sets of the shipped roles. Each contains the one before it: look, look outside, document,
 * develop.
 */

export const readTools = [
  'think',
  'todo_write',
  'list_dir',
  'read_file',
  'glob',
  'grep',
  'git',
  'recall',
] as const;

export const researchTools = [...readTools, 'web_search', 'web_fetch'] as const;

export const documentTools = [...readTools, 'write_file', 'web_search', 'web_fetch'] as const;

export const developTools = [
  ...documentTools,
  'search_files',
  'edit_file',
  'apply_patch',
  'run_shell',
] as const;
