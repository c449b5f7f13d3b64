/** The code of a failed system call (`ENOENT`); undefined for anything else thrown. */
export function errnoOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** True if nothing exists at the path, or a parent is a file. */
export function isMissing(thrown: unknown): boolean {
  const code = errnoOf(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
