/** Bodies of HTTP answers that are not records. */

/** Every refusal and fault. */
export interface Refusal {
  /** The reason, for people; exact texts stand in `texts/`. */
  readonly error: string;
  /** What each value must be, if values break rules. */
  readonly rules?: readonly string[];
  /**
   * The field of the request that the error is about; not below `/api/`, whose answers are fixed.
   */
  readonly field?: string;
}

/** Body of an action that has no result to show. */
export interface Done {
  readonly ok: true;
}
