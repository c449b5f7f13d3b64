/** Bodies of HTTP answers that are no records of their own. */

/** Every refusal and fault. */
export interface Refusal {
  /** The reason, for people; exact texts stand in `texts/`. */
  readonly error: string;
  /** What each value must be, where values break rules. */
  readonly rules?: readonly string[];
}

/** An action that has nothing to show for itself. */
export interface Done {
  readonly ok: true;
}
