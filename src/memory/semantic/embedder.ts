import type { ModelsService } from '../../models/models.service.js';
import type { OfficeConfig } from '../../platform/config/office-config.js';

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

/** The embedder named by `OFFICE_MEMORY_EMBEDDING`, at its provider. */
export class ProviderEmbedder extends Embedder {
  override readonly name: string;

  constructor(
    private readonly providerId: string,
    private readonly model: string,
    private readonly models: ModelsService,
  ) {
    super();
    this.name = `${providerId}/${model}`;
  }

  /** Null unless both variables of semantic recall are set. */
  static from(
    { vectors, embedding }: OfficeConfig['memory'],
    models: ModelsService,
  ): Embedder | null {
    if (!vectors || embedding === null) return null;
    return new ProviderEmbedder(embedding.providerId, embedding.model, models);
  }

  override get available(): boolean {
    return this.models.embeddings(this.providerId) !== null;
  }

  override async embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
    const provider = this.models.embeddings(this.providerId);
    if (provider === null) throw new Error(`nobody embeds for ${this.name}`);
    return provider.embed(this.model, texts, signal);
  }
}
