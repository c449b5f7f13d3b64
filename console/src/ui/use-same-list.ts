import { useState } from 'react';

/** The previous list while it has the same items, so that it can be a dependency. */
export function useSameList<T>(list: readonly T[]): readonly T[] {
  const [kept, setKept] = useState(list);
  const isSame = kept.length === list.length && kept.every((item, at) => Object.is(item, list[at]));
  if (isSame) return kept;
  setKept(list);
  return list;
}
