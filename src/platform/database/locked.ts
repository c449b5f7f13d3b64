declare const lock: unique symbol;

/**
 * What a transaction read and holds locked until it ends. A change is made from such a value only,
 * never from what a projection shows, which may be behind.
 */
export type Locked<T> = T & { readonly [lock]: true };
