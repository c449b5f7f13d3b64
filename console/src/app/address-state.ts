import { goWith, replaceWith, usePlace } from './router.js';

/** How a change enters the browser's history: as a step that Back undoes, or in place. */
type Step = 'step' | 'in place';

/**
 * A value that is part of the address, so that Back, reload and a sent link keep it. The usual value
 * is left out of the address.
 */
export function useAddressState(
  name: string,
  usual: string,
  step: Step = 'step',
): readonly [string, (value: string) => void] {
  const { query } = usePlace();
  const set = (value: string) =>
    (step === 'step' ? goWith : replaceWith)({ [name]: value === usual ? null : value });
  return [query.get(name) ?? usual, set];
}

/**
 * A filter whose values are all part of the address.
 * @param typed names of the values that people type: these change the address in place
 */
export function useAddressFilter<T extends { readonly [K in keyof T]: string }>(
  usual: T,
  typed: readonly (keyof T & string)[],
): readonly [T, (change: Partial<T>) => void] {
  const { query } = usePlace();
  const values = Object.entries<string>(usual);
  const filter = Object.fromEntries(
    values.map(([name, value]) => [name, query.get(name) ?? value]),
  );
  const set = (change: Partial<T>) => {
    const changed = Object.entries<string>(change as Record<string, string>).map(
      ([name, value]) => [name, value === usual[name as keyof T] ? null : value] as const,
    );
    const isTyped = changed.every(([name]) => (typed as readonly string[]).includes(name));
    (isTyped ? replaceWith : goWith)(Object.fromEntries(changed));
  };
  return [filter as T, set];
}
