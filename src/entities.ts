import { memoryEntities } from './memory/persistence/memory.entities.js';
import { platformEntities } from './platform/database/database.module.js';
import { runEntities } from './runs/history/run-entities.js';
import { workspaceEntities } from './workspaces/persistence/workspace.entities.js';

/** Every entity of the service, for the application and for the TypeORM command line. */
export const entities = [
  ...platformEntities,
  ...workspaceEntities,
  ...runEntities,
  ...memoryEntities,
];
