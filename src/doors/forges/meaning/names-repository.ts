/**
 * True if the address of a remote ends with this repository, `owner/name`, on any host, because
 * hosts have other names over SSH.
 */
export function namesRepository(address: string, repository: string): boolean {
  const name = repository.toLowerCase();
  const ends = ['/', ':'].flatMap((before) => ['', '.git'].map((after) => before + name + after));
  const path = address.trim().toLowerCase();
  return ends.some((end) => path.endsWith(end) || path.endsWith(`${end}/`));
}
