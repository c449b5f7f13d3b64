/** Makes vectors of texts; a port that `models` implements. */
export abstract class Embedder {
  /** `<provider>/<model>`: vectors of different names are not comparable. */
  abstract readonly name: string;

  /** False while no configured provider has the model. */
  abstract readonly available: boolean;

  /** One vector per text, in order. Rejects on any failure. */
  abstract embed(
    texts: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly (readonly number[])[]>;
}
