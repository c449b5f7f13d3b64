/** Turns texts into vectors, as memory needs it; who does it is the business of `models`. */
export abstract class Embedder {
  /** `<provider>/<model>`: vectors of different names cannot be compared. */
  abstract readonly name: string;

  /** False while no configured provider has the model. */
  abstract readonly available: boolean;

  /** One vector for each text, in their order. Rejects for whatever kept it from that. */
  abstract embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly number[])[]>;
}
