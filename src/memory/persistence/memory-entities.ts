import { FactReadEntity } from './fact-read.entity.js';
import { MemoryFactEntity } from './memory-fact.entity.js';

/** Entities of this module, for whoever opens the database. */
export const memoryEntities = [MemoryFactEntity, FactReadEntity];
