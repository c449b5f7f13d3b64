/** Bodies of HTTP answers that are not records. */

/** Every refusal and fault. */
export interface Refusal {
  /** The reason, for people; exact texts stand in `texts/`. */
  readonly error: string;
  /** What each value must be, if values break rules. */
  readonly rules?: readonly string[];
}

/** Body of an action that has no result to show. */
export interface Done {
  readonly ok: true;
}
