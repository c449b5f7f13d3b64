declare const lock: unique symbol;

/**
 * A value that its transaction has read and locked until it ends. Changes are computed from such
 * values only, never from a projection, which may lag behind.
 */
export type Locked<T> = T & { readonly [lock]: true };
