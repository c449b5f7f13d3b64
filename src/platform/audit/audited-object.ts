/** Fields that name what a command is about, the most precise first. */
const idFields = [
  'approvalId',
  'runId',
  'tokenId',
  'employeeId',
  'roleId',
  'roomId',
  'pluginId',
  'providerId',
  'sourceId',
  'factId',
  'id',
  'workspaceId',
] as const;

const mostCharacters = 200;

/** The id in a payload or result; null: it has none. */
export function objectOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null) return null;
  const fields = value as Readonly<Record<string, unknown>>;
  for (const field of idFields) {
    const id = Object.hasOwn(fields, field) ? fields[field] : undefined;
    if (typeof id === 'string' && id !== '') return id.slice(0, mostCharacters).toWellFormed();
  }
  return null;
}
