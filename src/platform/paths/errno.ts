/** The code of a failed system call (`ENOENT`), or undefined for any other thing thrown. */
export function errnoOf(thrown: unknown): string | undefined {
  if (typeof thrown !== 'object' || thrown === null || !('code' in thrown)) return undefined;
  return typeof thrown.code === 'string' ? thrown.code : undefined;
}

/** Nothing stands under this path, or a part of it is a file. */
export function isMissing(thrown: unknown): boolean {
  const code = errnoOf(thrown);
  return code === 'ENOENT' || code === 'ENOTDIR';
}
