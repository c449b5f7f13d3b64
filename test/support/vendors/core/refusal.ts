/** A request the vendor refuses, in the vendor's words. Thrown by its rules. */
export class Refusal extends Error {
  constructor(
    /** The rule that was broken, as the conformance table names it. */
    readonly rule: string,
    readonly status: number,
    /** Sent as JSON; a string is sent as it is. */
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`);
    this.name = 'Refusal';
  }
}
