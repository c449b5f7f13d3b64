/** Kinds of a guest's line, for the process around its machine. */
export const postKinds = {
  tell: 0,
  /** An answer to the service's request with this number. */
  answer: 1,
  /** A request that the service will answer under this number. */
  request: 2,
  /** The last line; the process ends. */
  fault: 3,
} as const;
