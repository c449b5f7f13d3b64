import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { ModelsModule } from '../models/models.module.js';
import { ModelsService } from '../models/models.service.js';
import { OfficeConfig } from '../platform/config/office-config.js';
import { WorkspacesModule } from '../workspaces/workspaces.module.js';
import { LedgerService } from './ledger.service.js';
import { MemoryProjection } from './memory-projection.js';
import { MemoryCommands } from './memory.commands.js';
import { MemoryController } from './memory.controller.js';
import { MemoryService } from './memory.service.js';
import { FactReadsRepository } from './persistence/fact-reads.repository.js';
import { FactsRepository } from './persistence/facts.repository.js';
import { ReadableFactsRepository } from './persistence/readable-facts.repository.js';
import { Tally } from './persistence/tally.js';
import { VectorsRepository } from './persistence/vectors.repository.js';
import { FactFinder } from './recall/fact-finder.js';
import { FactIndex } from './recall/fact-index.js';
import { factIndexOf, FactIndexSetup } from './recall/fact-index-setup.js';
import { RecallService } from './recall/recall.service.js';
import { Embedder, ProviderEmbedder } from './semantic/embedder.js';
import { SemanticOrder } from './semantic/semantic-order.js';
import { VectorBackfill } from './semantic/vector-backfill.js';
import { VectorFiller } from './semantic/vector-filler.js';
import { VectorMaker } from './semantic/vector-maker.js';
import { TurnMemory } from './turn-memory.js';

/**
 * Owns what the office remembers: the ledger of facts, visibility, recall by rank and meaning, and
 * which runs were shown what. Prompts belong to the engine.
 */
@Module({
  imports: [ModelsModule, WorkspacesModule],
  controllers: [MemoryController],
  providers: [
    { provide: FactIndex, useFactory: factIndexOf, inject: [DataSource] },
    {
      provide: Embedder,
      useFactory: ({ memory }: OfficeConfig, models: ModelsService) =>
        ProviderEmbedder.from(memory, models),
      inject: [OfficeConfig, ModelsService],
    },
    Tally,
    FactsRepository,
    ReadableFactsRepository,
    FactReadsRepository,
    VectorsRepository,
    FactIndexSetup,
    FactFinder,
    VectorMaker,
    VectorFiller,
    VectorBackfill,
    SemanticOrder,
    RecallService,
    MemoryService,
    LedgerService,
    MemoryProjection,
    TurnMemory,
    MemoryCommands,
  ],
  exports: [MemoryProjection, TurnMemory],
})
export class MemoryModule {}
