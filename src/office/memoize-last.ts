/**
 * Memoises the last result of a pure function by the identity of its arguments. The sources return
 * the same object until a change, so nothing must be invalidated.
 */
export function memoizeLast<A extends readonly unknown[], R>(
  make: (...args: A) => R,
): (...args: A) => R {
  let last: { readonly args: A; readonly result: R } | undefined;
  return (...args) => {
    const known = last?.args.every((arg, index) => arg === args[index]) ? last : undefined;
    last = known ?? { args, result: make(...args) };
    return last.result;
  };
}
