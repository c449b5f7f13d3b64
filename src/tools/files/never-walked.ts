const neverWalked: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** True if tools enter a directory of this name when walking a tree. */
export function isWalked(name: string): boolean {
  return !neverWalked.has(name);
}
