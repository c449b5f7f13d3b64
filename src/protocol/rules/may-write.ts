import type { Role } from '../records/organisation.js';

/** Tools whose only purpose is to write files. */
export const writingTools: ReadonlySet<string> = new Set([
  'write_file',
  'edit_file',
  'apply_patch',
]);

/** Whether an employee may write files. */
export function mayWrite({ allowedTools }: Pick<Role, 'allowedTools'>): boolean {
  return allowedTools.some((name) => writingTools.has(name));
}
