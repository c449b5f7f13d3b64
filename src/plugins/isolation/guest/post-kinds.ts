/** What a line of the guest is to the process around its machine. */
export const postKinds = {
  tell: 0,
  /** To what the service asked under the number. */
  answer: 1,
  /** The service will reply under the number. */
  request: 2,
  /** The last line; the process ends. */
  fault: 3,
} as const;
