import type { MemoryConfig } from '../../platform/config/office-config.js';
import type { ModelsService } from '../../models/models.service.js';
import { Embedder } from './embedder.js';

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
  static from({ vectors, embedding }: MemoryConfig, models: ModelsService): Embedder | null {
    if (!vectors || embedding === null) return null;
    return new ProviderEmbedder(embedding.providerId, embedding.model, models);
  }

  override get available(): boolean {
    return this.models.embeddings(this.providerId) !== null;
  }

  override async embed(texts: readonly string[], signal: AbortSignal): Promise<number[][]> {
    const vendor = this.models.embeddings(this.providerId);
    if (vendor === null) throw new Error(`nobody embeds for ${this.name}`);
    return vendor.embed(this.model, texts, signal);
  }
}
