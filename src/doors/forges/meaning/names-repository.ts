/**
 * True if the address of a remote leads to a repository of this name, `owner/name`, on whatever host:
 * hosts have other names over SSH.
 */
export function namesRepository(address: string, repository: string): boolean {
  const name = repository.toLowerCase();
  const ends = ['/', ':'].flatMap((before) => ['', '.git'].map((after) => before + name + after));
  const path = address.trim().toLowerCase();
  return ends.some((end) => path.endsWith(end) || path.endsWith(`${end}/`));
}
