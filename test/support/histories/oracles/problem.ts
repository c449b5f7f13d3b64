/** A promise that a history breaks. */
export interface Problem {
  readonly oracle: string;
  /** What it concerns: a run, an approval, a client. */
  readonly about: string;
  readonly message: string;
}
