export const pageSize = 100;
/** Of every list. */
export const mostPages = 50;

/** The items of all pages up to a bound. */
export async function allPages<T>(
  ask: (page: number) => Promise<readonly T[]>,
  most = mostPages,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (let page = 1; page <= most; page += 1) {
    const items = await ask(page);
    found.push(...items);
    if (items.length < pageSize) break;
  }
  return found;
}
