/** A refused request in the provider's words. Thrown by its rules. */
export class Refusal extends Error {
  constructor(
    /** The broken rule, as the conformance table names it. */
    readonly rule: string,
    readonly status: number,
    /** A string is sent as it is, anything else as JSON. */
    readonly body: unknown,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${status} ${typeof body === 'string' ? body : JSON.stringify(body)}`);
    this.name = 'Refusal';
  }
}
