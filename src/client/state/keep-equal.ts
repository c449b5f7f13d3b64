/**
 * The new value with equal parts replaced by the former objects, so that changes are visible by
 * identity. Items of lists are matched by `id`, others by position. For JSON values.
 */
export function keepEqual<T>(before: unknown, after: T): T {
  if (Object.is(before, after)) return after;
  if (Array.isArray(after)) return keepItems(before, after as readonly unknown[]) as T;
  if (!isRecord(after) || !isRecord(before)) return after;
  const kept: Record<string, unknown> = {};
  let isSame = Object.keys(before).length === Object.keys(after).length;
  for (const [key, value] of Object.entries(after)) {
    kept[key] = keepEqual(before[key], value);
    isSame &&= Object.is(kept[key], before[key]) && key in before;
  }
  return (isSame ? before : kept) as T;
}

function keepItems(before: unknown, after: readonly unknown[]): readonly unknown[] {
  if (!Array.isArray(before)) return after;
  const earlier = before as readonly unknown[];
  const byId = new Map(earlier.flatMap((item) => (idOf(item) ? [[idOf(item), item]] : [])));
  let isSame = earlier.length === after.length;
  const kept = after.map((item, index) => {
    const id = idOf(item);
    const found = keepEqual(id === undefined ? earlier[index] : byId.get(id), item);
    isSame &&= Object.is(found, earlier[index]);
    return found;
  });
  return isSame ? earlier : kept;
}

function idOf(item: unknown): string | undefined {
  return isRecord(item) && typeof item.id === 'string' ? item.id : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
