const neverWalked: ReadonlySet<string> = new Set(['node_modules', '.git']);

/** Whether tools look into a directory of this name when they walk a tree. */
export function isWalked(name: string): boolean {
  return !neverWalked.has(name);
}
