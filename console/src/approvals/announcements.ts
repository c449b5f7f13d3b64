/** The approvals that were not announced yet, in order. */
export function unannounced<T extends { readonly id: string }>(
  approvals: readonly T[],
  announced: ReadonlySet<string>,
): readonly T[] {
  return approvals.filter(({ id }) => !announced.has(id));
}

/** The window's title: the number of waiting approvals, then page and floor. */
export function titleOf(page: string, floor: string, waiting: number): string {
  const names = [page, floor, 'Office'].filter((name) => name !== '').join(' · ');
  return waiting > 0 ? `(${waiting}) Approval needed · ${names}` : names;
}
