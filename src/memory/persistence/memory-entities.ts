import { FactReadEntity } from './fact-read.entity.js';
import { MemoryFactEntity } from './memory-fact.entity.js';

/** This module's entities, for opening the database. */
export const memoryEntities = [MemoryFactEntity, FactReadEntity];
